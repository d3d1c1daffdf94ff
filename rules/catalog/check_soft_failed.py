"""Failing check no longer fails the run.

What: a failing check no longer fails the run: errors are swallowed, or the bar is lowered.
Why: the tick stays green whatever the check finds.
Instead: mend what fails, or mark the single known failure.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.running_lines import can_run, running_lines
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="failing check no longer fails the run",
    severity=Severity.HIGH,
    instead="Mend what fails, or except the one known failure by name.",
)

_SWALLOWS = re.compile(
    r"\|\|\s*(?:true|:|exit\s+0|echo\b)|;\s*(?:true|exit\s+0)\s*(?:$|[\"'}])|\bset\s+\+e\b|2>&1\s*\|\|"
)
_CHECKS = re.compile(
    r"\b(?:test\w*|pytest|lint\w*|eslint|ruff|mypy|check\w*|scan\w*|audit|verify|trivy|semgrep|bandit"
    r"|clippy|vet|tox|nox|jest|vitest|coverage|cosign|gitleaks|codeql|snyk|safety|tsc|grype|checkov"
    r"|sha256sum|shellcheck|set\s+\+e|golangci-lint|gpg)\b",
    re.IGNORECASE,
)
_CLEAN_UP = re.compile(
    r"^\s*(?:[-+@\w:]+\s+|@)?(?:run:\s*)?(?:rm|mkdir|docker\s+(?:rm|stop|kill|compose\s+down)|kill|pkill"
    r"|git\s+(?:branch|remote|tag)|umount|grep|command\s+-v|which|test\s+-|\[)\b"
)
_TESTED = re.compile(r"\$\(\s*(?:test|\[)\s[^)\n]{0,300}\)")
_SAID = re.compile(r"\"[^\"\n]{0,2000}\"|'[^'\n]{0,2000}'")  # what is quoted is mostly said, not run
_CHECK_IN_SHELL = re.compile(
    r"(?:\b(?:ba|z)?sh\s+-\w*c\s+|\brun:\s*|\b\w+\"\s*:\s*)[\"'][^\n]{0,2000}"
    r"\b(?:test\w*|pytest|lint\w*|eslint|ruff|mypy|check\w*|scan\w*|audit|verify|jest|vitest|tsc|vet|clippy)\b"
)
_SOFT_OPTION = re.compile(
    r"--exit-zero\b|--exit-code[= ]0\b|\bexit-code:\s*['\"]?0|--no-fail\b|--no-error\b"
    r"|--passWithNoTests\b|\bfail[-_]on[-_](?:error|severity)\s*[:=]\s*['\"]?(?:false|never|none)"
    r"|\bsoft[-_]fail\s*[:=]\s*['\"]?true|--soft-fail\b|\ballow_failure:\s*true"
    r"|\bignore_errors?\s*[:=]\s*true|\bfail-build:\s*['\"]?false|\bignoreFailures\s*=\s*true"
    r"|<testFailureIgnore>true|<skipTests>true|-DskipTests\b|-Dmaven\.test\.skip"
    r"|\bcontinue-on-error:\s*true\s*#"
)
_THRESHOLD = re.compile(
    r"(fail[_-]under|cov-fail-under|minimum_coverage|coverage_threshold|threshold|branches|functions"
    r"|lines|statements|minimum|target|min-score|minScore"
    r"|max-warnings_)[\"']?\s*[:= ]\s*[\"']?(\d{1,3}(?:\.\d{1,4})?)",
    re.IGNORECASE,
)
_THRESHOLD_FILE = re.compile(
    r"(?:codecov|\.coveragerc|sonar|jest\.config|vitest\.config|\.nycrc|pyproject\.toml|setup\.cfg"
    r"|tox\.ini|pytest\.ini|package\.json)"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        for job in change.after.jobs.values():
            for node in (job.node, *(step.node for step in job.steps)):
                flag = node.child("continue-on-error")
                if flag is not None and flag.raw not in ("false", "") and change.is_new(flag.line):
                    lines = {number for number, _text in change.after.region(node)}
                    is_new = change.before is None or lines <= change.file.new_numbers
                    yield rule.finding(
                        change.file,
                        "A failure here does not fail the run."
                        if is_new
                        else "A failure here no longer fails the run.",
                        line=flag.line,
                        severity=Severity.REVIEW if is_new else Severity.HIGH,
                    )
    for file in view.live:
        if not (can_run(file) or _THRESHOLD_FILE.search(file.path)):
            continue
        removed = "\n".join(line.text for line in file.file.removed)
        for line in running_lines(file):
            if _is_swallowed(line.text[:20_000]):
                yield rule.finding(file, "A failure here is swallowed.", line=line.number)
            elif _SOFT_OPTION.search(line.text) and not _SOFT_OPTION.search(removed):
                yield rule.finding(file, "An option lets this check pass whatever it finds.", line=line.number)
            else:
                lowered = _lowered(line.text, file)
                if lowered:
                    yield rule.finding(file, f"A threshold is lowered from {lowered}.", line=line.number)


def _is_swallowed(text: str) -> bool:
    """A check runs in the line, not only in a quoted text of it, and its failure is passed over."""
    text = _TESTED.sub(" ", text)
    if not _SWALLOWS.search(text) or _CLEAN_UP.search(text):
        return False
    return bool(_CHECKS.search(_SAID.sub(" ", text)) or _CHECK_IN_SHELL.search(text))


def _lowered(text: str, file: FileView) -> str:
    match = _THRESHOLD.search(text)
    if match is None:
        return ""
    for line in file.file.removed:
        old = _THRESHOLD.search(line.text)
        if (
            old is not None
            and old.group(1).lower() == match.group(1).lower()
            and float(old.group(2)) > float(match.group(2))
        ):
            return f"{old.group(2)} to {match.group(2)}"
    return ""
