"""Packed or hidden code is run.

What: code is packed, encoded, or pushed out of sight, and then run.
Why: nobody can review what cannot be read.
Instead: keep the readable source in the tree and build the packed form from it.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Category, Confidence, Finding, Severity
from rules.rule import Rule
from rules.running_lines import is_rebuilt, running_files, running_lines
from rules.running_text import holds_blob, is_pushed_aside, runs_code, unpacks_and_runs

rule = Rule(
    __name__,
    title="packed or hidden code is run",
    severity=Severity.CRITICAL,
    instead="Keep readable source in the tree.",
)

_TABLE = re.compile(r"[|#/*+\-=]")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in running_files(view):
        if file.is_prose and Category.AGENT_CONFIG not in file.categories:
            continue
        if file.remembered(is_rebuilt) and file.file.added:
            source = any(
                one.file.added
                and (
                    one.is_code
                    and not one.remembered(is_rebuilt)
                    or Category.DEPENDENCY_MANIFEST in one.categories  # a release or another dependency is built in
                )
                for one in view.files
            )
            yield rule.finding(
                file,
                "A packed program that nobody can read is built anew"
                + ("." if source else ", and no source of it changes."),
                line=file.file.added[0].number,
                evidence=file.path,
                severity=Severity.REVIEW if source else Severity.HIGH,
                category=None if file.categories or file.reached else Category.CONTENT,
            )
            continue
        minified = ".min." in file.name or "/dist/" in f"/{file.path}"
        runs = False
        blob: int | None = None
        for line in running_lines(file):
            runs = runs or runs_code(line.text)
            if unpacks_and_runs(line.text) and not minified:
                yield rule.finding(
                    file,
                    "Encoded text is decoded and run.",
                    line=line.number,
                    category=None if file.categories or file.reached else Category.CONTENT,
                )
            elif (
                is_pushed_aside(line.text)
                and not minified
                and (file.is_live or file.is_code)
                and not _TABLE.match(line.text.strip())
            ):
                yield rule.finding(
                    file,
                    "Text is pushed out of sight with blanks.",
                    line=line.number,
                    severity=Severity.HIGH,
                    category=None if file.categories or file.reached else Category.CONTENT,
                )
            elif blob is None and holds_blob(line.text) and not minified:
                blob = line.number
        if blob is not None and (runs or file.reached is not None) and (file.is_live or file.is_code):
            decodes = any(
                word in file.after_text
                for word in ("base64", "b64decode", "atob(", "fromCharCode", "unhexlify", "fromhex")
            )
            if decodes and runs:
                yield rule.finding(
                    file,
                    "A long run of encoded data stands in a file that decodes and runs.",
                    line=blob,
                    severity=Severity.HIGH,
                    confidence=Confidence.MEDIUM,
                    category=None if file.categories or file.reached else Category.CONTENT,
                )
