"""Gate policy changes.

What: the gate's own policy file changes.
Why: it decides what is held and who may let it go.
Instead: let the owners of the policy decide; it takes effect only from the default branch.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.edited import first_place
from rules.finding import Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="gate policy changes",
    severity=Severity.HIGH,
    instead="Let the owners of the policy decide.",
)

_POLICY = re.compile(r"^\.github/gate\.ya?ml$", re.IGNORECASE)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if any(_POLICY.search(name) for name in file.file.names):
            yield rule.finding(
                file,
                "The policy of this gate changes.",
                line=first_place(file),
                evidence="" if file.file.added else file.path,
            )
