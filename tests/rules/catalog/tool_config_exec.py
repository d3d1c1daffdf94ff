"""Examples of the rule `tool-config-exec`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "pylint loads a plugin": Bad(edit(".pylintrc", "[MAIN]\n", "[MAIN]\nload-plugins=tools.checker\n"), ".pylintrc", 2),
    "jest runs a file of the tree first": Bad(
        edit(
            "jest.config.js", "module.exports = {\n};\n", "module.exports = {\n  globalSetup: './tools/pre.js',\n};\n"
        ),
        "jest.config.js",
        2,
    ),
    "pytest loads a plugin": Bad(
        edit("pytest.ini", "[pytest]\n", "[pytest]\naddopts = -q -p tools.plugin\n"), "pytest.ini", 2
    ),
    "mkdocs runs hooks": Bad(
        edit("mkdocs.yml", "site_name: a\n", "site_name: a\nhooks:\n  - tools/hook.py\n"), "mkdocs.yml", 2
    ),
}
GOOD: dict[str, Change] = {
    "a line length": edit(".pylintrc", "[MAIN]\n", "[MAIN]\nmax-line-length=100\n"),
    "a plugin is switched off": edit("pytest.ini", "[pytest]\n", "[pytest]\naddopts = -q -p no:cacheprovider\n"),
}
