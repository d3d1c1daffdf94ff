"""The JSON of `VerdictRow.body`: what a verdict stands on, as pages and checks show it.

Written by the worker with every verdict, read by pages. A body without a part (an older row, a verdict still pending)
reads as that part's empty value; a part that is there and makes no sense raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from gate.store.contributions_json import contributions_from_json, contributions_to_json
from rules.dossier import Dossier, Evidence, EvidenceClass, Involvement, Kind
from rules.identity.contributions import Contributions
from rules.policy import Mode
from rules.release import CORRECTION

UNKNOWN_DOSSIER = Dossier(
    kind=Kind.HUMAN,
    agent=None,
    confidence=0.0,
    evidence_class=EvidenceClass.NONE,
    requester=None,
    involvement=Involvement.NONE,
)


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a release takes: how many people, and in one plain sentence who counts ("One person with write access ...")."""

    people: int = 0
    who: str = ""


@dataclass(frozen=True, slots=True)
class VoiceLine:
    """One voice as it was weighed: who, which way (review, button, dashboard), what was said, whether it counts, why."""

    login: str
    way: str
    says: str
    counts: bool
    why: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """A label of ours that was set or taken off: who, whether it counts, why not. `login` is empty and `at` None where nobody is known."""

    login: str
    label: str
    is_set: bool
    counts: bool
    why: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class PolicyLine:
    """The policy that was in force: where it came from, its digest, the keys that this version does not act on yet."""

    source: str = "defaults"
    digest: str = "defaults"
    not_in_force: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VerdictBody:
    """Everything that a page or a check says about a verdict and that has no column of its own.

    `reason` and `mend` are plain sentences: what is the case (for `unable`: what went wrong), and what to do about it.
    `author` and `committers` (logins in lower case) may not release their own work. `heard_from` is when this head came back
    after it had left: what was said before counts no more.
    """

    dossier: Dossier = UNKNOWN_DOSSIER
    requirement: Requirement = field(default_factory=Requirement)
    voices: tuple[VoiceLine, ...] = ()
    reason: str = ""
    mend: str = ""
    policy: PolicyLine = field(default_factory=PolicyLine)
    mode: Mode = Mode.ENFORCE
    author: str = ""
    committers: tuple[str, ...] = ()
    heard_from: datetime | None = None
    queue: str = ""
    corrections: tuple[CorrectionLine, ...] = ()
    contributions: Contributions | None = None

    @property
    def is_maker_known(self) -> bool:
        """Whether the dossier says anything. A verdict "unable" may come before anybody judged who made the change."""
        return self.dossier != UNKNOWN_DOSSIER

    @property
    def is_released_by_correction(self) -> bool:
        """Whether enough people released it, one of them by saying that no agent made it."""
        corrected = any(voice.counts and voice.way == CORRECTION for voice in self.voices)
        return corrected and self.people_so_far >= self.requirement.people

    @property
    def people_so_far(self) -> int:
        """How many different people have said "release" in a way that counts."""
        return len({voice.login.lower() for voice in self.voices if voice.counts and voice.says == "release"})

    def to_json(self) -> dict[str, Any]:
        """Plain values that `json.dumps` takes; times are ISO 8601 with their offset."""
        return {
            "dossier": _dossier_to_json(self.dossier),
            "requirement": {"people": self.requirement.people, "who": self.requirement.who},
            "voices": [_voice_to_json(voice) for voice in self.voices],
            "reason": self.reason,
            "mend": self.mend,
            "policy": {
                "source": self.policy.source,
                "digest": self.policy.digest,
                "not_in_force": list(self.policy.not_in_force),
            },
            "mode": self.mode.value,
            "author": self.author,
            "committers": list(self.committers),
            "heard_from": None if self.heard_from is None else self.heard_from.isoformat(),
            "queue": self.queue,
            "corrections": [_correction_to_json(line) for line in self.corrections],
            "contributions": None if self.contributions is None else contributions_to_json(self.contributions),
        }

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> VerdictBody:
        """The body that `to_json` wrote. Raises `ValueError`, `KeyError` or `TypeError` for one that makes no sense."""
        requirement = body.get("requirement", {})
        policy = body.get("policy", {})
        return cls(
            dossier=_dossier_from_json(body["dossier"]) if "dossier" in body else UNKNOWN_DOSSIER,
            requirement=Requirement(int(requirement.get("people", 0)), requirement.get("who", "")),
            voices=tuple(_voice_from_json(voice) for voice in body.get("voices", ())),
            reason=body.get("reason", ""),
            mend=body.get("mend", ""),
            policy=PolicyLine(
                policy.get("source", "defaults"),
                policy.get("digest", "defaults"),
                tuple(policy.get("not_in_force", ())),
            ),
            mode=Mode(body.get("mode", Mode.ENFORCE.value)),
            author=body.get("author", ""),
            committers=tuple(body.get("committers", ())),
            heard_from=datetime.fromisoformat(body["heard_from"]) if body.get("heard_from") else None,
            queue=body.get("queue", ""),
            corrections=tuple(_correction_from_json(line) for line in body.get("corrections", ())),
            contributions=contributions_from_json(body["contributions"]) if body.get("contributions") else None,
        )


def _dossier_to_json(dossier: Dossier) -> dict[str, Any]:
    return {
        "kind": dossier.kind.value,
        "agent": dossier.agent,
        "confidence": dossier.confidence,
        "evidence_class": dossier.evidence_class.word,
        "requester": dossier.requester,
        "involvement": dossier.involvement.value,
        "wholly_attested": dossier.wholly_attested,
        "unproven": list(dossier.unproven),
        "evidence": [
            {"signal": evidence.signal, "value": evidence.value, "class": evidence.evidence_class.word}
            for evidence in dossier.evidence
        ],
    }


def _dossier_from_json(body: Mapping[str, Any]) -> Dossier:
    return Dossier(
        kind=Kind(body["kind"]),
        agent=body["agent"],
        confidence=body["confidence"],
        evidence_class=EvidenceClass[body["evidence_class"].upper()],
        requester=body["requester"],
        involvement=Involvement(body["involvement"]),
        wholly_attested=body.get("wholly_attested", False),
        unproven=tuple(body.get("unproven", ())),
        evidence=tuple(
            Evidence(evidence["signal"], evidence["value"], EvidenceClass[evidence["class"].upper()])
            for evidence in body["evidence"]
        ),
    )


def _voice_to_json(voice: VoiceLine) -> dict[str, Any]:
    return {
        "login": voice.login,
        "way": voice.way,
        "says": voice.says,
        "counts": voice.counts,
        "why": voice.why,
        "at": voice.at.isoformat(),
    }


def _voice_from_json(body: Mapping[str, Any]) -> VoiceLine:
    return VoiceLine(
        login=body["login"],
        way=body["way"],
        says=body["says"],
        counts=body["counts"],
        why=body["why"],
        at=datetime.fromisoformat(body["at"]),
    )


def _correction_to_json(line: CorrectionLine) -> dict[str, Any]:
    return {
        "login": line.login,
        "label": line.label,
        "is_set": line.is_set,
        "counts": line.counts,
        "why": line.why,
        "at": None if line.at is None else line.at.isoformat(),
    }


def _correction_from_json(body: Mapping[str, Any]) -> CorrectionLine:
    return CorrectionLine(
        login=body["login"],
        label=body["label"],
        is_set=body["is_set"],
        counts=body["counts"],
        why=body["why"],
        at=None if body["at"] is None else datetime.fromisoformat(body["at"]),
    )
