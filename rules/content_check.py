"""Files whose name alone says nothing: a look inside decides what they are.

Every line is looked at once, with plain string tests, so the work is the length of the text times the few checks of its name.
"""

from __future__ import annotations

import re
from functools import cache

from rules.finding import Category
from rules.path_catalogue import ContentCheck, load_catalogue
from rules.path_index import PatternIndex
from rules.path_names import fold

# Possessive, so that a line of dashes or dollar signs is read once: nothing that follows a part could be part of it.
_KEY = re.compile(r"""[ \t{,\-]{0,40}+["']?([A-Za-z0-9_.$-]{1,80}+)["']?[ \t]{0,8}+[:=]""")
_INLINE_KEY = re.compile(r"""["']([A-Za-z0-9_.$-]{1,80}+)["'][ \t]{0,8}+:""")

_PIN = re.compile(
    r"[A-Za-z][A-Za-z0-9._-]{0,99}+(?:\[[A-Za-z0-9._, -]{1,200}+\])?[ \t]{0,8}+(?:==|>=|<=|~=)[ \t]{0,8}+[0-9]"
)


@cache
def _index() -> PatternIndex[ContentCheck]:
    index: PatternIndex[ContentCheck] = PatternIndex()
    for entry in load_catalogue():
        for check in entry.content:
            for name in check.names:
                index.add(name, check)
    return index


def needs_content(path: str) -> bool:
    """Whether the text of a file at this path could give it categories that its name does not."""
    folder, _, base = fold(path).rpartition("/")
    return bool(_index().find(folder, base))


def categories_of_text(path: str, text: str) -> tuple[Category, ...]:
    """The categories that a file's text earns it, beside those of `classify`; none for a name that no check asks about.

    `text` is the whole file, decoded with surrogateescape. Nothing is raised.
    """
    folder, _, base = fold(path).rpartition("/")
    checks = _index().find(folder, base)
    if not checks:
        return ()
    view = _View(text)
    found = dict.fromkeys(category for check in checks if view.passes(check) for category in check.categories)
    return tuple(found)


class _View:
    """A text with its lines and keys, made once for all checks."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = text.removeprefix("\ufeff").splitlines()
        self._keys: set[str] = set()
        self._top: set[str] = set()
        for line in self._lines:
            key = _KEY.match(line)
            if key:
                self._keys.add(key[1])
                if line[:1] not in " \t{,-":
                    self._top.add(key[1])
            self._keys.update(_INLINE_KEY.findall(line))

    def passes(self, check: ContentCheck) -> bool:
        """Whether the text holds all that the check asks for."""
        return all(map(self._holds, check.all_of)) and (not check.any_of or any(map(self._holds, check.any_of)))

    def _holds(self, mark: str) -> bool:
        kind, _, rest = mark.partition(" ")
        if kind == "pin":
            return any(_PIN.match(line) for line in self._lines)
        if kind == "key":
            return rest in self._keys
        if kind == "top":
            return rest in self._top
        if kind == "line":
            return any(line.startswith(rest) for line in self._lines)
        return rest in self._text
