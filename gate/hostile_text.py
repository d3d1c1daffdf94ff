"""Text that an adversary wrote, made visible: each character that hides, reorders or blanks is shown by its code point.

Used wherever text of a pull request is shown to a person. It does not escape for Markdown or HTML; that is the work of
`gate.markdown_text` and of the templates.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

# Letters and marks that draw nothing although their category says otherwise: grapheme joiner, Hangul fillers, Khmer
# inherent vowels, Mongolian and other variation selectors, the blank Braille pattern.
# https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
_BLANK = (
    frozenset({0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0})
    | frozenset(range(0x180B, 0x1810))
    | frozenset(range(0xFE00, 0xFE10))
    | frozenset(range(0xE0100, 0xE01F0))
)
_HIDING = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_MOST_MARKS = 3  # combining marks on one letter; more of them cover the lines around


def visible(text: str, limit: int = 2000) -> str:
    """The text with hidden characters shown as ⟨U+202E⟩ and undecodable bytes as ⟨byte 80⟩; line feeds and tabs stay.

    `limit` is in characters of the input; what is cut is counted at the end, so that a cut text never looks whole.
    """
    return "".join(shown for shown, _ in pieces(text, limit))


def pieces(text: str, limit: int = 2000) -> Iterator[tuple[str, bool]]:
    """The same in pieces, each with whether it stands for what cannot be seen: a page sets those apart."""
    marks = 0
    plain: list[str] = []
    for character in text[:limit]:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if _hides(character) or marks > _MOST_MARKS:
            yield "".join(plain), False
            yield _named(character), True
            plain = []
        else:
            plain.append(character)
    yield "".join(plain), False
    left = len(text) - limit
    if left > 0:
        yield f"… ({left} more characters)", True


def visible_line(text: str, limit: int = 300) -> str:
    """The same on one line: a line feed is shown as ⏎ and a tab as a space."""
    return visible(text, limit).replace("\n", "⏎").replace("\t", " ")


def _hides(character: str) -> bool:
    if " " <= character <= "~" or character in "\n\t":
        return False
    return unicodedata.category(character) in _HIDING or ord(character) in _BLANK


def _named(character: str) -> str:
    code = ord(character)
    # surrogateescape: a byte that is not UTF-8 was decoded as U+DC80 to U+DCFF.
    return f"⟨byte {code - 0xDC00:02X}⟩" if 0xDC80 <= code <= 0xDCFF else f"⟨U+{code:04X}⟩"
