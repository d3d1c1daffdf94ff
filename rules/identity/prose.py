"""What the author of a pull request's body says in their own words: everything quoted is left out.

Quoted are fenced and indented code, code spans, block quotes, HTML comments, folded details and sections of release notes: bodies
of dependency updates carry other projects' footers there, and documentation shows trailers as examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.identity.trailers import normalize

# GitHub keeps at most 65,536 characters of a body.
_LONGEST_BODY = 65_536
_LONGEST_LINE = 2_000

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_CODE_SPAN = re.compile(r"(`+)[^`\n]*\1")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)")
_NOTES = re.compile(r"\W*(release notes|changelog|release history|what'?s changed|commits)\b", re.IGNORECASE)
_RULES = frozenset({"---", "------", "***", "___"})
_COMMENT_MARK = re.compile(r"\s*(<!--[^\n]{0,200}?-->)\s*")


@dataclass(frozen=True, slots=True)
class Prose:
    """The author's own lines in order (blank ones separate paragraphs), and one-line HTML comments, where products mark a body."""

    lines: tuple[str, ...]
    comments: tuple[str, ...]

    @property
    def last_paragraph(self) -> tuple[str, ...]:
        """The lines after the last blank one."""
        last: list[str] = []
        for line in reversed(self.lines):
            if line.strip():
                last.append(line)
            elif last:
                break
        return tuple(reversed(last))


def read_prose(body: str) -> Prose:
    """The author's own words of a body in GitHub's Markdown. Never raises, takes time linear in the body's size."""
    comments: list[str] = []
    lines = normalize(body[:_LONGEST_BODY]).replace("\r\n", "\n").split("\n")
    shown = _unfolded(_uncommented(_unfenced(lines), comments))
    return Prose(tuple(_unquoted(shown)), tuple(comments))


def _unfenced(lines: Iterable[str]) -> Iterator[str]:
    """The lines outside fenced code, each cut to a bounded length."""
    fence = ""
    for line in lines:
        text = line.strip()
        if fence:
            if text.startswith(fence) and not text.strip(fence[0]):
                fence = ""
            continue
        opened = _FENCE.match(line)
        if opened:
            fence = opened[1]
            continue
        yield line[:_LONGEST_LINE]


def _uncommented(lines: Iterable[str], comments: list[str]) -> Iterator[str]:
    """The lines without HTML comments; a comment that is a whole line is handed to `comments`."""
    is_open = False
    for line in lines:
        if is_open:
            _, end, line = line.partition("-->")
            if not end:
                continue
            is_open = False
        whole = _COMMENT_MARK.fullmatch(line)
        if whole:
            comments.append(whole[1])
            continue
        kept, is_open = _without_comments(line)
        yield kept


def _without_comments(line: str) -> tuple[str, bool]:
    """The line without its HTML comments, and whether one is left open."""
    kept: list[str] = []
    while True:
        before, start, rest = line.partition("<!--")
        kept.append(before)
        if not start:
            return "".join(kept), False
        _, end, line = rest.partition("-->")
        if not end:
            return "".join(kept), True


def _unfolded(lines: Iterable[str]) -> Iterator[str]:
    """The lines outside <details>, which may be nested."""
    depth = 0
    for line in lines:
        lowered = line.lower()
        inside = depth + lowered.count("<details")
        depth = max(0, inside - lowered.count("</details"))
        if not inside:
            yield line


def _unquoted(lines: Iterable[str]) -> Iterator[str]:
    """The lines outside block quotes, indented code and release notes, without code spans."""
    notes_level = 0
    after_blank = True
    for line in lines:
        heading = _HEADING.match(line)
        if heading and (not notes_level or len(heading[1]) <= notes_level):
            notes_level = len(heading[1]) if _NOTES.match(heading[2]) else 0
        if line.strip() in _RULES:
            notes_level = 0
        is_code = after_blank and line.startswith(("    ", "\t"))
        after_blank = is_code or not line.strip()
        if not (notes_level or is_code or line.lstrip().startswith(">")):
            yield _CODE_SPAN.sub(" ` ", line)
