"""Code in a file that loads by itself.

What: code lands in a file that an interpreter or test runner loads by itself: conftest.py, sitecustomize.py, *.pth,
preload files.
Why: it runs before anything that was asked for, wherever tests or the interpreter start.
Instead: keep such files to fixtures and settings; no calls at module level.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.edited import first_place
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.running_lines import running_lines
from rules.running_text import fetches_and_runs, runs_code, sends, takes_whole_environment

rule = Rule(
    __name__,
    title="code in a file that loads by itself",
    severity=Severity.HIGH,
    instead="Keep such files to fixtures and settings, with nothing called at module level.",
)

_ALWAYS = re.compile(
    r"(?:^|/)(?:sitecustomize|usercustomize)\.py$|\.pth$|(?:^|/)\.pythonrc(?:\.py)?$|(?:^|/)\.Rprofile$"
)
_BOOTSTRAP = re.compile(
    r"(?:^|/)(?:conftest\.py|(?:jest|vitest)[.-]setup\.\w+|setupTests\.\w+|test[-_]?setup\.\w+"
    r"|globalSetup\.\w+|spec_helper\.rb|rails_helper\.rb|test_helper\.(?:rb|exs)|TestBootstrap\.\w+"
    r"|bootstrap\.php|noxfile\.py|conf\.py)$"
)
_PLUGINS = re.compile(r"^\s*pytest_plugins\s*=")
_CALL = re.compile(
    r"\b(?:os\.system|os\.popen|subprocess\.\w+|exec|eval|execSync|spawnSync|spawn|system"
    r"|__import__)\s*\(|`[^`]{2,300}`"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.is_removed or file.is_quiet or file.file.is_binary:
            continue
        if _ALWAYS.search(file.path) and (file.is_new_here or file.file.added):
            yield rule.finding(
                file,
                "An interpreter loads this file by itself.",
                line=first_place(file),
                severity=Severity.CRITICAL if file.is_new_here else Severity.HIGH,
            )
        elif _BOOTSTRAP.search(file.path):
            for line in running_lines(file):
                if _PLUGINS.search(line.text) and line.text.strip() not in file.before_text:
                    yield rule.finding(file, "pytest loads these modules before any test.", line=line.number)
                if (
                    runs_code(line.text)
                    and _CALL.search(line.text)
                    or (
                        sends(line.text)
                        or fetches_and_runs(line.text)
                        or takes_whole_environment(line.text)
                        and "monkeypatch" not in line.text
                    )
                ):
                    grave = sends(line.text) or fetches_and_runs(line.text)
                    yield rule.finding(
                        file,
                        "Code that runs by itself before any test reaches out or starts something.",
                        line=line.number,
                        severity=Severity.CRITICAL if grave else Severity.HIGH,
                    )
