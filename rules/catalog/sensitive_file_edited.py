"""A file that can run or steer something changed, and no other rule has anything to say about it.

What: any live file with a category that has no finding yet.
Why: the file is sensitive by what reads it; that no rule knows the change does not make it harmless.
Instead: nothing is wrong with it as such; read it once.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.edited import first_place, is_harmless_edit
from rules.finding import Finding, Severity
from rules.rule import Rule, Stage

rule = Rule(
    __name__,
    title="sensitive file changed",
    severity=Severity.REVIEW,
    instead="Read it once; nothing else is known against it.",
    stage=Stage.LAST,
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.path not in view.found and file.categories and file.is_live and not is_harmless_edit(file):
            kind = str(file.categories[0]).replace("-", " ")
            yield rule.finding(
                file,
                f"This file can run or steer something ({kind}) and changes.",
                line=first_place(file),
                evidence=file.path,
            )
