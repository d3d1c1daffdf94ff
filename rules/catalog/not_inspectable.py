"""A part of the change could not be read.

What: a file whose text was withheld, is binary in a place where text runs, is refused by its own format's reader, or was
never listed; and what runs from a submodule or from large file storage, of which the tree holds only a pointer.
Why: what nobody can see may be anything. Large changes and broken files are a known way to hide a line.
Instead: split the change, or read that file by hand and release it.
"""

import re
from collections.abc import Iterator

from rules.change import Absent
from rules.change_view import ChangeView, FileView
from rules.finding import Category, Finding, Severity
from rules.reach import SUBMODULE
from rules.rule import Rule, Stage

rule = Rule(
    __name__,
    title="part of the change could not be read",
    severity=Severity.HIGH,
    instead="Split the change so that it is shown, or read the file by hand before you release it.",
    stage=Stage.LAST,
)

_LARGE_FILE = "version https://git-lfs.github.com/spec/"
_ROOT_BUILD_FILES = (
    "CMakeLists.txt", "Makefile", "meson.build", "package.json", "pnpm-workspace.yaml", "go.mod", "go.work", "Cargo.toml",
    "pyproject.toml", "setup.py", "settings.gradle", "settings.gradle.kts", "pom.xml", "Package.swift", "Gemfile",
)  # fmt: skip
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
    for file in view.files:
        if not file.is_removed and _is_pointer(file) and _is_loaded(view, file):
            yield rule.finding(
                file,
                "Something loads this, and the tree holds only a pointer to it: what it points at was not read.",
                evidence=file.path,
            )
    for fault in view.faults:
        file = view.file_at(fault.path)
        yield rule.finding(
            file, f"The file's own format refuses this text: it {fault.reason}.", line=fault.line, evidence=fault.reason
        )


def _is_pointer(file: FileView) -> bool:
    return file.file.new_mode == SUBMODULE or file.after_text.startswith(_LARGE_FILE)


def _is_loaded(view: ChangeView, file: FileView) -> bool:
    """Workflows run it, it has a name that some tool loads, or a build file at the root names the submodule's folder."""
    if file.file.new_mode != SUBMODULE:
        return file.is_live
    if file.reached is not None:
        return True
    texts = (view.change.head.read(name) for name in _ROOT_BUILD_FILES)
    return any(not isinstance(text, Absent) and _names(text, file.path) for text in texts)


def _names(text: str, folder: str) -> bool:
    return re.search(rf"(?<![\w./-])(?:\./)?{re.escape(folder)}(?![\w-])", text) is not None
