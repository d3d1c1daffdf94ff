"""Shell text as commands and words: enough to see which files a script runs, never enough to run anything."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CONTINUED = re.compile(r"\\\r?\n")
_WORD = re.compile(r"""(?:[^\s"'`;|&()<>]|\\.)+|"[^"]*"|'[^']*'|[;|&()<>`\n]""")
_BREAKS = frozenset(";|&()`\n")
_EXPRESSION = re.compile(r"\$\{\{[^}]*\}\}")
_PREFIX = re.compile(
    r"^(?:\$\{\{\s*github\.(?:workspace|action_path)\s*\}\}|\$\{?(?:GITHUB_WORKSPACE|GITHUB_ACTION_PATH"
    r"|PWD|SCRIPT_DIR|ROOT|DIR|HERE|PROJECT_ROOT|REPO_ROOT|BASH_SOURCE%/\*)\}?"
    r"|\$\(pwd\)|\$\(dirname[^)]*\)|\.)/+"
)
_MAX_CHARACTERS = 200_000


def commands_of(text: str) -> Iterator[tuple[str, ...]]:
    """The simple commands of a shell text as words without quotes, redirections left in as words. Linear, at most 200,000 characters."""
    words: list[str] = []
    for match in _WORD.finditer(_CONTINUED.sub(" ", _EXPRESSION.sub("$x", text[:_MAX_CHARACTERS]))):
        word = match.group()
        if word in _BREAKS:
            if words:
                yield tuple(words)
            words = []
        elif word.startswith("#") and not words:
            words = ["#"]
        else:
            words.append(word[1:-1] if word[0] in "\"'" and len(word) > 1 else word)
    if words:
        yield tuple(words)


def path_word(word: str) -> str:
    """A word as a path inside the repository: workspace variables, `./`, `key=` and quotes taken off; empty when it is none."""
    word = word.strip("\"'")
    if word.startswith("--") and "=" in word:
        word = word.partition("=")[2]
    word = _PREFIX.sub("", word.lstrip("@"))
    if not word or word.startswith(("/", "-", "~", "$")) or "://" in word:
        return ""
    return word.rstrip("/,:")
