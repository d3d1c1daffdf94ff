"""From what was seen and who made it to what is held: the two dials, and the states of a verdict.

pending ──judged──▶ clear                      nothing in it needs a person
                 └▶ held ──enough people──▶ released
                      ▲ └──somebody says no──▶ refused
                      └── changes requested, a new commit (a verdict of its own), a voice taken back
unable: Gate, GitHub or the policy failed; never green.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.dossier import Dossier, Kind
from rules.finding import Category, Finding, Inspection, Severity
from rules.identity.proof import UNSEEN
from rules.policy import Mode, People, Policy
from rules.release import CORRECTION, Hearing


class State(StrEnum):
    """The life of a verdict."""

    PENDING = "pending"
    CLEAR = "clear"
    HELD = "held"
    RELEASED = "released"
    REFUSED = "refused"
    SUPERSEDED = "superseded"
    UNABLE = "unable"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a change needs before anybody spoke.

    `is_gated`: whether its maker is gated at all. `findings` are those that count under the policy; `severity` is their highest.
    `why` is one plain sentence.
    """

    is_gated: bool
    findings: tuple[Finding, ...]
    severity: Severity
    holds_runs: bool
    holds_merge: bool
    why: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows: the state, and what is held right now. `would_hold` is set in observe mode only."""

    state: State
    severity: Severity
    holds_runs: bool
    holds_merge: bool
    would_hold: bool
    why: str


# What a known dependency bot is for: bumping what is already there. Anything else is looked at like an agent's.
_REMIT_REASONS = frozenset({"dependency-bump", "action-bump", "major-version-new", "sensitive-file-edited"})
_REMIT_CATEGORIES = frozenset(
    {Category.DEPENDENCY_MANIFEST, Category.DEPENDENCY_LOCK, Category.WORKFLOW, Category.CONTAINER}
)

PRIVILEGED_REACH = "privileged-reach"
"""The tag of a file that a run with secrets, a write token, OIDC, an environment or a self-hosted runner executes."""


def judge(inspection: Inspection, dossier: Dossier, policy: Policy) -> Judgement:
    """Decides what a change needs: pure, and monotone in the findings (one more never holds less)."""
    findings, is_gated, why = _counted(inspection, dossier, policy)
    severity = max((finding.severity for finding in findings), default=Severity.NONE)
    reached = {report.path for report in inspection.files if PRIVILEGED_REACH in report.tags}
    privileged = any(finding.path in reached for finding in findings)
    return Judgement(
        is_gated=is_gated,
        findings=findings,
        severity=severity,
        holds_runs=policy.hold_runs.at(severity) or (policy.hold_merge.at(severity) and privileged),
        holds_merge=policy.hold_merge.at(severity),
        why=why,
    )


def decide(judgement: Judgement, hearing: Hearing, mode: Mode) -> Verdict:
    """Decides the state from what a change needs and what people said; a hold ends only by a release."""
    holds = judgement.holds_runs or judgement.holds_merge
    if not holds:
        return Verdict(State.CLEAR, judgement.severity, False, False, False, judgement.why)
    if mode is Mode.OBSERVE:
        return Verdict(State.CLEAR, judgement.severity, False, False, True, judgement.why)
    if hearing.refusals:
        why = f"{_names(hearing.refusals)} refused this commit."
        return Verdict(State.REFUSED, judgement.severity, judgement.holds_runs, True, False, why)
    if hearing.is_released:
        return Verdict(State.RELEASED, judgement.severity, False, False, False, _released_why(hearing))
    why = judgement.why
    if hearing.objections:
        why = f"{_names(hearing.objections)} requested changes. {why}"
    return Verdict(State.HELD, judgement.severity, judgement.holds_runs, judgement.holds_merge, False, why)


def in_queue(judgement: Judgement, why: str) -> Judgement:
    """The judgement of a change that waits for its turn (`rules.cap`): all of it is held, and `why` stands first."""
    return replace(judgement, holds_runs=True, holds_merge=True, why=f"{why} {judgement.why}")


def needs_reading(dossier: Dossier, policy: Policy) -> bool:
    """Whether anything in a change could hold it, so that it has to be read."""
    is_open = policy.people is People.OFF and not _lacks_proof(dossier, policy) and UNSEEN not in dossier.unproven
    return dossier.kind is not Kind.HUMAN or not is_open


def _lacks_proof(dossier: Dossier, policy: Policy) -> bool:
    return policy.human_proof and bool(dossier.unproven)


def _released_why(hearing: Hearing) -> str:
    counted = [one.voice for one in hearing.heard if one.counts]
    correcting = tuple(sorted(voice.login for voice in counted if voice.way == CORRECTION))
    said = f" {_names(correcting)} {'says' if len(correcting) == 1 else 'say'} that no agent made it."
    return f"Released by {_names(tuple(sorted(voice.login for voice in counted)))}.{said if correcting else ''}"


def _counted(inspection: Inspection, dossier: Dossier, policy: Policy) -> tuple[tuple[Finding, ...], bool, str]:
    findings = inspection.findings
    if dossier.kind is Kind.AGENT and dossier.confidence >= policy.gate_from:
        return findings, True, _agent_why(findings)
    if dossier.kind in (Kind.DEPENDENCY_BOT, Kind.AUTOMATION) and not dossier.wholly_attested:
        return findings, True, f"Not all of this is attested to be {_what(dossier)}'s own work. {_agent_why(findings)}"
    if dossier.kind in (Kind.DEPENDENCY_BOT, Kind.AUTOMATION):
        beyond = tuple(finding for finding in findings if not _within_remit(finding, dossier.kind))
        if beyond:
            return beyond, True, f"{_what(dossier).capitalize()} changed more than it is for: {_count(beyond)}."
        return (), True, f"{_what(dossier).capitalize()}, within what it is for."
    if _lacks_proof(dossier, policy):
        return findings, True, f"{_unproven(dossier)} {_agent_why(findings)}"
    if UNSEEN in dossier.unproven:
        return (
            findings,
            True,
            f"GitHub does not show all of its commits; an agent's may be among them. {_agent_why(findings)}",
        )
    if policy.people is People.ALL:
        return findings, True, _agent_why(findings)
    if policy.people is People.CRITICAL:
        critical = tuple(finding for finding in findings if finding.severity is Severity.CRITICAL)
        return critical, True, _agent_why(critical) if critical else "A person's change without a critical finding."
    return (), False, "A person's change: the policy does not hold these."


def _unproven(dossier: Dossier) -> str:
    shown = ", ".join(sha[:7] if sha != UNSEEN else "those that GitHub did not show" for sha in dossier.unproven[:5])
    left = len(dossier.unproven) - 5
    more = f" and {left} more" if left > 0 else ""
    return (
        f"The policy asks for proof of people's commits, and nothing ties these to their author's key: {shown}{more}. "
        "The change is looked at like an agent's."
    )


def _what(dossier: Dossier) -> str:
    return "a known dependency bot" if dossier.kind is Kind.DEPENDENCY_BOT else "known automation"


def _within_remit(finding: Finding, kind: Kind) -> bool:
    if finding.severity > Severity.REVIEW:
        return False
    if kind is Kind.AUTOMATION:
        return finding.category is not Category.WORKFLOW
    return finding.reason in _REMIT_REASONS and finding.category in _REMIT_CATEGORIES


def _agent_why(findings: tuple[Finding, ...]) -> str:
    if not findings:
        return "Nothing in this change can run, steer a run, or hide from a reader."
    return f"{_count(findings)} to look at before this may run or merge."


def _count(findings: tuple[Finding, ...]) -> str:
    return f"{len(findings)} finding{'' if len(findings) == 1 else 's'}"


def _names(logins: tuple[str, ...]) -> str:
    return " and ".join(logins)
