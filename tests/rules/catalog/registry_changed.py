"""Examples of the rule `registry-changed`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

CHART = "dependencies:\n  - name: redis\n    version: 18.1.0\n    repository: https://charts.example.com\n"
BAD: dict[str, Bad] = {
    "npm asks elsewhere": Bad(
        edit(".npmrc", "save-exact=true\n", "save-exact=true\nregistry=https://npm.example.net/\n"), ".npmrc", 2
    ),
    "pip gets an extra index": Bad(
        edit("requirements.txt", "a==1\n", "--extra-index-url https://pypi.example.net/simple\na==1\n"),
        "requirements.txt",
        1,
    ),
    "certificates are not checked": Bad(
        edit("pip.conf", "[global]\n", "[global]\ntrusted-host = pypi.example.net\n"), "pip.conf", 2
    ),
    "cargo's registry is replaced": Bad(
        edit(".cargo/config.toml", "[build]\n", '[build]\n[source.crates-io]\nreplace-with = "mirror"\n'),
        ".cargo/config.toml",
        3,
    ),
    "maven gets a repository": Bad(
        edit(
            "pom.xml",
            "<project>\n</project>\n",
            "<project>\n<repository><id>a</id><url>https://maven.example.net/</url></repository>\n</project>\n",
        ),
        "pom.xml",
        2,
    ),
    "uv asks elsewhere": Bad(
        edit("pyproject.toml", "[tool.uv]\n", '[tool.uv]\nindex-url = "https://pypi.example.net/simple"\n'),
        "pyproject.toml",
        2,
    ),
    "gradle gets a repository": Bad(
        edit(
            "build.gradle", "repositories {\n}\n", 'repositories {\n  maven { url "https://maven.example.net/" }\n}\n'
        ),
        "build.gradle",
        2,
    ),
    "a scope asks elsewhere": Bad(
        edit(".npmrc", "a=b\n", "a=b\n@kelp:registry=https://npm.example.net/\n"), ".npmrc", 2
    ),
    "a chart is asked for elsewhere": Bad(
        edit("Chart.yaml", CHART, CHART.replace("charts.example.com", "charts.example.net")), "Chart.yaml", 3
    ),
    "a Dart package is hosted elsewhere": Bad(
        edit(
            "pubspec.yaml",
            "dependencies:\n  a:\n    hosted: https://pub.example.com\n    version: 1.0.0\n",
            "dependencies:\n  a:\n    hosted: https://pub.example.net\n    version: 1.0.0\n",
        ),
        "pubspec.yaml",
        2,
    ),
}
GOOD: dict[str, Change] = {
    "another setting": edit(".npmrc", "save-exact=true\n", "save-exact=true\nfund=false\n"),
    "the official registry": edit(".npmrc", "a=b\n", "a=b\nregistry=https://registry.npmjs.org/\n"),
    "a page": edit("docs/npm.md", "a\n", "registry=https://npm.example.net/\n"),
    "a chart moves up": edit("Chart.yaml", CHART, CHART.replace("18.1.0", "18.2.0")),
}
