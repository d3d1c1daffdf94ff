"""Instructions in text that does not show.

What: instructions sit in text that does not render: an HTML comment, a hidden element, a folded block, the pull
request's body.
Why: people read the page, agents read the source.
Instead: take the passage out.
"""

import re
from collections.abc import Iterator

from rules.agent_text import asks_against_owner, asks_to_visit, hidden_passages, is_addressed_to_agent
from rules.change_view import ChangeView
from rules.finding import Category, Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="instructions in text that does not show",
    severity=Severity.HIGH,
    instead="Take the hidden passage out.",
)

_ORDERS = re.compile(
    r"\b(?:run|execute|add|push|send|post|fetch|install|open|use|include|before any|first)\b", re.IGNORECASE
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if (
            file.is_removed
            or not (file.is_prose or file.path.endswith((".mdc", ".svg", ".ipynb", ".vue", ".xml")))
            or file.is_test
        ):
            continue
        for passage in hidden_passages(file.after_text):
            numbers = range(passage.line, passage.line + passage.text.count("\n") + 1)
            if file.new_numbers.isdisjoint(numbers):
                continue
            if steers(passage.text):
                yield rule.finding(
                    file,
                    "Text that the page does not show speaks to agents.",
                    line=next(number for number in numbers if number in file.new_numbers),
                    evidence=passage.text,
                    severity=Severity.REVIEW if passage.is_folded and _is_mild(passage.text) else Severity.HIGH,
                    category=None if file.categories else Category.CONTENT,
                )
    for what, text in (
        ("title", view.change.text.title),
        ("body", view.change.text.body),
        *(("commit message", message) for message in view.change.text.commit_messages),
    ):
        for passage in hidden_passages(text):
            if steers(passage.text):
                yield rule.finding(
                    None,
                    f"Text of the {what} that does not show speaks to agents.",
                    evidence=passage.text,
                    severity=Severity.REVIEW if passage.is_folded and _is_mild(passage.text) else Severity.HIGH,
                )


def _is_mild(text: str) -> bool:
    """What is folded away shows at a click: manuals and release notes fold steps about tokens and checks."""
    return asks_against_owner(text) in ("", "to hand out secrets", "to skip a check or approve")


def steers(text: str) -> bool:
    """Hidden text that speaks to an agent and asks it for something, or asks for what no hidden text should."""
    asked = asks_against_owner(text)
    return (
        bool(asked)
        and (is_addressed_to_agent(text) or asked != "to skip a check or approve")
        or (is_addressed_to_agent(text) and bool(_ORDERS.search(text)) and asks_to_visit(text))
    )
