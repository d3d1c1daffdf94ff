"""Examples of the rule `submodule-redirect`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, change, edit

OLD = '[submodule "a"]\n\tpath = a\n\turl = https://git.example.org/a.git\n'
BAD: dict[str, Bad] = {
    "another address": Bad(edit(".gitmodules", OLD, OLD.replace("example.org", "example.net")), ".gitmodules", 3),
    "an update command": Bad(edit(".gitmodules", OLD, OLD + "\tupdate = !sh x.sh\n"), ".gitmodules", 4),
    "a pointer without an entry": Bad(
        change({}, {"vendor/b": "Subproject commit aa"}, modes={"vendor/b": ("", "160000")}), "vendor/b", None
    ),
}
GOOD: dict[str, Change] = {"it stays": edit(".gitmodules", OLD, OLD + "\tshallow = true\n")}
