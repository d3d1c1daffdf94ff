"""A policy as the plain values of its file, and back: `policy_from(document_of(policy))` is the same policy."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.finding import Category, Severity
from rules.policy import (
    DEFAULT_POLICY,
    AgentEntry,
    Approvals,
    Dial,
    HoldWhen,
    Mode,
    PathException,
    People,
    Permission,
    Policy,
    ReleaseRules,
    RequesterRule,
    UnknownRequester,
    Waiver,
)
from rules.policy_keys import POLICY, VERSION
from rules.policy_shape import Group

_SEVERITIES = (Severity.CRITICAL, Severity.HIGH, Severity.REVIEW)
_AGENT_LISTS = ("logins", "user_ids", "emails", "branches", "trailers", "labels")
_HOURS_OF = {"h": 1, "d": 24}

LEAVES = {path: key for path, key in POLICY.paths(through_lists=False) if not isinstance(key.shape, Group)}
"""Every key that holds a value rather than further keys, by its path."""


def document_of(policy: Policy) -> dict[str, Any]:
    """Every key with its value, defaults included; what has no value (an age, a list of people) is left out."""
    release = policy.release
    mcp = {"allow": list(policy.mcp_allow)} if policy.mcp_allow else {}
    return {
        "version": VERSION,
        "mode": policy.mode.value,
        "agents": [_agent_document(entry) for entry in policy.agents],
        "gate_from": policy.gate_from,
        "people": policy.people.value,
        "human_proof": "required" if policy.human_proof else "off",
        "hold": {
            "when": policy.hold_when.value,
            "runs": {one.word: policy.hold_runs.at(one) for one in _SEVERITIES},
            "merge": {one.word: policy.hold_merge.at(one) for one in _SEVERITIES},
        },
        "release": {
            "approvals": {one.word: release.approvals.at(one) for one in _SEVERITIES},
            **({"teams": list(release.teams)} if release.teams else {}),
            **({"users": list(release.users)} if release.users else {}),
            "permission": release.permission.value,
            "codeowners": release.codeowners,
            "requester": release.requester.value,
            "solo": release.solo,
            "unknown_requester": release.unknown_requester.value,
            "passkey": release.passkey,
            **({} if release.max_age_hours is None else {"max_age": f"{release.max_age_hours}h"}),
        },
        "release_harmless": policy.release_harmless,
        "release_clear": policy.release_clear,
        "release_review": policy.release_review,
        "carry_release": policy.carry_release,
        "exceptions": [_exception_document(one) for one in policy.exceptions],
        "waivers": [
            {"fingerprint": one.fingerprint, "owner": one.owner, "reason": one.reason, "expires": one.expires}
            for one in policy.waivers
        ],
        "mcp": mcp,
        "caps": dict(policy.caps),
        "second_look": policy.second_look,
        "notify": dict(policy.notify),
        "report": dict(policy.report),
        "allow_loosening": list(policy.allow_loosening),
    }


def policy_from(values: Mapping[str, Any], source: str) -> Policy:
    """The policy of checked values; what they leave out has its default."""
    default = document_of(DEFAULT_POLICY)
    merged: Mapping[str, Any] = {**default, **values}
    hold: Mapping[str, Any] = {**default["hold"], **merged["hold"]}
    return sealed(
        Policy(
            mode=Mode(merged["mode"]),
            agents=tuple(_agent_entry(entry) for entry in merged["agents"]),
            gate_from=float(merged["gate_from"]),
            people=People(merged["people"]),
            human_proof=merged["human_proof"] == "required",
            hold_when=HoldWhen(hold["when"]),
            hold_runs=Dial(**{**default["hold"]["runs"], **hold["runs"]}),
            hold_merge=Dial(**{**default["hold"]["merge"], **hold["merge"]}),
            release=_release_rules({**default["release"], **merged["release"]}),
            release_harmless=merged["release_harmless"],
            release_clear=merged["release_clear"],
            release_review=merged["release_review"],
            carry_release=merged["carry_release"],
            exceptions=tuple(_path_exception(entry) for entry in merged["exceptions"]),
            waivers=tuple(Waiver(**entry) for entry in merged["waivers"]),
            mcp_allow=tuple(merged["mcp"].get("allow", ())),
            caps=merged["caps"],
            second_look=float(merged["second_look"]),
            notify=merged["notify"],
            report=merged["report"],
            allow_loosening=tuple(merged["allow_loosening"]),
            written=tuple(leaves(values)),
            source=source,
        )
    )


def sealed(policy: Policy) -> Policy:
    """The policy with its digest and the keys that are not in force worked out anew."""
    document = document_of(policy)
    return replace(policy, not_in_force=tuple(_beyond_default(document)), digest=_digest(document))


def keys_in_force(policy: Policy) -> dict[str, Any]:
    """Every key that this version acts on, by its path, with its plain value; a list is one value."""
    written = leaves(document_of(policy))
    return {path: written[path] for path, key in LEAVES.items() if key.in_force and path in written}


def leaves(document: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a document holds, by the path of their key; a list is one value."""
    return {path: values[0] for path in LEAVES if (values := _values_at(document, path))}


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """The document of such values: the opposite of `leaves`."""
    document: dict[str, Any] = {}
    for path, value in values.items():
        *groups, name = path.split(".")
        place = document
        for group in groups:
            place = place.setdefault(group, {})
        place[name] = value
    return document


def _digest(document: Mapping[str, Any]) -> str:
    """SHA-256 of what a policy says; the order of keys, comments and written-out defaults make no difference."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _beyond_default(document: Mapping[str, Any]) -> Iterator[str]:
    """Paths of keys that this version does not act on and that say something else than their default."""
    default = document_of(DEFAULT_POLICY)
    for path, key in POLICY.paths():
        if key.in_force or isinstance(key.shape, Group):
            continue
        if _values_at(document, path) != _values_at(default, path):
            yield path


def _values_at(document: Any, path: str) -> list[Any]:
    """Every value at a path, through lists."""
    values = [document]
    for name in path.split("."):
        flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
        values = [value[name] for value in flat if name in value]
    return values


def _agent_document(entry: AgentEntry) -> dict[str, Any]:
    written: dict[str, Any] = {"name": entry.name, **({"kind": entry.kind} if entry.kind else {})}
    return written | {name: list(values) for name in _AGENT_LISTS if (values := getattr(entry, name))}


def _agent_entry(entry: Mapping[str, Any]) -> AgentEntry:
    lists = {name: tuple(entry.get(name, ())) for name in _AGENT_LISTS}
    return AgentEntry(name=entry["name"], kind=entry.get("kind", ""), **lists)


def _exception_document(one: PathException) -> dict[str, Any]:
    return {
        "paths": list(one.paths),
        **({"categories": [category.value for category in one.categories]} if one.categories else {}),
        "severity": one.severity.word,
        **({"agents": list(one.agents)} if one.agents else {}),
        **({"reason": one.reason} if one.reason else {}),
    }


def _path_exception(entry: Mapping[str, Any]) -> PathException:
    return PathException(
        paths=tuple(entry["paths"]),
        categories=tuple(Category(word) for word in entry.get("categories", ())),
        severity=Severity[entry["severity"].upper()],
        agents=tuple(entry.get("agents", ())),
        reason=entry.get("reason", ""),
    )


def _release_rules(values: Mapping[str, Any]) -> ReleaseRules:
    approvals = {one.word: DEFAULT_POLICY.release.approvals.at(one) for one in _SEVERITIES}
    age: str | None = values.get("max_age")
    return ReleaseRules(
        approvals=Approvals(**{**approvals, **values["approvals"]}),
        teams=tuple(values.get("teams", ())),
        users=tuple(values.get("users", ())),
        permission=Permission(values["permission"]),
        codeowners=values["codeowners"],
        requester=RequesterRule(values["requester"]),
        solo=values["solo"],
        unknown_requester=UnknownRequester(values["unknown_requester"]),
        passkey=values["passkey"],
        max_age_hours=None if age is None else int(age[:-1]) * _HOURS_OF[age[-1]],
    )
