"""The trailers of a commit message, and the footers that products write under their work.

Only the last paragraph of a message holds trailers, and never the first one, the subject (git-interpret-trailers(1)): what is quoted
further up, in a list of squashed commits, in release notes or in a code block, is talk about trailers and no trailer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

# Git allows any length; an attribution is short. A message is at most a few kilobytes in practice, its trailers stand at its end.
_LONGEST_LINE = 1_000
_LONGEST_MESSAGE = 65_536
_MOST_TRAILERS = 200

_TRAILER = re.compile(r"([A-Za-z0-9][A-Za-z0-9-]{0,60})[ \t]{0,4}:[ \t]*(\S.*)")
_PERSON = re.compile(r"([^<>]{0,300})<([^<>\s]{1,320})>\s*")
# Zero-width characters, soft hyphen, byte order mark and the direction marks: invisible, and enough to defeat a comparison.
_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")


@dataclass(frozen=True, slots=True)
class TrailerLine:
    """One trailer; `key` is lower case. `name` and `email` (lower case) are filled where the value is person-like."""

    key: str
    value: str
    name: str = ""
    email: str = ""


def normalize(text: str) -> str:
    """The text as a reader sees it: full-width and other compatible characters folded (NFKC), invisible ones removed."""
    if text.isascii():
        return text
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def parse_trailer(line: str) -> TrailerLine | None:
    """One line as a trailer, or None. A line that begins with a blank, a quote or a list mark is none."""
    line = normalize(line[:_LONGEST_LINE]).rstrip()
    match = _TRAILER.fullmatch(line)
    if match is None:
        return None
    person = _PERSON.fullmatch(match[2])
    if person is None:
        return TrailerLine(match[1].lower(), match[2])
    return TrailerLine(match[1].lower(), match[2], person[1].strip(), person[2].lower())


@dataclass(frozen=True, slots=True)
class MessageEnd:
    """The end of a commit message: its trailers, and the other lines there, where products set their footer."""

    trailers: tuple[TrailerLine, ...]
    footers: tuple[str, ...]


def read_lines(lines: Iterable[str]) -> MessageEnd:
    """Lines that are known to be the end of a message, sorted into trailers and others."""
    trailers: list[TrailerLine] = []
    footers: list[str] = []
    for line in islice(lines, _MOST_TRAILERS):
        trailer = parse_trailer(line)
        if trailer is None:
            footers.append(normalize(line[:_LONGEST_LINE]))
        else:
            trailers.append(trailer)
    return MessageEnd(tuple(trailers), tuple(footers))


def read_message(message: str) -> MessageEnd:
    """The end of a commit message.

    As in git, the last paragraph holds trailers when at least a quarter of its lines are some. A product's footer is also looked
    for in a single-line paragraph right above it, or as the whole last paragraph.
    """
    paragraphs = re.split(r"\n[ \t]*\n", message[-_LONGEST_MESSAGE:].replace("\r\n", "\n").strip())
    if len(paragraphs) < 2:
        return MessageEnd((), ())
    lines = paragraphs[-1].split("\n")
    end = read_lines(lines[-_MOST_TRAILERS:])
    if len(end.trailers) * 4 < min(len(lines), _MOST_TRAILERS):
        return MessageEnd((), end.footers if len(lines) == 1 else ())
    above = paragraphs[-2] if len(paragraphs) > 2 else ""
    if above and "\n" not in above and parse_trailer(above) is None:
        return MessageEnd(end.trailers, (normalize(above[:_LONGEST_LINE]), *end.footers))
    return end
