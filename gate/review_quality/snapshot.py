"""The log as it was known at one moment: histories and rows, from which every metric counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from gate.review_quality.approvals import Approval, list_approvals
from gate.review_quality.configuration import Configuration
from gate.review_quality.drills import DrillAnswer, list_answers
from gate.review_quality.event_log import Entry, EventLog
from gate.review_quality.events import Drill, PullRequestEvent, Review
from gate.review_quality.history import History, replay
from gate.review_quality.pairs import Pair, list_pairs
from gate.review_quality.people import People


class Made(NamedTuple):
    """What was made of one pull request's first so many events, to be taken over while no event is added."""

    events: int
    history: History
    pairs: list[Pair]


@dataclass(frozen=True)
class Snapshot:
    """What was known at `as_of` (seconds). `histories` are the agents' pull requests by number, drills and others apart."""

    as_of: float
    configuration: Configuration
    people: People
    entries: Sequence[Entry]
    histories: list[History]
    pairs: list[Pair]
    approvals: list[Approval]
    answers: list[DrillAnswer]
    quality: dict[str, Any]
    made: dict[int, Made]

    @cached_property
    def decided(self) -> list[Pair]:
        """The decided pairs in the order of their first decisions."""
        return sorted(
            (pair for pair in self.pairs if pair.is_decided),
            key=lambda pair: (pair.at, pair.pull_request, pair.reviewer),
        )


def take_snapshot(
    log: EventLog, configuration: Configuration, as_of: float, earlier: Snapshot | None = None
) -> Snapshot:
    """Replays the part of the log before `as_of`. A history of an `earlier` snapshot is taken over when no event has been
    added to its pull request since and the accounts are the same.
    """
    entries = [entry for entry in log.entries if entry.at < as_of]
    people = People(entry.event for entry in entries)
    by_number: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry.event, PullRequestEvent):
            by_number[entry.event.pull_request].append(entry)
    known = earlier.made if earlier is not None and earlier.people == people else {}
    made: dict[int, Made] = {}
    orphans = 0
    for number, own in by_number.items():
        if number in known and known[number].events == len(own):
            made[number] = known[number]
        elif (history := replay(own, people)) is not None:
            made[number] = Made(len(own), history, list_pairs(history, configuration))
        else:
            orphans += len(own)
    drilled = {entry.event.pull_request: entry.event for entry in entries if isinstance(entry.event, Drill)}
    agents = [
        made[number]
        for number in sorted(made)
        if number not in drilled and people.kind(made[number].history.author) == "agent"
    ]
    histories = [one.history for one in agents]
    quality = {
        "agent_prs": len(histories),
        "drill_prs": sum(number in drilled for number in made),
        "duplicates_dropped": log.duplicates,
        "ignored_after_as_of": len(log.entries) - len(entries),
        "orphan_events": orphans,
        "other_prs": sum(number not in drilled for number in made) - len(agents),
        "out_of_order_lines": log.out_of_order,
        "reviews_unknown_sha": sum(history.unknown_heads for history in histories),
        "unknown_review_actors": sorted({login for history in histories for login in history.unknown_reviewers}),
    }
    return Snapshot(
        as_of=as_of,
        configuration=configuration,
        people=people,
        entries=entries,
        histories=histories,
        pairs=[pair for one in agents for pair in one.pairs],
        approvals=list_approvals(
            histories, (entry for entry in entries if isinstance(entry.event, Review)), people, configuration
        ),
        answers=list_answers(drilled, by_number, configuration),
        quality=quality,
        made=made,
    )
