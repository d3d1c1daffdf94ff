"""Examples of the rule `editor-autorun`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit, new_file

TASKS = ".vscode/tasks.json"
BAD: dict[str, Bad] = {
    "a task starts with the folder": Bad(
        new_file(
            TASKS,
            (
                '{\n  "tasks": [\n    {\n      "label": "a",\n      "command": "sh x.sh",\n      "runOptions": '
                '{"runOn": "folderOpen"}\n    }\n  ]\n}\n'
            ),
        ),
        TASKS,
        6,
    ),
    "a container runs a command": Bad(
        edit(
            ".devcontainer/devcontainer.json",
            '{\n  "image": "a"\n}\n',
            '{\n  "image": "a",\n  "postCreateCommand": "sh x.sh"\n}\n',
        ),
        ".devcontainer/devcontainer.json",
        3,
    ),
    "direnv runs a script": Bad(new_file(".envrc", "source_env ./x\n"), ".envrc", 1),
}
GOOD: dict[str, Change] = {
    "a task that people start": new_file(TASKS, '{\n  "tasks": [\n    {"label": "a", "command": "npm test"}\n  ]\n}\n'),
    "looks": edit(".vscode/settings.json", '{\n  "editor.tabSize": 2\n}\n', '{\n  "editor.tabSize": 4\n}\n'),
}
