"""Reads a commit object of git: who, when, what for, and the signature with the bytes that it signs.

Source: git's documentation of the commit object and of "signature-format": header lines, of which some go on over lines that
begin with a space, a blank line, the message. All text is decoded with surrogateescape and hostile.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from rules.dossier import CommitText

# git allows no "<", ">" or line feed in a name or address; a damaged line gives an empty person.
_PERSON = re.compile(rb"([^<>\n]*?) ?<([^<>\n]*)> (-?\d{1,12}) [-+]\d{4}")
_SIGNATURES = (b"gpgsig", b"gpgsig-sha256")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def commit_text(sha: str, content: bytes) -> CommitText:
    """Make a commit's text out of its object. `date` is the author's, ISO 8601 in UTC. Never raises.

    Trailers are not taken out: whoever reads them finds them in the message.
    `payload` is the object without its signature and `signature_text` that signature, so that it can be verified; nothing here
    says that it holds.
    """
    head, _, message = content.partition(b"\n\n")
    headers = _headers(head)
    payload = b"".join(line + b"\n" for name, line in headers if name not in _SIGNATURES) + b"\n" + message
    author_name, author_email, date = _person(headers, b"author")
    committer_name, committer_email, _ = _person(headers, b"committer")
    return CommitText(
        sha=sha,
        author_name=author_name,
        author_email=author_email,
        committer_name=committer_name,
        committer_email=committer_email,
        message=_decoded(message),
        payload=_decoded(payload),
        signature_text=_decoded(_unfolded(headers, _SIGNATURES)),
        date=date,
    )


def _headers(head: bytes) -> list[tuple[bytes, bytes]]:
    """Each header's name and its whole text, lines that go on included."""
    headers: list[tuple[bytes, list[bytes]]] = []
    for line in head.split(b"\n"):
        if line.startswith(b" ") and headers:
            headers[-1][1].append(line)
        else:
            headers.append((line.partition(b" ")[0], [line]))
    return [(name, b"\n".join(lines)) for name, lines in headers]


def _unfolded(headers: list[tuple[bytes, bytes]], names: tuple[bytes, ...]) -> bytes:
    """The value of the first of these headers, without the space that marks each further line."""
    for name, text in headers:
        if name in names:
            return text.removeprefix(name + b" ").replace(b"\n ", b"\n")
    return b""


def _person(headers: list[tuple[bytes, bytes]], role: bytes) -> tuple[str, str, str]:
    match = _PERSON.fullmatch(_unfolded(headers, (role,)))
    if match is None:
        return "", "", ""
    name, email, seconds = match.groups()
    try:
        date = (_EPOCH + timedelta(seconds=int(seconds))).isoformat()
    except OverflowError:
        date = ""
    return _decoded(name), _decoded(email), date


def _decoded(text: bytes) -> str:
    return text.decode(errors="surrogateescape")
