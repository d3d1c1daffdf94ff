"""Examples of the rule `obfuscated-payload`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "decoded and run in python": Bad(edit("src/a.py", "a\n", "a\nexec(base64.b64decode('aGk='))\n"), "src/a.py", 2),
    "decoded and run in javascript": Bad(edit("src/a.js", "a\n", "a\neval(atob('aGk='))\n"), "src/a.js", 2),
    "decoded and run in a shell": Bad(
        edit("scripts/ci/setup.sh", "a\n", "a\necho aGk= | base64 -d | sh\n"), "scripts/ci/setup.sh", 2
    ),
    "out of sight": Bad(
        edit("src/a.js", "a\n", "a\nlet b = 1;" + " " * 300 + "require('child_process').exec('x')\n"), "src/a.js", 2
    ),
}
GOOD: dict[str, Change] = {
    "decoded and kept": edit("src/a.py", "a\n", "data = base64.b64decode(text)\n"),
    "a packed script of a vendor": edit("app/static/vendor/a.min.js", "a\n", "eval(function(p){return p}('x'))\n"),
    "a table": edit("src/a.py", "a\n", "T = {" + "'k': 1, " * 400 + "}\n"),
}
