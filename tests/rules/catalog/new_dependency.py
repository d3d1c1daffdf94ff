"""Examples of the rule `new-dependency`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit, new_file

BAD: dict[str, Bad] = {
    "a requirement": Bad(
        edit("requirements.txt", "httpx==0.27.2\n", "httpx==0.27.2\ntyper==0.12.0\n"), "requirements.txt", 2
    ),
    "a go module": Bad(
        edit("go.mod", "module a\n\nrequire (\n)\n", "module a\n\nrequire (\n\tgithub.com/google/uuid v1.6.0\n)\n"),
        "go.mod",
        4,
    ),
    "a crate": Bad(edit("Cargo.toml", "[dependencies]\n", '[dependencies]\nserde = "1"\n'), "Cargo.toml", 2),
    "a gem": Bad(
        edit("Gemfile", "source 'https://rubygems.org'\n", "source 'https://rubygems.org'\ngem 'puma', '6.4.2'\n"),
        "Gemfile",
        2,
    ),
    "a project dependency": Bad(
        edit(
            "pyproject.toml",
            '[project]\nname = "a"\ndependencies = [\n]\n',
            '[project]\nname = "a"\ndependencies = [\n  "httpx>=0.27",\n]\n',
        ),
        "pyproject.toml",
        4,
    ),
    "a maven artifact": Bad(
        edit(
            "pom.xml",
            "<project><dependencies>\n</dependencies></project>\n",
            (
                "<project><dependencies>\n<dependency><groupId>org.a</groupId><artifactId>b</artifactId><version>1</v"
                "ersion></dependency>\n</dependencies></project>\n"
            ),
        ),
        "pom.xml",
        2,
    ),
    "a nuget package": Bad(
        edit(
            "a.csproj",
            "<Project>\n</Project>\n",
            '<Project>\n<PackageReference Include="Serilog" Version="3.1.1" />\n</Project>\n',
        ),
        "a.csproj",
        2,
    ),
    "a pnpm entry": Bad(
        edit(
            "pnpm-lock.yaml",
            "lockfileVersion: '9.0'\npackages:\n",
            "lockfileVersion: '9.0'\npackages:\n  left-pad@1.3.0:\n    resolution: {integrity: sha512-a}\n",
        ),
        "pnpm-lock.yaml",
        3,
    ),
    "a yarn entry": Bad(
        edit("yarn.lock", "# yarn lockfile v1\n", '# yarn lockfile v1\n\nleft-pad@^1.3.0:\n  version "1.3.0"\n'),
        "yarn.lock",
        3,
    ),
}
GOOD: dict[str, Change] = {
    "a version moves": edit("requirements.txt", "httpx==0.27.2\n", "httpx==0.27.3\n"),
    "the lines are sorted": edit("requirements.txt", "b==1\na==1\n", "a==1\nb==1\n"),
    "a fixture": new_file("tests/fixtures/requirements.txt", "evil==1\n"),
}
