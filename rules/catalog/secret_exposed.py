"""Secret printed, stored or sent.

What: a secret, or the whole environment, is printed, encoded for the log, stored, or sent away.
Why: what reaches a log, an artifact or another host is known to others.
Instead: do not print, encode or send secrets; use them only in the call that needs them.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.finding import Finding, Severity
from rules.formats.node import Node
from rules.formats.workflow import Job, Step
from rules.reach import is_workflow
from rules.rule import Rule
from rules.running_lines import running_files, running_lines
from rules.running_text import names_secret, prints, sends, takes_stored_secrets, takes_whole_environment
from rules.workflow_change import WorkflowChange, scripts_of, workflow_changes

rule = Rule(
    __name__,
    title="secret printed, stored or sent",
    severity=Severity.CRITICAL,
    instead="Use the secret only in the call that needs it; never print, encode or send it.",
)

_SECRET = re.compile(r"\$\{\{[^}\n]{0,300}\bsecrets\b", re.IGNORECASE)
_PRINTED = re.compile(
    r"(?:^|[\s;&|(\"'])(?:echo|printf|cat|tee|print|puts|console\.log|Write-(?:Host|Output))\b|\bprint\("
    r"|\bbase64\b|\|\s*rev\b|\bxxd\b|>>?\s*[\"']?\$\{?GITHUB_(?:STEP_SUMMARY|OUTPUT|ENV)"
)
_INTO_TOOL = re.compile(
    r"--password-stdin|--with-token|\|\s*(?:docker|helm|gh|gpg|npm|base64\s+(?:-d|--decode))\b"
    r"|\|\s*sha\d+sum|>\s*/dev/null|>>?\s*[\"']?(?:~|\$\{?HOME\}?)/|base64\s+(?:-d|-D|--decode)"
)
_WRITTEN = re.compile(r">>?\s*[\"']?(?:~|\$\{?HOME\}?|/root|/home/\w+)/[\w./-]{1,100}[\"']?(?:\s*<<\S+)?\s*$")
_JUST_NAMES = re.compile(
    r"compgen|cut\s+-d=?\s*-f\s*1|env\s*\|\s*(?:sort\s*\|\s*)?grep\s+-q|awk\s+-F=\s*'\{print \$1\}'"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        yield from _in_workflow(view, change)
    for file in running_files(view):
        if not is_workflow(file.path):
            yield from _in_code(view, file)


def _in_workflow(view: ChangeView, change: WorkflowChange) -> Iterator[Finding]:
    for job in change.after.jobs.values():
        for step, script in scripts_of(job):
            variables = _secret_variables(change, job, step)
            for number, text in change.new_lines(script):
                stripped = text.strip()
                if stripped.startswith("#"):
                    continue
                direct = bool(_SECRET.search(text))
                held = direct or any(
                    re.search(rf"\$\{{?(?:env:)?{name}\b|process\.env\.{name}\b", text) for name in variables
                )
                everything = takes_whole_environment(text)
                if everything and not _JUST_NAMES.search(text):
                    yield rule.finding(
                        change.file,
                        "All environment variables or secrets are read at once.",
                        line=number,
                        severity=_grave(view, text),
                    )
                elif held and sends(text) and view.new_hosts(text):
                    yield rule.finding(
                        change.file, "A secret is sent to a host that the base does not name.", line=number
                    )
                elif held and _PRINTED.search(text) and not _INTO_TOOL.search(text) and "::add-mask::" not in text:
                    yield rule.finding(change.file, "A secret is printed, encoded or written to a file.", line=number)
                elif takes_stored_secrets(text) and (
                    sends(text) or prints(text) and not _WRITTEN.search(text) or "ACTIONS_" in text
                ):
                    yield rule.finding(
                        change.file, "A place where machines keep credentials is read and passed on.", line=number
                    )
        for _name, line, value in (job.node.child("env") or job.node).pairs():
            if re.search(r"toJSON\(\s*secrets", value.raw, re.IGNORECASE) and change.is_new(line):
                yield rule.finding(change.file, "All secrets are put into one variable.", line=line)
        for step in job.steps:
            for number, text in change.new_lines(step.node):
                if re.search(r"toJSON\(\s*secrets", text, re.IGNORECASE):
                    yield rule.finding(change.file, "All secrets are put into one value.", line=number)


def _secret_variables(change: WorkflowChange, job: Job, step: Step) -> set[str]:
    names: set[str] = set()
    for holder in (change.after.root, job.node, step.node):
        for name, _line, value in (holder.child("env") or Node(1, 1)).pairs():
            if _SECRET.search(value.raw) or "github.token" in value.raw:
                names.add(re.escape(name))
    return names


def _grave(view: ChangeView, text: str) -> Severity:
    return (
        Severity.CRITICAL
        if sends(text) or "secrets" in text or "base64" in text or view.new_hosts(text)
        else Severity.HIGH
    )


def _in_code(view: ChangeView, file: FileView) -> Iterator[Finding]:
    lines = list(running_lines(file))
    leaves = any(sends(line.text) for line in lines)
    strangers = leaves and bool(view.new_hosts("\n".join(line.text for line in lines)))
    for line in lines:
        takes = takes_whole_environment(line.text)
        stored = takes_stored_secrets(line.text)
        named = names_secret(line.text)
        if takes and (leaves or prints(line.text)) and not _JUST_NAMES.search(line.text):
            if file.is_live or leaves:
                yield rule.finding(
                    file,
                    "The whole environment is read and passed on.",
                    line=line.number,
                    severity=Severity.CRITICAL if leaves else Severity.HIGH,
                )
        elif stored and (
            strangers or sends(line.text) or (file.is_live and prints(line.text) and not _WRITTEN.search(line.text))
        ):
            yield rule.finding(file, "A place where machines keep credentials is read and passed on.", line=line.number)
        elif named and sends(line.text) and view.new_hosts(line.text):
            yield rule.finding(file, "A secret is sent to a host that the base does not name.", line=line.number)
        elif named and file.is_live and _PRINTED.search(line.text) and not _INTO_TOOL.search(line.text):
            yield rule.finding(
                file, "A secret is printed, encoded or written to a file.", line=line.number, severity=Severity.HIGH
            )
