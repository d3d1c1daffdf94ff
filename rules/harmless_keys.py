"""Keys of known formats that run and steer nothing: names, descriptions, links, looks of an editor."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.change_view import FileView
from rules.formats.node import Node, Plain
from rules.formats.positioned_json import read_json
from rules.formats.positioned_toml import read_toml
from rules.formats.positioned_yaml import read_yaml

_PACKAGE_JSON = re.compile(
    r"(?:name|version|description|keywords|author|contributors|maintainers|license|homepage|bugs"
    r"|repository|funding|private|"
    r"sideEffects|types|typings)(?:\.|\Z)"
)
_EDITOR_SETTINGS = re.compile(
    r"(?:editor|workbench|files|search|explorer|diffEditor|breadcrumbs|cSpell|window|zenMode"
    r"|\[[\w]+\])\.(?!.*(?:[Pp]ath|[Cc]ommand|[Tt]rust|[Ss]hell|associations))"
)
_PYPROJECT = re.compile(
    r"project\.(?:version|description|authors|maintainers|license|license-files|keywords|classifiers|urls"
    r"|readme)(?:\.|\Z)"
)
_CARGO = re.compile(
    r"package\.(?:version|description|authors|license|license-file|keywords|categories|homepage"
    r"|repository|documentation|readme)(?:\.|\Z)"
)
_COMPOSER = re.compile(r"(?:name|description|keywords|authors|license|homepage|support|version|time|funding)(?:\.|\Z)")
_CHART = re.compile(r"(?:version|description|keywords|home|icon|maintainers|sources)(?:\.|\Z)")
_PUBSPEC = re.compile(
    r"(?:version|description|homepage|repository|issue_tracker|documentation|topics|funding)(?:\.|\Z)"
)


def read_commented_json(text: str) -> Node:
    """JSON with comments, as editors and agents read it."""
    return read_json(text, comments=True)


_FORMATS: dict[str, tuple[Callable[[str], Node], re.Pattern[str]]] = {
    "package.json": (read_json, _PACKAGE_JSON),
    "composer.json": (read_json, _COMPOSER),
    "pyproject.toml": (read_toml, _PYPROJECT),
    "cargo.toml": (read_toml, _CARGO),
    "chart.yaml": (read_yaml, _CHART),
    "pubspec.yaml": (read_yaml, _PUBSPEC),
    ".vscode/settings.json": (read_commented_json, _EDITOR_SETTINGS),
}


def only_harmless_keys_differ(file: FileView) -> bool:
    """The file's format is known, both sides can be read, and every key that differs is one that steers nothing."""
    known = _FORMATS.get(file.name.lower())
    for path, entry in _FORMATS.items():
        if "/" in path and file.path.lower().endswith(path):
            known = entry
    if known is None:
        return False
    reader, harmless = known
    before, after = file.parsed(reader, after=False), file.parsed(reader)
    if before is None or after is None:
        return False
    return all(harmless.match(key) for key in differing_keys(before.plain(), after.plain()))


def differing_keys(before: Plain, after: Plain, prefix: str = "") -> list[str]:
    """Dotted keys at which two bare values differ; a list counts as one value."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return [] if before == after and type(before) is type(after) else [prefix]
    keys: list[str] = []
    for key in dict.fromkeys([*before, *after]):
        name = f"{prefix}.{key}" if prefix else key
        if key in before and key in after:
            keys.extend(differing_keys(before[key], after[key], name))
        else:
            keys.append(name)
    return keys
