"""Which files a program loads by itself when a workflow runs it; names are relative to the working folder."""

from __future__ import annotations

INTERPRETERS = frozenset(
    "bash sh zsh dash ksh pwsh powershell python python3 python2 node deno bun ruby perl php tsx ts-node "
    "lua Rscript".split()
)
PACKAGE_MANAGERS = frozenset("npm pnpm yarn bun".split())
LIFECYCLE = ("preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare")

LOADED_BY_TOOL: dict[str, tuple[str, ...]] = {
    "tox": ("tox.ini", "tox.toml"),
    "nox": ("noxfile.py",),
    "pytest": ("conftest.py", "tests/conftest.py", "pytest.ini", "tox.ini", "setup.cfg"),
    "just": ("justfile", "Justfile", ".justfile"),
    "task": ("Taskfile.yml", "Taskfile.yaml"),
    "mise": (".mise.toml", "mise.toml"),
    "invoke": ("tasks.py",),
    "inv": ("tasks.py",),
    "rake": ("Rakefile", "rakefile.rb"),
    "bundle": ("Gemfile",),
    "gradle": ("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradle.properties"),
    "gradlew": (
        "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradle.properties",
        "gradle/wrapper/gradle-wrapper.properties", "gradle/wrapper/gradle-wrapper.jar",
    ),
    "mvn": ("pom.xml", ".mvn/extensions.xml", ".mvn/jvm.config", ".mvn/maven.config"),
    "mvnw": ("pom.xml", ".mvn/extensions.xml", ".mvn/jvm.config", ".mvn/maven.config", ".mvn/wrapper/maven-wrapper.properties"),
    "cargo": ("Cargo.toml", "build.rs", ".cargo/config.toml", ".cargo/config"),
    "cmake": ("CMakeLists.txt", "CMakePresets.json"),
    "meson": ("meson.build",),
    "docker-compose": ("docker-compose.yml", "docker-compose.yaml", "compose.yaml", "compose.yml"),
    "pre-commit": (".pre-commit-config.yaml",),
    "lefthook": ("lefthook.yml",),
    "eslint": ("eslint.config.js", "eslint.config.mjs", "eslint.config.cjs", "eslint.config.ts", ".eslintrc.js", ".eslintrc.cjs", ".eslintrc.json"),
    "prettier": ("prettier.config.js", ".prettierrc.js", ".prettierrc"),
    "webpack": ("webpack.config.js",),
    "vite": ("vite.config.js", "vite.config.ts"),
    "vitest": ("vitest.config.js", "vitest.config.ts", "vite.config.ts"),
    "jest": ("jest.config.js", "jest.config.ts", "jest.setup.js"),
    "rollup": ("rollup.config.js", "rollup.config.mjs"),
    "mkdocs": ("mkdocs.yml",),
    "sphinx-build": ("docs/conf.py", "conf.py"),
    "pylint": (".pylintrc", "pylintrc"),
    "flake8": (".flake8", "setup.cfg", "tox.ini"),
    "goreleaser": (".goreleaser.yml", ".goreleaser.yaml"),
    "semantic-release": (".releaserc", ".releaserc.json", "release.config.js"),
    "bazel": ("WORKSPACE", "MODULE.bazel", ".bazelrc", "BUILD"),
    "dotnet": ("Directory.Build.props", "Directory.Build.targets", "nuget.config", "global.json"),
    "terraform": ("main.tf",),
    "swift": ("Package.swift",),
    "mix": ("mix.exs",),
    "composer": ("composer.json",),
    "poetry": ("pyproject.toml",),
    "hatch": ("pyproject.toml",),
    "pdm": ("pyproject.toml",),
}  # fmt: skip

INSTALLED_BY_TOOL: dict[str, tuple[str, ...]] = {
    "npm": ("package.json", "package-lock.json", "npm-shrinkwrap.json"),
    "yarn": ("package.json", "yarn.lock"),
    "pnpm": ("package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"),
    "bun": ("package.json", "bun.lock", "bun.lockb"),
    "pip": ("pyproject.toml", "requirements.txt", "setup.cfg"),
    "uv": ("pyproject.toml", "uv.lock"),
    "poetry": ("pyproject.toml", "poetry.lock"),
    "pdm": ("pyproject.toml", "pdm.lock"),
    "pipenv": ("Pipfile", "Pipfile.lock"),
    "tox": ("pyproject.toml",),
    "nox": ("pyproject.toml",),
    "go": ("go.mod", "go.sum", "go.work"),
    "cargo": ("Cargo.toml", "Cargo.lock"),
    "bundle": ("Gemfile", "Gemfile.lock"),
    "composer": ("composer.json", "composer.lock"),
    "dotnet": ("packages.lock.json", "Directory.Packages.props"),
    "gradle": ("gradle/libs.versions.toml", "gradle.lockfile", "gradle/verification-metadata.xml"),
    "gradlew": ("gradle/libs.versions.toml", "gradle.lockfile", "gradle/verification-metadata.xml"),
    "mvn": ("pom.xml",),
    "mvnw": ("pom.xml",),
    "mix": ("mix.exs", "mix.lock"),
    "swift": ("Package.swift", "Package.resolved"),
    "dart": ("pubspec.yaml", "pubspec.lock"),
    "flutter": ("pubspec.yaml", "pubspec.lock"),
    "terraform": (".terraform.lock.hcl",),
    "tofu": (".terraform.lock.hcl",),
    "helm": ("Chart.yaml", "Chart.lock"),
    "pre-commit": (".pre-commit-config.yaml",),
}
"""Manifests and lockfiles whose packages a program brings into the run, whatever it was asked to do with them."""
