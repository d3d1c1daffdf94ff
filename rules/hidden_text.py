"""Characters that do not show: which of them no script and no emoji explains.

Joiners, selectors and tags have honest uses (Unicode Technical Standard 51 for emoji; Unicode Standard chapters 9, 12, 16
and 23.2 for joiners in scripts). What is left over is reported.
"""

from __future__ import annotations

import re
import unicodedata

_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_MARKS = frozenset("\u200e\u200f\u061c")
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
_SUSPECT = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)
_JOINING_SCRIPTS = (
    "ARABIC", "SYRIAC", "MONGOLIAN", "NKO", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA",
    "MALAYALAM", "SINHALA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "HEBREW",
)  # fmt: skip
_SPACING_SCRIPTS = ("THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "JAVANESE", "BALINESE", "CJK", "HIRAGANA", "KATAKANA")


def bidi_controls(text: str) -> tuple[int, ...]:
    """Places of the controls that reorder text: embeddings, overrides, isolates."""
    if text.isascii():
        return ()
    return tuple(place for place, character in enumerate(text) if character in _BIDI)


def hidden_characters(text: str, *, is_first_line: bool = False) -> tuple[int, ...]:
    """Places of invisible characters that nothing explains; a byte order mark may begin a file. Bidirectional controls apart."""
    if text.isascii():
        return ()
    return tuple(
        match.start()
        for match in _SUSPECT.finditer(text)
        if match.group() not in _BIDI
        and not (is_first_line and match.start() == 0 and match.group() == "\ufeff")
        and not _is_explained(text, match.start())
    )


def _is_explained(text: str, place: int) -> bool:
    character = text[place]
    before = text[place - 1] if place else ""
    after = text[place + 1 : place + 2]
    code = ord(character)
    if character == "\u200d":
        joins_emoji = (_is_emoji(before) or before in "\ufe0f\u200d") and _is_emoji(after) and before != ""
        return joins_emoji or (
            _is_of(before, _JOINING_SCRIPTS) and (not after or _is_of(after, _JOINING_SCRIPTS) or after.isspace())
        )
    if character == "\u200c":
        return _is_of(before, _JOINING_SCRIPTS) and _is_of(after, _JOINING_SCRIPTS)
    if 0xFE00 <= code <= 0xFE0F:
        if _is_of(before, ("CJK", "MONGOLIAN", "MYANMAR", "PHAGS-PA")):
            return True
        return code in (0xFE0E, 0xFE0F) and (_is_emoji(before) or before in "0123456789#*" and before != "")
    if 0xE0100 <= code <= 0xE01EF:
        return _is_of(before, ("CJK",))
    if 0xE0000 <= code <= 0xE007F:
        return _is_flag_tag(text, place)
    if character in _MARKS:
        return any(unicodedata.bidirectional(other) in ("R", "AL") for other in text)
    if character in _FILLERS:
        return _is_of(before, ("HANGUL",)) or _is_of(after, ("HANGUL",))
    if character == "\u200b":
        return _is_of(before, _SPACING_SCRIPTS) or _is_of(after, _SPACING_SCRIPTS)
    if character == "\u00ad":
        return before.isalpha() and after.isalpha()
    if 0x180B <= code <= 0x180F:
        return _is_of(before, ("MONGOLIAN",))
    return False


def _is_flag_tag(text: str, place: int) -> bool:
    """Inside the one honest tag sequence: a black flag, up to six tag letters, the closing tag."""
    start = place
    while start and 0xE0000 <= ord(text[start - 1]) <= 0xE007F and place - start <= 8:
        start -= 1
    end = place
    while end < len(text) - 1 and 0xE0000 <= ord(text[end]) < 0xE007F and end - start <= 8:
        end += 1
    return start > 0 and text[start - 1] == "\U0001f3f4" and ord(text[end]) == 0xE007F and end - start <= 7


def _is_emoji(character: str) -> bool:
    if not character:
        return False
    code = ord(character)
    return (
        0x1F000 <= code <= 0x1FAFF
        or 0x2190 <= code <= 0x2BFF
        or code in (0x00A9, 0x00AE, 0x203C, 0x2049, 0x20E3, 0x2122, 0x2139, 0x3030, 0x303D, 0x3297, 0x3299)
    )


def _is_of(character: str, scripts: tuple[str, ...]) -> bool:
    return bool(character) and unicodedata.name(character, "").startswith(scripts)


def hidden_bits(text: str) -> str:
    """What a run of tag characters spells, for the message; empty when there are none."""
    return "".join(chr(ord(character) - 0xE0000) for character in text if 0xE0020 <= ord(character) <= 0xE007E)
