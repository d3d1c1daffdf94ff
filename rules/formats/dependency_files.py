"""Which reader knows which dependency file, by its name."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.formats import (
    app_packages,
    infrastructure_packages,
    java_packages,
    npm_packages,
    other_packages,
    python_packages,
)
from rules.formats.dependency import Dependency

Reader = Callable[[str], tuple[Dependency, ...]]

_BY_NAME: dict[str, Reader] = {
    "package.json": npm_packages.read_package_json,
    "package-lock.json": npm_packages.read_package_lock,
    "npm-shrinkwrap.json": npm_packages.read_package_lock,
    "yarn.lock": npm_packages.read_yarn_lock,
    "pnpm-lock.yaml": npm_packages.read_pnpm_lock,
    "bun.lock": npm_packages.read_bun_lock,
    "pyproject.toml": python_packages.read_pyproject,
    "poetry.lock": python_packages.read_python_lock,
    "uv.lock": python_packages.read_python_lock,
    "pdm.lock": python_packages.read_python_lock,
    "pylock.toml": python_packages.read_python_lock,
    "pipfile": python_packages.read_pipfile,
    "pipfile.lock": python_packages.read_pipfile_lock,
    "go.mod": other_packages.read_go_mod,
    "go.sum": other_packages.read_go_sum,
    "pnpm-workspace.yaml": npm_packages.read_pnpm_workspace,
    "cargo.toml": other_packages.read_cargo_toml,
    "cargo.lock": other_packages.read_cargo_lock,
    "gemfile": other_packages.read_gemfile,
    "gemfile.lock": other_packages.read_gemfile_lock,
    "composer.json": other_packages.read_composer_json,
    "composer.lock": other_packages.read_composer_lock,
    "packages.lock.json": other_packages.read_nuget_lock,
    "packages.config": other_packages.read_msbuild,
    "pom.xml": java_packages.read_pom,
    "libs.versions.toml": java_packages.read_version_catalog,
    ".terraform.lock.hcl": infrastructure_packages.read_terraform_lock,
    "chart.yaml": infrastructure_packages.read_chart,
    "chart.lock": infrastructure_packages.read_chart,
    "package.swift": app_packages.read_package_swift,
    "package.resolved": app_packages.read_package_resolved,
    "pubspec.yaml": app_packages.read_pubspec,
    "pubspec.lock": app_packages.read_pubspec_lock,
    "mix.exs": app_packages.read_mix,
    "mix.lock": app_packages.read_mix_lock,
}
_LOCKS = frozenset(
    "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock poetry.lock uv.lock "
    "pdm.lock pylock.toml pipfile.lock go.sum "
    "cargo.lock gemfile.lock composer.lock packages.lock.json "
    ".terraform.lock.hcl chart.lock package.resolved pubspec.lock mix.lock".split()
)
_REQUIREMENTS = re.compile(
    r"(?:^|[-_.])(?:requirements|constraints)(?:[-_.].*)?\.(?:txt|in)\Z|\A(?:requirements"
    r"|constraints)\b.*\.(?:txt|in)\Z",
    re.IGNORECASE,
)
_REQUIREMENTS_FOLDER = re.compile(r"(?:^|/)requirements/[^/]+\.(?:txt|in)\Z")


def reader_for(path: str) -> Reader | None:
    """The reader of a dependency file, or None when the name is not one of a known format."""
    name = path.rpartition("/")[2].lower()
    if name in _BY_NAME:
        return _BY_NAME[name]
    if _REQUIREMENTS.search(name) or _REQUIREMENTS_FOLDER.search(path):
        return python_packages.read_requirements
    if name.endswith((".gradle", ".gradle.kts")):
        return java_packages.read_gradle
    if name.endswith((".csproj", ".fsproj", ".vbproj", "directory.packages.props", "directory.build.props")):
        return other_packages.read_msbuild
    if name.endswith((".tf", ".tofu")):
        return infrastructure_packages.read_terraform
    return None


def is_lock(path: str) -> bool:
    """A file that fixes versions, as against one that asks for them."""
    return path.rpartition("/")[2].lower() in _LOCKS


MANIFEST_OF: dict[str, tuple[str, ...]] = {
    "package-lock.json": ("package.json",),
    "npm-shrinkwrap.json": ("package.json",),
    "yarn.lock": ("package.json",),
    "pnpm-lock.yaml": ("package.json",),
    "bun.lock": ("package.json",),
    "poetry.lock": ("pyproject.toml",),
    "uv.lock": ("pyproject.toml",),
    "pdm.lock": ("pyproject.toml",),
    "pipfile.lock": ("Pipfile",),
    "go.sum": ("go.mod",),
    "cargo.lock": ("Cargo.toml",),
    "gemfile.lock": ("Gemfile",),
    "composer.lock": ("composer.json",),
    "chart.lock": ("Chart.yaml",),
    "package.resolved": ("Package.swift",),
    "pubspec.lock": ("pubspec.yaml",),
    "mix.lock": ("mix.exs",),
}
