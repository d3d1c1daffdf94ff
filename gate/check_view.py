"""What the check run is about, as plain values: the worker fills it in, `gate.check_text` words it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gate.run_state import RunState
from gate.store.verdict_body import CorrectionLine
from rules.dossier import Evidence, EvidenceClass, Kind
from rules.finding import Inspection
from rules.identity.contributions import Contributions


class CheckState(StrEnum):
    """Where a commit stands. In observe mode it is the state that would be, and nothing is held."""

    PENDING = "pending"
    CLEAR = "clear"
    HELD = "held"
    RELEASED = "released"
    REFUSED = "refused"
    UNABLE = "unable"


@dataclass(frozen=True, slots=True)
class Maker:
    """Who made the change, how sure that is (0 to 1), and the strongest evidence. `agent` and `requester` are None when nobody can tell."""

    kind: Kind
    agent: str | None = None
    evidence_class: EvidenceClass = EvidenceClass.NONE
    evidence: Evidence | None = None
    requester: str | None = None
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class RunView:
    """One workflow run: its workflow and event, its state, the steps that had begun before a stop took effect, its page.

    `note` is one plain sentence on what else must be said ("GitHub refused the re-run: the workflow is disabled").
    """

    workflow: str
    event: str
    state: RunState
    steps: tuple[str, ...] = ()
    url: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class DeniedRelease:
    """Somebody tried to release and may not: who, and why in one plain sentence."""

    login: str
    reason: str


@dataclass(frozen=True, slots=True)
class CheckView:
    """Everything that the check run says of one commit.

    `who_may_release` is one plain sentence; `people_needed` and `released_by` count towards it. `reason` and `mend` are
    plain sentences: why it is so (for `unable`: what went wrong), and what a person can do about it. `holds_runs` and
    `holds_merge` say what is kept back. `inspection` is None while nobody has looked. `queue` says why it waits for its turn, if it does.
    """

    state: CheckState
    maker: Maker | None = None
    inspection: Inspection | None = None
    observe: bool = False
    holds_runs: bool = True
    holds_merge: bool = True
    reason: str = ""
    mend: str = ""
    runs: tuple[RunView, ...] = ()
    who_may_release: str = ""
    people_needed: int = 1
    released_by: tuple[str, ...] = ()
    refused_by: str = ""
    denied: tuple[DeniedRelease, ...] = ()
    policy_source: str = ""
    policy_not_in_force: tuple[str, ...] = ()
    page_url: str = ""
    head_sha: str = ""
    queue: str = ""
    corrections: tuple[CorrectionLine, ...] = ()
    contributions: Contributions | None = None
