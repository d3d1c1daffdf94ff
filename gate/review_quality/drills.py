"""Drills: planted problems and clean controls, the one direct measurement of attention.

They are reported for the organization and by difficulty; about a hundred per person would be needed for a personal grade
(Buser et al. 2025), so the only personal use is the bound of the verdict rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gate.review_quality.configuration import Configuration
from gate.review_quality.event_log import Entry
from gate.review_quality.events import Closed, Drill, DrillRevealed, Review
from gate.review_quality.proportion import proportion
from gate.review_quality.signal_detection import detection


@dataclass(frozen=True, slots=True)
class DrillAnswer:
    """What the assigned person did before the drill was revealed."""

    pull_request: int
    assigned: str
    kind: str
    difficulty: str
    responded: bool
    flagged: bool

    @property
    def is_answered_signal(self) -> bool:
        """Whether it carried a planted problem and the person answered."""
        return self.kind == "signal" and self.responded

    def document(self) -> dict[str, Any]:
        """As printed."""
        return {
            "assigned": self.assigned,
            "difficulty": self.difficulty,
            "flagged": self.flagged,
            "kind": self.kind,
            "pr": self.pull_request,
            "responded": self.responded,
        }


def list_answers(
    drilled: Mapping[int, Drill], by_number: Mapping[int, Sequence[Entry]], configuration: Configuration
) -> list[DrillAnswer]:
    """One row per drill, by number."""
    return [_answer(drill, by_number[number], configuration) for number, drill in sorted(drilled.items())]


def _answer(drill: Drill, entries: Sequence[Entry], configuration: Configuration) -> DrillAnswer:
    """Flagged: changes requested, closed unmerged, or a comment with substance on the planted path."""
    responded = flagged = False
    for entry in entries:
        match entry.event:
            case DrillRevealed():
                break
            case Review() as review if review.actor == drill.assigned:
                responded = True
                flagged |= review.state == "CHANGES_REQUESTED" or any(
                    comment.path == drill.path and comment.length >= configuration.substantive_len
                    for comment in review.comments
                )
            case Closed() as closed if closed.actor == drill.assigned:
                responded = True
                flagged |= not closed.merged
            case _:
                pass
    return DrillAnswer(drill.pull_request, drill.assigned, drill.kind, drill.difficulty, responded, flagged)


def drill_metrics(answers: Sequence[DrillAnswer], configuration: Configuration) -> dict[str, Any]:
    """R18: hit, miss and false-alarm rates of the answered drills, d' and criterion; unanswered ones apart."""
    signals = [answer for answer in answers if answer.is_answered_signal]
    controls = [answer for answer in answers if answer.kind == "control" and answer.responded]
    hits = sum(answer.flagged for answer in signals)
    alarms = sum(answer.flagged for answer in controls)
    levels = sorted({answer.difficulty for answer in signals})
    confidence = configuration.conf
    return {
        "by_difficulty": {
            level: proportion(
                sum(answer.flagged for answer in signals if answer.difficulty == level),
                sum(answer.difficulty == level for answer in signals),
                confidence,
            )
            for level in levels
        },
        "controls_responded": len(controls),
        "false_alarm_rate": proportion(alarms, len(controls), confidence),
        "hit_rate": proportion(hits, len(signals), confidence),
        "miss_rate": proportion(len(signals) - hits, len(signals), confidence),
        "no_response": sum(not answer.responded for answer in answers),
        "rows": [answer.document() for answer in answers],
        "sdt": detection(hits, len(signals), alarms, len(controls), confidence),
        "signals_responded": len(signals),
    }
