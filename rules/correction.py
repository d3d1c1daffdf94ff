"""People correct the dossier by two labels; who set one decides what it is worth.

"It is an agent's" only tightens, so anyone with write access may say it; it holds for the pull request until it is taken back.
"It is no agent's" lets a change go, so it is a release: said by somebody who could release this very commit, for this commit alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from rules.dossier import Dossier, Evidence, EvidenceClass, Involvement, Kind
from rules.finding import Severity
from rules.identity.weighing import UNKNOWN_AGENT
from rules.policy import Policy, ReleaseRules
from rules.release import CORRECTION, Says, Subject, Voice, hear

SIGNAL = "corrected by label"
NOBODY = ""
"""The login of a label's removal that no delivery told of."""

_SURE = 0.9  # a person with write access who looked; people err too


class Claim(StrEnum):
    """What a label says."""

    AGENT = "agent"
    NOT_AGENT = "not_agent"

    @property
    def label(self) -> str:
        """The label's name. GitHub tells labels apart without regard to case."""
        return _LABELS[self]


_LABELS = {Claim.AGENT: "gate: agent", Claim.NOT_AGENT: "gate: not an agent"}


@dataclass(frozen=True, slots=True)
class LabelAct:
    """A label that was set or taken off: by whom, with which permission at that moment, at which head and base."""

    claim: Claim
    is_set: bool
    login: str
    user_type: str
    permission: str
    head_sha: str
    base: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Weighed:
    """An act, whether it counts, and why not (one sentence, empty when it counts)."""

    act: LabelAct
    counts: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Corrections:
    """All acts, weighed. `agent_by` says that an agent made it (None: nobody does); `releases` are the standing "no agent's"."""

    weighed: tuple[Weighed, ...] = ()
    agent_by: str | None = None
    releases: tuple[Voice, ...] = ()


def claim_of(label: str) -> Claim | None:
    """What a label says, or None for any other label."""
    return next((claim for claim, name in _LABELS.items() if name == label.strip().lower()), None)


def weigh(acts: Iterable[LabelAct], subject: Subject, rules: ReleaseRules) -> Corrections:
    """Weighs who may correct, under the rules of a release."""
    weighed: list[Weighed] = []
    agent_by: str | None = None
    releases: dict[str, Voice] = {}
    for act in sorted(acts, key=lambda one: (one.said_at, one.claim, one.is_set)):
        why = ""
        if act.claim is Claim.NOT_AGENT:
            if act.is_set:
                why = _why_no_release(_voice(act), subject, rules)
                # Also one that does not count is heard with the others, where a second person may stand beside it.
                releases[act.login.lower()] = _voice(act)
            else:
                releases.clear()
        elif act.is_set:
            why = _why_no_writer(act)
            agent_by = agent_by if why else act.login
        elif agent_by is not None:
            why = "" if act.login.lower() == agent_by.lower() else _why_no_withdrawal(act, subject, rules)
            agent_by = agent_by if why else None
        weighed.append(Weighed(act, not why, why))
    return Corrections(tuple(weighed), agent_by, tuple(releases.values()))


def reported(weighed: Sequence[Weighed]) -> tuple[Weighed, ...]:
    """What is worth telling: each person's last word that nobody took back since, and the removals that do not count."""
    standing: dict[tuple[Claim, str], Weighed] = {}
    for one in weighed:
        place = (one.act.claim, one.act.login.lower())
        if one.act.is_set or not one.counts:
            standing[place] = one
        else:
            standing = {key: word for key, word in standing.items() if key[0] is not one.act.claim}
    return tuple(standing.values())


def with_correction(dossier: Dossier, corrections: Corrections, policy: Policy, author: str | None) -> Dossier:
    """The dossier of a change that somebody says an agent made; as it is where nobody does or where it is an agent's anyway.

    `author` is the person who opened the pull request, who then counts as the one who asked.
    """
    is_agent = dossier.kind is Kind.AGENT and dossier.confidence >= policy.gate_from
    if corrections.agent_by is None or is_agent:
        return dossier
    said = Evidence(SIGNAL, f"{corrections.agent_by} set {Claim.AGENT.label}", EvidenceClass.ATTESTED)
    return replace(
        dossier,
        kind=Kind.AGENT,
        agent=dossier.agent or UNKNOWN_AGENT,
        confidence=max(_SURE, policy.gate_from),
        evidence_class=EvidenceClass.ATTESTED,
        requester=dossier.requester or author,
        involvement=Involvement.AUTHOR,
        evidence=(said, *dossier.evidence),
        wholly_attested=False,
    )


def is_by_correction(dossier: Dossier) -> bool:
    """Whether a dossier is an agent's only because somebody said so."""
    return any(one.signal == SIGNAL for one in dossier.evidence)


def unknown_labels(labels: Sequence[str], acts: Sequence[LabelAct]) -> tuple[Claim, ...]:
    """The claims whose label is on the pull request although nobody is known to have set it: these count for nothing."""
    newest = {act.claim: act.is_set for act in sorted(acts, key=lambda one: one.said_at)}
    shown = [claim for claim in (claim_of(label) for label in labels) if claim is not None]
    return tuple(dict.fromkeys(claim for claim in shown if not newest.get(claim, False)))


def _voice(act: LabelAct) -> Voice:
    return Voice(
        login=act.login,
        user_type=act.user_type,
        permission=act.permission,
        way=CORRECTION,
        says=Says.RELEASE,
        head_sha=act.head_sha,
        base=act.base,
        said_at=act.said_at,
    )


def _why_no_release(voice: Voice, subject: Subject, rules: ReleaseRules) -> str:
    return hear([voice], subject, rules).heard[0].why


def _why_no_writer(act: LabelAct) -> str:
    # Standing against a change takes write access and being a person: the same is asked of who says that an agent made it.
    heard = hear(
        [replace(_voice(act), says=Says.REFUSE)],
        Subject(act.head_sha, act.base, Severity.NONE, "", None, frozenset(), by_agent=False),
        ReleaseRules(),
    ).heard[0]
    return heard.why


def _why_no_withdrawal(act: LabelAct, subject: Subject, rules: ReleaseRules) -> str:
    why = _why_no_release(replace(_voice(act), head_sha=subject.head_sha, base=subject.base), subject, rules)
    if act.login == NOBODY:
        return "Nobody is known to have taken the label off."
    return f"{why} Until then it stays an agent's." if why else ""
