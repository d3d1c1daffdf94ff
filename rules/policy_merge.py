"""An organization's policy with a repository's on top: the repository may tighten every key, and loosen those that it is allowed to.

What the repository does not write is the organization's. Where it says something looser than it may, the organization's value
stays and the key is named, so that nothing is loosened and nothing is passed over in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.dossier import Kind
from rules.finding import Severity
from rules.identity.catalogue import load_catalogue
from rules.policy import DEFAULT_POLICY, Policy
from rules.policy_document import document_of, leaves, nested, policy_from

_ENTRIES = ("agents", "exceptions", "waivers")

DEFAULTS = "defaults"
"""The origin of a key that no file writes."""


@dataclass(frozen=True, slots=True)
class Layered:
    """The policy that holds; where the value of each key came from, by the key's path; keys whose loosening was not allowed."""

    policy: Policy
    origins: Mapping[str, str]
    refused: tuple[str, ...] = ()


def layer(organization: Policy | None, repository: Policy | None) -> Layered:
    """One policy from two files, either of which may be absent. With an organization's, it never lets more through than that alone."""
    if organization is None:
        alone = repository or DEFAULT_POLICY
        return Layered(alone, _origins_alone(alone))
    if repository is None:
        return Layered(organization, _origins_alone(organization))
    above, below = leaves(document_of(organization)), leaves(document_of(repository))
    values = dict(above)
    for path in repository.written:
        if path in organization.allow_loosening:
            values[path] = _both(above[path], below[path]) if path in _ENTRIES else below[path]
        elif path == "agents":
            values[path] = [*above[path], *_tightening_agents(organization, below[path])]
        else:
            values[path] = _tighter(path, above.get(path), below[path])
    _keep_releasable(values, above)
    _raise_graver(values)
    source = f"{organization.source} with {repository.source}"
    policy = policy_from(nested({path: value for path, value in values.items() if value is not None}), source)
    policy = replace(policy, written=tuple(dict.fromkeys((*organization.written, *repository.written))))
    merged = leaves(document_of(policy))
    return Layered(
        policy,
        {path: _origin(path, value, above, below, organization, repository) for path, value in merged.items()},
        tuple(path for path in repository.written if _is_refused(below.get(path), merged.get(path))),
    )


Tighten = Callable[[Any, Any], Any]


def _later_of(*words: object) -> Tighten:
    """Of two words the one that comes later in a row from loose to tight."""
    return lambda above, below: max(above, below, key=words.index)


def _shared(above: list[str], below: list[str]) -> list[str]:
    """Those that both name; where they share none, the organization's, since an empty list would mean everybody."""
    names = {name.lower() for name in above}
    return [name for name in below if name.lower() in names] or above


def _both(above: list[Any], below: list[Any]) -> list[Any]:
    return [*above, *(one for one in below if one not in above)]


def _shorter(above: str, below: str) -> str:
    return min(above, below, key=lambda age: int(age[:-1]) * (24 if age[-1] == "d" else 1))


def _of_organization(above: Any, _below: Any) -> Any:
    """Any addition loosens."""
    return above


def _of_repository(_above: Any, below: Any) -> Any:
    """Neither value is looser."""
    return below


_ON_IS_TIGHTER = _later_of(False, True)
_OFF_IS_TIGHTER = _later_of(True, False)
_SEVERITIES = [one.word for one in (Severity.CRITICAL, Severity.HIGH, Severity.REVIEW)]

TIGHTEN: dict[str, Tighten] = {
    "version": _of_organization,
    "mode": _later_of("observe", "enforce"),
    "gate_from": min,
    "people": _later_of("off", "critical", "all"),
    "human_proof": _later_of("off", "required"),
    "hold.when": _later_of("flagged", "always"),
    **{f"hold.runs.{word}": _ON_IS_TIGHTER for word in _SEVERITIES},
    **{f"hold.merge.{word}": _ON_IS_TIGHTER for word in _SEVERITIES},
    **{f"release.approvals.{word}": max for word in _SEVERITIES},
    "release.teams": _shared,
    "release.users": _shared,
    "release.permission": _later_of("write", "maintain", "admin"),
    "release.codeowners": _ON_IS_TIGHTER,
    "release.requester": _later_of("second_person", "excluded"),
    "release.solo": _OFF_IS_TIGHTER,
    "release.unknown_requester": _later_of("same", "one_more"),
    "release.passkey": _ON_IS_TIGHTER,
    "release.max_age": _shorter,
    "release_harmless": _OFF_IS_TIGHTER,
    "release_clear": _OFF_IS_TIGHTER,
    "release_review": _OFF_IS_TIGHTER,
    "carry_release": _OFF_IS_TIGHTER,
    "exceptions": _of_organization,
    "waivers": _of_organization,
    "mcp.allow": _shared,
    "caps.open_pull_requests": min,
    "caps.all_open_pull_requests": min,
    "second_look": max,
    "notify.review_request": _of_repository,
    "notify.mail": _both,
    "notify.escalate_after": _shorter,
    "report.mail": _both,
    "report.people": _of_repository,
    "allow_loosening": _of_organization,
}
"""For each key the tighter of the organization's and the repository's value; `agents` is judged entry by entry."""


def _tighter(path: str, above: Any, below: Any) -> Any:
    """An absent value (no list of people, no age) is the loosest."""
    return below if above is None else TIGHTEN[path](above, below)


def _tightening_agents(organization: Policy, entries: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Entries that make somebody an agent; one that makes a bot or a person of them would gate less."""
    kinds = {agent.name: agent.kind for agent in load_catalogue(organization.agents).agents}
    return [entry for entry in entries if entry.get("kind", kinds.get(entry["name"], Kind.AGENT)) == Kind.AGENT]


def _keep_releasable(values: dict[str, Any], above: Mapping[str, Any]) -> None:
    """A list of people too short for what the organization asks for would hold for ever: then its own list stays."""
    users = values.get("release.users")
    if users and not values.get("release.teams") and len(set(users)) < values["release.approvals.critical"]:
        values["release.users"] = above.get("release.users")


def _raise_graver(values: dict[str, Any]) -> None:
    """A graver finding asks for no less than a lesser one, also where the two files each say one of them."""
    for group in ("hold.runs", "hold.merge", "release.approvals"):
        least: Any = 0
        for word in reversed(_SEVERITIES):
            path = f"{group}.{word}"
            least = values[path] = max(values[path], least)


def _is_refused(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, list):
        return any(one not in (value or ()) for one in wanted)
    return bool(wanted != value)


def _origin(
    path: str,
    value: Any,
    above: Mapping[str, Any],
    below: Mapping[str, Any],
    organization: Policy,
    repository: Policy,
) -> str:
    if value == above.get(path):
        wrote_it = path in repository.written and value == below.get(path)
        return organization.source if path in organization.written else repository.source if wrote_it else DEFAULTS
    if path in _ENTRIES and above[path]:
        return f"{organization.source} and {repository.source}"
    return repository.source


def _origins_alone(policy: Policy) -> dict[str, str]:
    return {path: policy.source if path in policy.written else DEFAULTS for path in leaves(document_of(policy))}
