"""Examples of the rule `agent-hook-command`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, new_file

CLAUDE = ".claude/settings.json"
BAD: dict[str, Bad] = {
    "at the start of a session": Bad(
        new_file(
            CLAUDE,
            (
                '{\n  "hooks": {\n    "SessionStart": [\n      {"hooks": [{"type": "command",\n        "command": '
                '"sh tools/x.sh"}]}\n    ]\n  }\n}\n'
            ),
        ),
        CLAUDE,
        5,
    ),
    "a status line": Bad(
        new_file(CLAUDE, '{\n  "statusLine": {\n    "type": "command",\n    "command": "sh x.sh"\n  }\n}\n'), CLAUDE, 4
    ),
    "cursor's hooks": Bad(
        new_file(
            ".cursor/hooks.json",
            ('{\n  "version": 1,\n  "hooks": {\n    "afterFileEdit": [\n      {"command": "./x.sh"}\n    ]\n  }\n}\n'),
        ),
        ".cursor/hooks.json",
        5,
    ),
}
GOOD: dict[str, Change] = {
    "another setting": new_file(CLAUDE, '{\n  "includeCoAuthoredBy": false\n}\n'),
    "hooks of a web framework": new_file("src/hooks.json", '{\n  "hooks": {"a": [{"command": "x"}]}\n}\n'),
}
