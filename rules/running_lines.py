"""Which new lines of a file may come to run: not comments, not pages, not lockfiles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.change import Line
from rules.change_view import ChangeView, FileView
from rules.comment_lines import is_comment
from rules.finding import Category

_ROWS = re.compile(r"\.(?:jsonl|ndjson|csv|tsv|po|snap|svg|log)\Z", re.IGNORECASE)  # tables of data, whoever reads them
_PACKED_TEXT = 20_000
_PACKED_LINE = 3_000
_DATA_ONLY = frozenset({Category.DEPENDENCY_LOCK, Category.REPO_POLICY})


def can_run(file: FileView) -> bool:
    """The file runs by itself, or CI runs it, or it is program source; lockfiles, ownership files, pages and tests' data do not."""
    if file.is_removed or file.file.is_binary or file.is_quiet:
        return False
    if _ROWS.search(file.path):
        return False
    if set(file.categories) and set(file.categories) <= _DATA_ONLY:
        return False
    if file.is_live:
        return True
    return file.is_code and not file.is_prose


def running_lines(file: FileView) -> Iterator[Line]:
    """The new lines that are not comments or blank; none of a packed file that is built anew, which a rule tells as a whole."""
    if file.remembered(is_rebuilt):
        return iter(())
    return (line for line in file.new_lines if line.text.strip() and not is_comment(file.path, line.text))


def is_rebuilt(file: FileView) -> bool:
    """A program that was packed into long lines before and is so still: any pattern turns up somewhere in such lines."""
    return file.is_code and _is_packed(file.before_text) and _is_packed(file.after_text)


def _is_packed(text: str) -> bool:
    return len(text) >= _PACKED_TEXT and max(map(len, text.split("\n"))) >= _PACKED_LINE


def running_files(view: ChangeView) -> Iterator[FileView]:
    """All changed files whose lines may come to run; ordinary tests are left out, since they run as code under test does."""
    return (file for file in view.files if can_run(file) and (file.is_live or not file.is_test))
