"""What may not stand together in one policy: a graver finding that is held less, a release that nobody could ever give."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from rules.errors import PolicyError
from rules.finding import Severity
from rules.formats.node import Node
from rules.policy import Approvals, Dial, Policy
from rules.policy_shape import shown

_FALLING = (Severity.CRITICAL, Severity.HIGH, Severity.REVIEW)


def refuse_contradictions(policy: Policy, root: Node) -> None:
    """Raises `PolicyError` at the first contradiction; `root` is the parsed file, for the lines."""
    _refuse_rising("hold.runs", policy.hold_runs, root)
    _refuse_rising("hold.merge", policy.hold_merge, root)
    _refuse_rising("release.approvals", policy.release.approvals, root)
    _refuse_too_few_people(policy, root)
    _refuse_twice(root, "agents", "name")
    for field in ("logins", "user_ids", "emails"):
        _refuse_twice(root, "agents", field)
    _refuse_twice(root, "waivers", "fingerprint")


def _refuse_rising(path: str, dial: Dial | Approvals, root: Node) -> None:
    """A graver finding is never held less: else one finding more would let a change through."""
    group = root.child(*path.split("."))
    for graver, lesser in pairwise(_FALLING):
        if dial.at(graver) >= dial.at(lesser):
            continue
        written = graver.word if group and group.child(graver.word) else lesser.word
        line = group.line_of(written) if group else root.line
        raise PolicyError(
            line,
            f"{path}: {graver.word} is {_word(dial.at(graver))} and {lesser.word} is {_word(dial.at(lesser))}, "
            f"expected {graver.word} to ask for no less",
        )


def _word(value: bool | int) -> str:
    return str(value).lower()


def _refuse_too_few_people(policy: Policy, root: Node) -> None:
    release = policy.release
    people = {user.lower() for user in release.users}
    if people and not release.teams and len(people) < release.approvals.critical:
        line = (root.child("release") or root).line_of("users")
        raise PolicyError(
            line,
            f"release.users: found {len(people)}, expected at least the {release.approvals.critical} people "
            "that release.approvals.critical asks for",
        )


def _refuse_twice(root: Node, key: str, field: str) -> None:
    """A value that stands in two entries of a list would mean either of them."""
    entries = root.child(key)
    seen: set[str] = set()
    for entry in entries.items or () if entries else ():
        own: set[str] = set()
        for node in _values(entry, field):
            value = node.raw.lower()
            if value in seen:
                raise PolicyError(node.line, f"{key}: {field} {shown(node.raw)} stands in two entries, expected one")
            own.add(value)
        seen |= own


def _values(entry: Node, field: str) -> Iterable[Node]:
    node = entry.child(field)
    return node.elements() if node is not None else ()
