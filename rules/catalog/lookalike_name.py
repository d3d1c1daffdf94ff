"""Name imitates a known one.

What: a package, action owner, image or host imitates a known one: swapped or missing letters, another script.
Why: in a quick look it reads as the known one, and it runs what somebody else wrote.
Instead: compare the name letter by letter with the one you meant.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.dependency_change import dependency_changes, is_locked, named_before
from rules.finding import Finding, Severity
from rules.formats.dependency_files import is_lock
from rules.hosts import hosts_in
from rules.known_names import KNOWN_ACTIONS, KNOWN_HOSTS, KNOWN_OWNERS, established, popular
from rules.lookalike import imitated
from rules.rule import Rule
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="name imitates a known one",
    severity=Severity.CRITICAL,
    instead="Compare the name letter by letter with the one you meant.",
)

_SHORTEST_WORD = 5


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in dependency_changes(view):
        if change.after is None or change.before is not None or change.after.is_redirect:
            continue
        if change.after.name in established(change.after.ecosystem):
            continue
        other = imitated(change.after.name, popular(change.after.ecosystem))
        other = "" if _family(change.after.name, other) else other
        if not other and not is_locked(change):
            other = imitated(change.after.name, named_before(change.file).names)
            other = "" if _family(change.after.name, other) else other
        if other:
            severity = Severity.HIGH if is_locked(change) else Severity.CRITICAL
            yield rule.finding(
                change.file, f"{change.after.name} reads like {other}.", line=change.after.line, severity=severity
            )
    yield from _in_workflows(view)
    yield from _hosts(view)


def _in_workflows(view: ChangeView) -> Iterator[Finding]:
    for workflow in workflow_changes(view):
        owners = (
            frozenset(use.owner for _job, use in workflow.before.all_uses())
            if workflow.before is not None
            else frozenset()
        )
        for _job, use, earlier in workflow.new_uses():
            if earlier is None and use.owner:
                other = imitated(use.owner, owners | KNOWN_OWNERS)
                if other and use.owner not in KNOWN_OWNERS:
                    yield rule.finding(workflow.file, f"The owner {use.owner} reads like {other}.", line=use.line)
                elif not other and imitated(use.name.lower(), KNOWN_ACTIONS):
                    yield rule.finding(
                        workflow.file,
                        f"{use.name} reads like {imitated(use.name.lower(), KNOWN_ACTIONS)}.",
                        line=use.line,
                        severity=Severity.HIGH,
                    )


def _hosts(view: ChangeView) -> Iterator[Finding]:
    for file in view.live:
        for line in file.new_lines if not is_lock(file.path) else ():
            for host in hosts_in(line.text):
                if host not in view.known_hosts:
                    other = imitated(host, KNOWN_HOSTS)
                    if other and host not in KNOWN_HOSTS and not host.endswith(f".{other}"):
                        yield rule.finding(file, f"The host {host} reads like {other}.", line=line.number)


def _family(name: str, other: str) -> bool:
    """Sisters of one maker (`@scope/a`, `@scope/b`; `pkg-1`, `pkg-2`; `sdk-sqs`, `sdk-sns`) are alike on purpose."""
    own, others = name.replace("_", "-").rpartition("-"), other.replace("_", "-").rpartition("-")
    return (
        (name.partition("/")[0] == other.partition("/")[0] and "/" in name)
        or name.rstrip("0123456789") == other.rstrip("0123456789")
        or (bool(own[0]) and own[0] == others[0] and min(len(own[2]), len(others[2])) < _SHORTEST_WORD)
    )
