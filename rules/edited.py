"""Where a plain edit is best read, and which edits of sensitive files steer nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rules.change import ChangeStatus
from rules.change_view import ChangeView, FileView
from rules.comment_lines import is_comment
from rules.finding import Category, Finding
from rules.harmless_keys import only_harmless_keys_differ
from rules.rule import Rule

_MAX_PLACES = 5


def is_harmless_edit(file: FileView) -> bool:
    """Only comments or blank lines changed, or the format was read and only keys that steer nothing changed."""
    if file.file.status is not ChangeStatus.MODIFIED or file.file.is_binary or not file.file.shown:
        return False
    if file.file.old_mode != file.file.new_mode and None not in (file.file.old_mode, file.file.new_mode):
        return False
    if Category.AGENT_CONFIG in file.categories and file.path.lower().endswith((".md", ".mdc", "rules")):
        return False
    return file.only_comments_changed or only_harmless_keys_differ(file)


def places(file: FileView) -> Iterator[int | None]:
    """The first telling line of each changed block, at most five; None alone where nothing was added."""
    count = 0
    for block in file.blocks():
        telling = [line for line in block if _is_telling(file, line.text)]
        if telling and count < _MAX_PLACES:
            count += 1
            yield telling[0].number
    if not count:
        yield None


def first_place(file: FileView) -> int | None:
    """The first telling changed line, or None."""
    return next(places(file))


def _is_telling(file: FileView, text: str) -> bool:
    stripped = text.strip()
    return (
        bool(stripped)
        and stripped not in "{}[]()"
        and not stripped.startswith(".PHONY")
        and not is_comment(file.path, text)
    )


def edits(rule: Rule, view: ChangeView, categories: tuple[Category, ...], message: str) -> Iterator[Finding]:
    """The findings of a fallback rule: one for each changed place of files in these categories that have none yet."""
    for file in view.of(*categories):
        if file.path not in view.found and not is_harmless_edit(file):
            for line in places(file):
                yield rule.finding(file, message, line=line, evidence="" if line else file.path)
