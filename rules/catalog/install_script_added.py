"""Install-time hook appears or changes.

What: an install-time hook appears or changes: a lifecycle script, binding.gyp, a setup.py command class, a package
that gains an install script.
Why: it runs on every machine that installs, before anybody looked at what was installed.
Instead: build in a step of its own that is named in CI, and install with scripts switched off.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.dependency_change import dependency_changes
from rules.finding import Finding, Severity
from rules.formats.positioned_json import read_json
from rules.rule import Rule
from rules.running_lines import running_lines
from rules.running_text import fetches_and_runs, sends, takes_whole_environment, unpacks_and_runs

rule = Rule(
    __name__,
    title="install-time hook appears or changes",
    severity=Severity.HIGH,
    instead="Build in a named step, and install with scripts switched off.",
)

_HOOKS = frozenset(
    {"preinstall", "install", "postinstall", "prepare", "preprepare", "postprepare", "prepublish", "dependencies"}
)
_USUAL = re.compile(
    r"husky(?: install)?|(?:lefthook|simple-git-hooks|patch-package)(?: install)?|husky \|\| true"
    r"|tsc(?: -p \S+| -b)?|(?:npm|pnpm|yarn) run build|is-ci \|\| husky install"
)
_COMMAND_CLASS = re.compile(
    r"\bcmdclass\s*=|\bcmdclass\[|class\s+\w+\(\s*(?:install|develop|egg_info|build_py|build_ext|sdist"
    r"|bdist_wheel|build)\s*\)"
)
_COMPOSER = re.compile(
    r"\"(?:pre|post)-(?:install|update|autoload-dump|root-package-install|create-project|package-install"
    r"|package-update|status)(?:-cmd)?\"\s*:"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.live:
        if file.is_removed:
            continue
        if file.name == "package.json":
            yield from _lifecycle(view, file)
        elif file.name == "binding.gyp" and file.is_new_here:
            yield rule.finding(file, "npm builds with this file while it installs.", line=1)
        elif file.name == "setup.py":
            for line in running_lines(file):
                if _COMMAND_CLASS.search(line.text) and line.text.strip() not in file.before_text:
                    yield rule.finding(file, "Installing now runs this command class.", line=line.number)
        elif file.name == "composer.json":
            for line in running_lines(file):
                if _COMPOSER.search(line.text):
                    yield rule.finding(file, "Composer runs this while it installs.", line=line.number)
    for change in dependency_changes(view):
        if (
            change.after is not None
            and change.after.runs_on_install
            and change.before is not None
            and not change.before.runs_on_install
        ):
            yield rule.finding(change.file, f"{change.name} gains an install script.", line=change.after.line)


def _lifecycle(view: ChangeView, file: FileView) -> Iterator[Finding]:
    before, after = file.parsed(read_json, after=False), file.parsed(read_json)
    if after is None:
        return
    old = before.child("scripts") if before is not None else None
    for name, line, value in (after.child("scripts") or after).pairs():
        if (
            name not in _HOOKS
            or (old is not None and old.text_at(name) == value.text)
            or after.child("scripts") is None
        ):
            continue
        usual = _USUAL.fullmatch(value.text.strip()) is not None
        changed = [view.file_at(word.removeprefix("./")) for word in value.text.split()]
        grave = (
            fetches_and_runs(value.text)
            or unpacks_and_runs(value.text)
            or any(one is not None and _dangerous(one) for one in changed)
        )
        severity = Severity.REVIEW if usual else Severity.CRITICAL if grave else Severity.HIGH
        yield rule.finding(file, f"npm runs the script {name} while it installs.", line=line, severity=severity)


def _dangerous(file: FileView) -> bool:
    return any(
        sends(line.text)
        or fetches_and_runs(line.text)
        or takes_whole_environment(line.text)
        or unpacks_and_runs(line.text)
        for line in file.new_lines
    )
