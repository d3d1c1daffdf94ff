"""A part of the change could not be read.

What: a file whose text was withheld, is binary in a place where text runs, is refused by its own format's reader, or was
never listed.
Why: what nobody can see may be anything. Large changes and broken files are a known way to hide a line.
Instead: split the change, or read that file by hand and release it.
"""

from collections.abc import Iterator

from rules.change import Absent
from rules.change_view import ChangeView
from rules.finding import Category, Finding, Severity
from rules.rule import Rule, Stage

rule = Rule(
    __name__,
    title="part of the change could not be read",
    severity=Severity.HIGH,
    instead="Split the change so that it is shown, or read the file by hand before you release it.",
    stage=Stage.LAST,
)

_UNREADABLE = {Absent.TOO_LARGE: "it is too large", Absent.UNREADABLE: "it could not be read"}


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for name in view.change.incomplete:
        file = view.file_at(name)
        yield rule.finding(
            file, f"Not shown to Gate: {name}.", evidence=name, category=None if file else Category.CONTENT
        )
    for file in view.files:
        if not file.file.shown:
            why = file.file.not_shown or "its text was withheld"
            yield rule.finding(file, f"The change of this file was not shown ({why}).", evidence=why)
        elif file.is_live and isinstance(file.after, Absent) and file.after in _UNREADABLE:
            yield rule.finding(
                file, f"The new text of this file is not known: {_UNREADABLE[file.after]}.", evidence=file.path
            )
    for fault in view.faults:
        file = view.file_at(fault.path)
        yield rule.finding(
            file, f"The file's own format refuses this text: it {fault.reason}.", line=fault.line, evidence=fault.reason
        )
