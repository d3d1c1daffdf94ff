"""Examples of the rule `secret-in-text`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

TOKEN = "gh" + "p_" + "aB3dE6fG9hJ2kL5mN8pQ1rS4tU7vW0xY3zA6"
BAD: dict[str, Bad] = {
    "in source": Bad(edit("src/a.py", "a\n", f"a\nT = '{TOKEN}'\n"), "src/a.py", 2),
    "in the body": Bad(edit("src/a.py", "a\n", "b\n", body=f"token {TOKEN}"), None, None),
}
GOOD: dict[str, Change] = {
    "a placeholder": edit("src/a.py", "a\n", "T = 'gh" + "p_" + "x" * 36 + "'\n"),
    "a test": edit("tests/test_a.py", "a\n", f"T = '{TOKEN}'\n"),
}
