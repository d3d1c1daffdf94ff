"""Examples of the rule `major-version-new`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "the first release of a major": Bad(edit("requirements.txt", "a==1.9.2\n", "a==2.0.0\n"), "requirements.txt", 1)
}
GOOD: dict[str, Change] = {
    "a later one": edit("requirements.txt", "a==1.9.2\n", "a==2.3.1\n"),
    "a minor": edit("requirements.txt", "a==1.9.2\n", "a==1.10.0\n"),
}
