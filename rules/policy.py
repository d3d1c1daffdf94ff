"""What an organization or repository decided: who is gated, what is held, who may release.

The defaults are Gate's own and are right for most. Reading and checking the file is `rules.policy_reader`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.finding import Category, Severity


class Mode(StrEnum):
    """`observe` judges and reports, and holds nothing."""

    ENFORCE = "enforce"
    OBSERVE = "observe"


class People(StrEnum):
    """What people's own changes need: nothing, a look at critical ones, or a look at all that an agent's would need."""

    OFF = "off"
    CRITICAL = "critical"
    ALL = "all"


class HoldWhen(StrEnum):
    """`flagged`: judge first, then stop. `always`: stop first, let the clear ones go."""

    FLAGGED = "flagged"
    ALWAYS = "always"


class RequesterRule(StrEnum):
    """Whether the person who asked the agent may release its change: never, or only together with a second person."""

    EXCLUDED = "excluded"
    SECOND_PERSON = "second_person"


class UnknownRequester(StrEnum):
    """What to ask for when nobody can tell who asked the agent."""

    ONE_MORE = "one_more"
    SAME = "same"


class Permission(StrEnum):
    """The least repository permission of a person who may release, as GitHub's permission answer gives it."""

    WRITE = "write"
    MAINTAIN = "maintain"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Dial:
    """One switch per severity."""

    critical: bool
    high: bool
    review: bool

    def at(self, severity: Severity) -> bool:
        """The switch for a severity; always off for `NONE`."""
        return {
            Severity.NONE: False,
            Severity.REVIEW: self.review,
            Severity.HIGH: self.high,
            Severity.CRITICAL: self.critical,
        }[severity]


@dataclass(frozen=True, slots=True)
class Approvals:
    """How many people must release, per severity of what is held; each at least 1."""

    critical: int = 1
    high: int = 1
    review: int = 1

    def at(self, severity: Severity) -> int:
        """How many people are asked for at a severity."""
        if severity is Severity.CRITICAL:
            return self.critical
        return self.high if severity is Severity.HIGH else self.review


@dataclass(frozen=True, slots=True)
class ReleaseRules:
    """Who may release, and how many it takes. `max_age_hours` is None when a release does not age."""

    approvals: Approvals = field(default_factory=Approvals)
    teams: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    permission: Permission = Permission.WRITE
    codeowners: bool = False
    requester: RequesterRule = RequesterRule.EXCLUDED
    solo: bool = False
    unknown_requester: UnknownRequester = UnknownRequester.SAME
    passkey: bool = False
    max_age_hours: int | None = None


@dataclass(frozen=True, slots=True)
class Waiver:
    """One finding that somebody answers for, until a day (ISO date, inclusive, UTC)."""

    fingerprint: str
    owner: str
    reason: str
    expires: str


@dataclass(frozen=True, slots=True)
class PathException:
    """Findings of these categories in these paths are held less: at most `severity`."""

    paths: tuple[str, ...]
    categories: tuple[Category, ...]
    severity: Severity
    agents: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """An agent that the policy adds, or a correction of a known one, by name; see `docs/identity.md` for the fields.

    `kind` is "agent", "dependency_bot", "automation" or "human"; empty means the kind of the known entry of that name, else agent.
    """

    name: str
    kind: str = ""
    logins: tuple[str, ...] = ()
    user_ids: tuple[int, ...] = ()
    emails: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()
    trailers: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """Everything a policy file may say, with Gate's defaults.

    `not_in_force` names keys that were read and checked but whose work this version does not do yet, so that nobody
    believes in a protection that is not there. `written` names the keys that the file itself sets, also to their default.
    `allow_loosening` names keys that an organization's policy lets its repositories loosen. `source` says where the policy came
    from, for the check and the ledger; `digest` is the SHA-256 of what it says.
    """

    mode: Mode = Mode.ENFORCE
    agents: tuple[AgentEntry, ...] = ()
    gate_from: float = 0.5
    people: People = People.OFF
    human_proof: bool = False
    hold_when: HoldWhen = HoldWhen.FLAGGED
    hold_runs: Dial = field(default_factory=lambda: Dial(critical=True, high=True, review=False))
    hold_merge: Dial = field(default_factory=lambda: Dial(critical=True, high=True, review=True))
    release: ReleaseRules = field(default_factory=ReleaseRules)
    release_harmless: bool = False
    release_clear: bool = False
    release_review: bool = False
    carry_release: bool = False
    exceptions: tuple[PathException, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    mcp_allow: tuple[str, ...] = ()
    caps: Mapping[str, int] = field(default_factory=dict)
    second_look: float = 0.0
    notify: Mapping[str, object] = field(default_factory=dict)
    report: Mapping[str, object] = field(default_factory=dict)
    allow_loosening: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    not_in_force: tuple[str, ...] = ()
    source: str = "defaults"
    digest: str = "defaults"


DEFAULT_POLICY = Policy()
