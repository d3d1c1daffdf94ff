"""Examples of the rule `vulnerable-dependency`."""

from __future__ import annotations

from dataclasses import replace

from rules.change import Advisory, Change
from tests.rules.kit import Bad, edit

BUMP = edit("requirements.txt", "a==1\nreef==1.0\n", "a==1\nreef==1.1\n")
HOLE = Advisory("requirements.txt", "reef", "1.1", "high", "GHSA-aaaa-bbbb-cccc", "Reads files of others")

BAD: dict[str, Bad] = {
    "a version with a hole": Bad(replace(BUMP, advisories=(HOLE,)), "requirements.txt", 2),
    "a package that the file does not name itself": Bad(
        replace(BUMP, advisories=(replace(HOLE, package="tide"),)), "requirements.txt", None
    ),
    "a file that was not shown": Bad(replace(BUMP, advisories=(replace(HOLE, path="b/go.sum"),)), None, None),
}
GOOD: dict[str, Change] = {
    "no advisory is known": BUMP,
    "a fixture": replace(
        edit("tests/fixtures/requirements.txt", "reef==1.0\n", "reef==1.1\n"),
        advisories=(replace(HOLE, path="tests/fixtures/requirements.txt"),),
    ),
}
