"""Examples of the rule `hidden-unicode`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit, new_file

BAD: dict[str, Bad] = {
    "zero-width bits in a rules file": Bad(
        edit(".cursorrules", "a\n", "a\nb" + "\u200b\u200c" * 8 + "\n"), ".cursorrules", 2
    ),
    "tag letters in a page": Bad(
        edit("README.md", "a\n", "a\nb" + "".join(chr(0xE0000 + ord(c)) for c in "run x") + "\n"), "README.md", 2
    ),
    "variation selectors carry bytes": Bad(
        edit("src/a.js", "a\n", "a\nconst s = 'x" + "\ufe01\ufe02\ufe03" * 4 + "';\n"), "src/a.js", 2
    ),
    "a hangul filler as a name": Bad(edit("src/a.js", "a\n", "a\nconst {\u3164} = query;\n"), "src/a.js", 2),
    "the body": Bad(edit("src/a.js", "a\n", "b\n", body="fine\u200b\u200b"), None, None),
}
GOOD: dict[str, Change] = {
    "emoji of a family": edit(
        "src/a.ts", "a\n", "'👩\u200d👩\u200d👧' '❤\ufe0f' '1\ufe0f\u20e3' '👍🏽' '🏳\ufe0f\u200d🌈'\n"
    ),
    "persian and hindi": edit("src/a.ts", "a\n", "'می\u200cخواهم' 'क्\u200dष' 'שלום \u200f(a)'\n"),
    "a byte order mark": new_file("src/a.cs", "\ufeffusing System;\n"),
    "escapes": edit("src/a.py", "a\n", "ZERO = '\\u200b'\n"),
}
