"""Examples of the rule `exec-bit-set`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, change

BAD: dict[str, Bad] = {
    "a script of CI": Bad(
        change({"scripts/ci/setup.sh": "#!/bin/sh\n"}, {}, modes={"scripts/ci/setup.sh": ("100644", "100755")}),
        "scripts/ci/setup.sh",
        None,
    )
}
GOOD: dict[str, Change] = {
    "a script that nothing runs": change(
        {"scripts/dev/a.sh": "#!/bin/sh\n"}, {}, modes={"scripts/dev/a.sh": ("100644", "100755")}
    ),
    "it is no longer executable": change(
        {"scripts/ci/setup.sh": "#!/bin/sh\n"}, {}, modes={"scripts/ci/setup.sh": ("100755", "100644")}
    ),
}
