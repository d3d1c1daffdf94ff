"""Branch name carries shell syntax.

What: the branch name carries shell syntax, and a workflow of the base pastes it into a shell; or the syntax alone.
Why: opening the pull request is then enough to run a command with the workflow's rights.
Instead: rename the branch, and hand the name over in an environment variable.
"""

import re
from collections.abc import Iterator

from rules.change import Absent
from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.reach import is_workflow
from rules.rule import Rule

rule = Rule(
    __name__,
    title="branch name carries shell syntax",
    severity=Severity.CRITICAL,
    instead="Rename the branch; hand the name over in a variable.",
)

_SHELL = re.compile(r"\$\(|\$\{|`|;|\||&&|\$IFS|<\(|>|\"|\n|\{[^}]{0,60},[^}]{0,60}\}|'[^']{0,20}'")
_PASTES = re.compile(
    r"\$\{\{[^}\n]{0,200}(?:github\.head_ref|github\.ref_name|pull_request\.head\.(?:ref|label)"
    r"|workflow_run\.head_branch|github\.ref\b)"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    ref = view.change.text.head_ref
    if ref and _SHELL.search(ref):
        pasted = next((path for path, text in _workflows(view) if _PASTES.search(text)), "")
        if pasted:
            yield rule.finding(
                None, f"The branch name carries shell syntax, and {pasted} pastes it into a script.", evidence=ref
            )
        else:
            yield rule.finding(None, "The branch name carries shell syntax.", evidence=ref, severity=Severity.HIGH)


def _workflows(view: ChangeView) -> Iterator[tuple[str, str]]:
    for path in sorted(view.change.base.paths() or ()):
        if is_workflow(path):
            text = view.change.base.read(path)
            if not isinstance(text, Absent):
                yield path, text
