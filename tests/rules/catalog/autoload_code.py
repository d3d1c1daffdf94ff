"""Examples of the rule `autoload-code`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit, new_file

BAD: dict[str, Bad] = {
    "a sitecustomize appears": Bad(new_file("src/sitecustomize.py", "import os\n"), "src/sitecustomize.py", 1),
    "conftest starts a program": Bad(
        edit("tests/conftest.py", "import os\n", "import os\nos.system('id')\n"), "tests/conftest.py", 2
    ),
    "a pth file appears": Bad(new_file("lib/a.pth", "import a\n"), "lib/a.pth", 1),
}
GOOD: dict[str, Change] = {
    "a fixture": edit(
        "tests/conftest.py", "import pytest\n", "import pytest\n\n\n@pytest.fixture\ndef a():\n    return 1\n"
    ),
    "a fixture sets a variable": edit(
        "tests/conftest.py",
        "import pytest\n",
        "import pytest\n\n\n@pytest.fixture\ndef a(monkeypatch):\n    monkeypatch.setenv('A', '1')\n",
    ),
}
