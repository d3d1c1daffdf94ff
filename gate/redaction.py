"""Strikes secrets out of what is logged, and makes hostile text harmless in a line of a log. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

STRUCK = "[redacted]"
TEXT_LIMIT = 8000
_DEPTH_LIMIT = 6
_ITEM_LIMIT = 100

_SECRET_KEY = re.compile(
    r"(?:^|_)(?:secrets?|tokens?|passwords?|passwd|authorization|cookies?|signature|credentials?|jwt|pem|(?:private|secret|api)_key)(?:_|$)"
)
# Each has a fixed beginning and one bounded run of characters: linear in the text's length.
_SECRET_TEXT = re.compile(
    r"gh[a-z]_[A-Za-z0-9_.\-]{16,2000}"  # GitHub's tokens, the signed ones with dots included
    r"|github_pat_[A-Za-z0-9_]{16,300}"
    r"|eyJ[A-Za-z0-9_\-]{8,4000}\.[A-Za-z0-9_\-]{8,8000}(?:\.[A-Za-z0-9_\-]{0,4000})?"  # JSON web tokens
    r"|xox[a-z]-[A-Za-z0-9\-]{10,300}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}"
    r"|-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?"
    r"|(?i:(?:bearer|basic|token) )[A-Za-z0-9_.~+/=\-]{12,4000}"
    r"|sha256=[0-9a-f]{64}"
)
_USER_INFO = re.compile(r"(?<=://)[^/\s@\"']{1,300}@")
# Control and format characters (terminal commands, invisible and right-to-left marks), other line ends, half characters.
_UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


class Redactor:
    """Strikes out secrets by the name of their key, by their form, and by value for those the operator configured."""

    def __init__(self, secret_values: tuple[str, ...] = ()) -> None:
        longest_first = sorted({value for value in secret_values if value}, key=len, reverse=True)
        self._values = re.compile("|".join(re.escape(value) for value in longest_first)) if longest_first else None

    def text(self, text: str) -> str:
        """The text without secrets, at most `TEXT_LIMIT` characters and a word about the rest."""
        if self._values is not None:
            text = self._values.sub(STRUCK, text)
        # Struck before it is cut: half a secret would not be recognised.
        text = _USER_INFO.sub(f"{STRUCK}@", _SECRET_TEXT.sub(STRUCK, text[: 4 * TEXT_LIMIT]))
        return text if len(text) <= TEXT_LIMIT else f"{text[:TEXT_LIMIT]}... ({len(text) - TEXT_LIMIT} more characters)"

    def fields(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of one log line, made safe: secrets struck out, unsafe characters escaped, sizes bounded.

        Only the field `exception` keeps its line ends; whoever writes it to a terminal marks each of its lines.
        """
        safe = self._items(fields, 0)
        if isinstance(fields.get("exception"), str):
            safe["exception"] = "\n".join(escape(line) for line in self.text(fields["exception"]).split("\n"))
        return safe

    def _items(self, fields: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        return {
            escape(str(key)): STRUCK if value and _is_secret(str(key)) else self._value(value, depth)
            for key, value in list(fields.items())[:_ITEM_LIMIT]
        }

    def _value(self, value: Any, depth: int) -> Any:
        if value is None or isinstance(value, bool | int | float):
            return value
        if depth >= _DEPTH_LIMIT:
            return "..."
        if isinstance(value, Mapping):
            return self._items(value, depth + 1)
        if isinstance(value, list | tuple | set | frozenset):
            return [self._value(inner, depth + 1) for inner in list(value)[:_ITEM_LIMIT]]
        return escape(self.text(value if isinstance(value, str) else str(value)))


def _is_secret(key: str) -> bool:
    return _SECRET_KEY.search(key.lower().replace("-", "_").replace(".", "_")) is not None


def escape(text: str) -> str:
    """The text on one line, with everything that steers a terminal or hides written as an escape such as `\\x1b`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    if unicodedata.category(character) in _UNSAFE_CATEGORIES:
        return character.encode("unicode_escape").decode("ascii")
    return character
