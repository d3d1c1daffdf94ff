"""Judging a change: engines and rules over what was read, used by the command and the worker alike."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import gate
from gate.zizmor import audit, zizmor_version
from rules.change import Change
from rules.engine import inspect, load_rules
from rules.finding import Inspection
from rules.policy import Policy


def inspect_change(change: Change, policy: Policy, today: str, notes: Sequence[str] = ()) -> Inspection:
    """Everything that is seen in a change under a policy; `today` is an ISO date in UTC, for waivers.

    `notes` are what the caller has to say about what it could not look up.

    Never raises for what the change holds: what cannot be read is a finding, and a helper that fails is a note.
    """
    helped = audit(change)
    return inspect(change, policy=policy, today=today, more=helped.findings, notes=(*notes, *helped.notes))


def inspection_digest(policy: Policy, today: str, text: str) -> str:
    """Names what an inspection depends on besides the change itself.

    Our version and rules, zizmor's version, the policy, the day, and the pull request's own text.
    """
    # The day matters only where a waiver may run out.
    day = today if policy.waivers else ""
    ids = ",".join(rule.id for rule in load_rules())
    parts = "\0".join((gate.__version__, ids, zizmor_version(), policy.digest, day, text))
    return hashlib.sha256(parts.encode("utf-8", "surrogateescape")).hexdigest()
