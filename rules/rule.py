"""The shape of a rule: one module in `rules/catalog/`, one `Rule` object, one generator over the change."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from enum import IntEnum

from rules.change_view import ChangeView, FileView
from rules.finding import Category, Confidence, Finding, Severity

Check = Callable[[ChangeView], Iterator[Finding]]
_EVIDENCE_CHARACTERS = 240


class Stage(IntEnum):
    """When a rule runs. Later stages see in `ChangeView.found` which files have a finding already."""

    DETECT = 0
    FALLBACK = 1
    LAST = 2


class Rule:
    """One kind of thing that Gate looks for. The module's name is the id: `action_bump` is the rule `action-bump`.

    `severity` and `confidence` are what a finding has unless the check says otherwise; `instead` is the advice. The module's
    docstring (What, Why, Instead) is its page in the documentation.
    """

    def __init__(
        self,
        module: str,
        *,
        title: str,
        severity: Severity,
        confidence: Confidence = Confidence.HIGH,
        instead: str,
        reason: str | None = None,
        stage: Stage = Stage.DETECT,
    ) -> None:
        self.id = module.rpartition(".")[2].replace("_", "-")
        self.reason = reason or self.id
        self.title = title
        self.severity = severity
        self.confidence = confidence
        self.instead = instead
        self.stage = stage
        self._check: Check | None = None

    def check(self, function: Check) -> Check:
        """Decorator: makes a generator this rule's check."""
        self._check = function
        return function

    def __call__(self, view: ChangeView) -> Iterator[Finding]:
        """Every finding of this rule in a change."""
        if self._check is None:
            raise NotImplementedError(f"rule {self.id} has no check")
        return self._check(view)

    def finding(
        self,
        file: FileView | None,
        message: str,
        *,
        line: int | None = None,
        end_line: int | None = None,
        evidence: str = "",
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        category: Category | None = None,
    ) -> Finding:
        """A finding signed by this rule. `file` is None for the title, body or branch name.

        Without `evidence` the text of the line is taken. Where CI runs the file, the message says how it is reached.
        """
        if file is None:
            path, chosen = None, category or Category.PR_METADATA
        else:
            path, chosen = file.path, category or file.category
            if line is not None and not evidence:
                evidence = file.line_text(line)
            if file.reached is not None:
                message = f"{message} {file.reached.words()}"
        evidence = evidence.strip()
        return Finding(
            rule=self.id,
            reason=self.reason,
            path=path,
            line=line,
            end_line=end_line if end_line is not None else line,
            category=chosen,
            severity=self.severity if severity is None else severity,
            confidence=confidence or self.confidence,
            message=message,
            instead=self.instead,
            evidence=evidence[:_EVIDENCE_CHARACTERS],
            fingerprint=fingerprint(self.id, path, evidence or message),
        )


def fingerprint(rule: str, path: str | None, content: str) -> str:
    """Names a finding by rule, path and content (white space folded), never by line: 20 hexadecimal digits."""
    parts = "\0".join((rule, path or "", " ".join(content.split())))
    return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:20]
