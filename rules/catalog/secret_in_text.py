"""Credential in plain text.

What: a credential stands in the change or in the pull request's text.
Why: it is known to everybody who can read it from now on, and stays in the history.
Instead: revoke it, then take it out.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Category, Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="credential in plain text",
    severity=Severity.HIGH,
    instead="Revoke it first, then take it out.",
)

_CREDENTIAL = re.compile(
    r"\bgh[pousr]_[A-Za-z0-9]{36,251}\b|\bgithub_pat_[A-Za-z0-9_]{60,90}\b|\bAKIA[0-9A-Z]{16}\b"
    r"|\bxox[baprs]-[A-Za-z0-9-]{20,200}|\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,200}\b"
    r"|\bnpm_[A-Za-z0-9]{36}\b|\bpypi-AgEIcHlwaS[A-Za-z0-9_-]{50,300}|\bglpat-[A-Za-z0-9_-]{20}\b"
    r"|\bAIza[0-9A-Za-z_-]{35}\b|-----BEGIN (?:RSA |EC |OPENSSH |DSA )?PRIVATE KEY-----(?!\s*\.\.\.)"
)
_PLACEHOLDER = re.compile(r"EXAMPLE|(.)\1{9}|1234567890|abcdefghij|placeholder|XXXX", re.IGNORECASE)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.is_test or file.is_quiet or file.file.is_binary:
            continue
        for line in file.file.added:
            match = _CREDENTIAL.search(line.text[:20_000])
            if match and not _PLACEHOLDER.search(match.group(0)):
                yield rule.finding(
                    file,
                    "A credential stands here in plain text.",
                    line=line.number,
                    evidence=match.group(0)[:8] + "…",
                    category=None if file.categories else Category.CONTENT,
                )
    for what, text in (("title", view.change.text.title), ("body", view.change.text.body)):
        match = _CREDENTIAL.search(text[:100_000])
        if match and not _PLACEHOLDER.search(match.group(0)):
            yield rule.finding(None, f"The {what} holds a credential.", evidence=match.group(0)[:8] + "…")
