"""Breaks a text in the ways that break parsers: cut, doubled, swapped, nested, spliced, and with the signs that formats are made of."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

TOKENS = (
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b"(",
        b")",
        b"<",
        b">",
        b'"',
        b"'",
        b"`",
        b"\\",
        b"/",
        b"*",
        b"&a ",
        b"*a",
        b"!!x ",
        b"<<: ",
        b"|\n",
        b">-\n",
    ),
    *(
        b"\n",
        b"\r\n",
        b"\r",
        b"\t",
        b" ",
        b"\0",
        b"\x1b",
        b"\xff",
        b"\xed\xa0\x80",
        "\u2028\u202e\ufeff\u0085".encode(),
        b"\x0b\x0c\x1c",
    ),
    *(
        b"@@ -1 +1 @@\n",
        b"diff --git a/x b/x\n",
        b"--- a/x\n",
        b"+++ /dev/null\n",
        b"new file mode 160000\n",
        b"\\ No newline\n",
        b"+",
        b"-",
    ),
    *(
        b"0",
        b"-1",
        b"9" * 30,
        b"1" * 5000,
        b"1e999",
        b"NaN",
        b"0x",
        b"1_0",
        b"2001-02-30",
        b"null",
        b"true",
        b"~",
        b"..",
        b"...\n",
        b"---\n",
    ),
    *(
        b"#",
        b"://",
        b"https://[",
        b"git+",
        b"npm:",
        b"@",
        b":",
        b",",
        b"=",
        b";",
        b"$(",
        b"${{",
        b"%",
        b"\\u",
        b"\\ud800",
        b'"""',
        b"'''",
    ),
    *(
        b"<!DOCTYPE x>",
        b"<![CDATA[",
        b"&lt;",
        b"&#0;",
        b"-----BEGIN SSH SIGNATURE-----\n",
        b"Co-authored-by: <>\n",
        b"[[",
        b"]]",
        b"a.b = 1\n",
    ),
)
NESTINGS = (b"[", b"{", b'{"a":', b"(", b"- ", b"? ", b"<a>", b"a: {", b"a.", b"> ", b"$(", b"!x ", b"[[", b"*")

Edit = Callable[[bytes, int, int, int], bytes]


def _line(data: bytes, at: int) -> tuple[int, int]:
    start = data.rfind(b"\n", 0, at) + 1
    end = data.find(b"\n", at) + 1
    return start, end or len(data)


def _double_line(data: bytes, at: int, _length: int, _pick: int) -> bytes:
    start, end = _line(data, at)
    return data[:end] + data[start:end] + data[end:]


def _drop_line(data: bytes, at: int, _length: int, _pick: int) -> bytes:
    start, end = _line(data, at)
    return data[:start] + data[end:]


EDITS: tuple[Edit, ...] = (
    lambda data, at, _length, pick: data[:at] + TOKENS[pick % len(TOKENS)] + data[at:],
    lambda data, at, length, pick: data[:at] + TOKENS[pick % len(TOKENS)] + data[at + length :],
    lambda data, at, _length, pick: data[:at] + NESTINGS[pick % len(NESTINGS)] * (pick % 400) + data[at:],
    lambda data, at, length, _pick: data[:at] + data[at + length :],
    lambda data, at, _length, _pick: data[:at],
    lambda data, at, length, pick: data[:at] + data[at : at + length] * (pick % 50) + data[at + length :],
    lambda data, at, _length, pick: data[:at] + bytes((pick % 256,)) + data[at + 1 :],
    lambda data, at, length, _pick: (
        data[:at] + data[at + length : at + 2 * length] + data[at : at + length] + data[at + 2 * length :]
    ),
    _double_line,
    _drop_line,
)


def edited(data: bytes, edit: int, at: int, length: int, pick: int) -> bytes:
    """One edit; every number is taken modulo what is there."""
    return EDITS[edit % len(EDITS)](data, at % (len(data) + 1), length % 64, pick)


def mutant(samples: tuple[bytes, ...], chance: Random) -> bytes:
    """A sample with a few edits, now and then joined with the rest of another one."""
    data = chance.choice(samples)
    if chance.random() < 0.1:
        other = chance.choice(samples)
        data = data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        data = edited(data, *(chance.randrange(1_000_000) for _ in range(4)))
    return data
