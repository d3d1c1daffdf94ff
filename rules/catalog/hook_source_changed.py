"""Commit hook source changes.

What: a source of commit hooks (a pre-commit repository, a lefthook remote) moves to another address or ref, or is
added.
Why: hooks run on every developer's machine and often in CI.
Instead: keep the address, pin the ref, and read what the new version changes.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.hosts import hosts_in
from rules.known_names import KNOWN_GIT_HOSTS
from rules.rule import Rule
from rules.running_lines import running_lines
from rules.running_text import fetches_and_runs, sends
from rules.versions import is_older

rule = Rule(
    __name__,
    title="commit hook source changes",
    severity=Severity.HIGH,
    instead="Keep the address, pin the ref, and read what changes.",
)

_FILE = re.compile(r"(?:^|/)\.?(?:pre-commit-config|lefthook(?:-local)?|prek)\.(?:ya?ml|toml|json)$")
_ADDRESS = re.compile(r"\s*(?:-\s+)?(?:repo|git_url)\s*[:=]\s*[\"']?([^\s\"'#]+)")
_REF = re.compile(r"\s*(?:rev|ref)\s*[:=]\s*[\"']?([^\s\"'#]+)")
_COMMAND = re.compile(r"^\s*(?:-\s+)?(?:entry|run|script)\s*:|^\s*additional_dependencies\s*:")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.live:
        if file.is_removed or not _FILE.search(file.path):
            continue
        before, after = _sources(file.before_text), _sources(file.after_text)
        for address, (address_line, ref_line, ref) in after.items():
            if address in ("local", "meta", "builtin"):
                continue
            old = before.get(address)
            if old is None:
                hosts = set(hosts_in(address))
                takes_place = bool(before.keys() - after.keys())
                usual = bool(hosts & KNOWN_GIT_HOSTS) or not view.new_hosts(address)
                severity = Severity.HIGH if usual else Severity.CRITICAL
                yield rule.finding(
                    file,
                    f"Hooks come from {address[:120]}, which is new here.",
                    line=address_line,
                    severity=severity if takes_place else Severity.REVIEW if usual else Severity.HIGH,
                )
            elif old[2] != ref:
                backwards = is_older(ref, old[2]) or (
                    not re.search(r"\d", ref) and re.search(r"\d", old[2]) is not None
                )
                yield rule.finding(
                    file,
                    f"Hooks of {address[:120]} move from {old[2]} to {ref}.",
                    line=ref_line,
                    severity=Severity.HIGH if backwards else Severity.REVIEW,
                )
        for line in running_lines(file):
            if _COMMAND.search(line.text) and line.text.strip() not in file.before_text:
                yield rule.finding(
                    file,
                    "A hook runs a command of this repository or fetches more packages.",
                    line=line.number,
                    severity=Severity.HIGH if fetches_and_runs(line.text) or sends(line.text) else Severity.REVIEW,
                )


def _sources(text: str) -> dict[str, tuple[int, int, str]]:
    """Address to (line of the address, line of the ref, ref)."""
    found: dict[str, tuple[int, int, str]] = {}
    address = ""
    for number, line in enumerate(text.split("\n"), 1):
        match = _ADDRESS.match(line)
        if match:
            address = match.group(1)
            found[address] = (number, number, "")
        ref = _REF.match(line)
        if ref and address:
            found[address] = (found[address][0], number, ref.group(1))
    return found
