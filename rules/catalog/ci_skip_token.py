"""Token that skips CI.

What: the title, body or a commit message carries a token that keeps CI from running.
Why: a required workflow that never ran shows nothing, and nothing looks like no problem.
Instead: take the token out.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="token that skips CI",
    severity=Severity.HIGH,
    instead="Take the token out.",
)

_TOKEN = re.compile(
    r"\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]|^skip-checks:\s*true", re.IGNORECASE | re.MULTILINE
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    text = view.change.text
    for what, words in (("title", text.title), *(("commit message", message) for message in text.commit_messages)):
        match = _TOKEN.search(words[:20_000])
        if match:
            yield rule.finding(
                None,
                f"The {what} keeps CI from running ({match.group(0).strip()}).",
                evidence=match.group(0),
                severity=Severity.HIGH if what == "title" else Severity.REVIEW,
            )
