"""Hostile text inside GitHub's Markdown: shown, and nothing but shown.

GitHub finds mentions, links, commits, issues and emoji in rendered text, so a backslash does not stop them; only code
does. Hence one rule: words of plain letters stay, all else goes into code spans that its own backticks cannot close.
https://github.github.com/gfm/#code-spans, https://docs.github.com/en/get-started/writing-on-github
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gate.hostile_text import visible, visible_line

_PLAIN_WORD = re.compile(r"[(\"']?[A-Za-z]+(?:['’-][A-Za-z]+)*[)\"']?[.,;:!?]?\Z")
_PLAIN_NUMBER = re.compile(r"[0-9]{1,6}[.,;:]?\Z")
_LIST_NUMBER = re.compile(r"[0-9]+\.\Z")  # at the start of a line it would begin a list
_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]{7,}[^A-Za-z0-9]*\Z")  # GitHub links such a word when a commit begins with it
_QUOTED = re.compile(r"(`[^`\n]+`)")
_BACKTICKS = re.compile(r"`+")
_CLOSING = re.compile(r"[.,;:!?)]{0,3}(?= |\Z)")
_SAFE_URL = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+(?:/[A-Za-z0-9._~/%?&=+#-]*)?\Z")


def code_span(text: str, limit: int = 300) -> str:
    """One line of text as inline code; never empty, never closed from inside."""
    line = visible_line(text, limit) or "(empty)"
    ticks = "`" * (_longest_run(line) + 1)
    # CommonMark strips one space from each side when both are there, and a backtick at an edge needs one.
    pad = " " if line.startswith(("`", " ")) or line.endswith(("`", " ")) else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def fence(text: str, limit: int = 1200) -> str:
    """Lines of text as a fenced block, to stand between blank lines; the fence is longer than any run of backticks in it."""
    shown = visible(text, limit)
    ticks = "`" * max(3, _longest_run(shown) + 1)
    return f"{ticks}text\n{shown}\n{ticks}"


def prose(text: str, limit: int = 500) -> str:
    """A sentence on one line: plain words as they are, others as inline code, and what backticks quote as one code span."""
    parts: list[str] = []
    for place, piece in enumerate(_QUOTED.split(visible_line(text, limit))):
        if place % 2:
            parts.append(code_span(piece[1:-1]))
            continue
        closing = _CLOSING.match(piece)
        if place and closing:
            parts[-1] += closing.group()
            piece = piece[closing.end() :]
        parts.extend(_words(piece, is_start=not parts))
    return " ".join(parts)


def fitting(blocks: Sequence[str], most: int) -> str:
    """Whole blocks with blank lines between, as many as fit into `most` bytes; what had to be left out is said at the end."""
    left_out = "What follows did not fit here; all of it is on Gate’s page of this commit."
    room = most - len(left_out.encode())
    kept: list[str] = []
    for block in blocks:
        room -= len(block.encode()) + len("\n\n")
        if room < 0:
            return "\n\n".join([*kept, left_out])
        kept.append(block)
    return "\n\n".join(kept)


def link(words: str, url: str) -> str:
    """A link with our own `words`, or the words alone where the address holds anything but the plainest characters."""
    return f"[{words}]({url})" if _SAFE_URL.match(url) else words


def _words(piece: str, *, is_start: bool) -> list[str]:
    parts: list[str] = []
    odd: list[str] = []
    for word in piece.split(" "):
        begins_a_list = is_start and not parts and _LIST_NUMBER.match(word)
        if word and (begins_a_list or not _is_plain(word)):
            odd.append(word)
            continue
        if odd:
            parts.append(_odd_words(odd))
            odd = []
        if word:
            parts.append(word)
    if odd:
        parts.append(_odd_words(odd))
    return parts


def _odd_words(words: list[str]) -> str:
    """Words that need the code span, with a sentence's closing sign left outside of it."""
    text = " ".join(words)
    closing = text[-1] if len(text) > 1 and text[-1] in ".,;:!?" else ""
    return code_span(text.removesuffix(closing)) + closing


def _is_plain(word: str) -> bool:
    if _HEXADECIMAL.match(word):
        return False
    return bool(_PLAIN_WORD.match(word) or _PLAIN_NUMBER.match(word)) or word in ("–", "—")


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)
