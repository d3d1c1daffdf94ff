"""Teams and the organization: who is shown, and what follows from the sums. No person is named here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from gate.review_quality.configuration import Configuration
from gate.review_quality.drift import change_point, cusum
from gate.review_quality.proportion import proportion
from gate.review_quality.snapshot import Snapshot
from gate.review_quality.tail_tests import pairs_needed
from gate.review_quality.tally import Tally, rate, sum_tallies
from gate.review_quality.verdict_rule import group_verdict


def team_rows(snapshot: Snapshot, tallies: Mapping[str, Tally]) -> dict[str, dict[str, Any]]:
    """By team. A suppressed team shows how many people review in it and nothing else."""
    configuration = snapshot.configuration
    members: dict[str | None, list[Tally]] = defaultdict(list)
    for login, tally in tallies.items():
        members[snapshot.people.team(login)].append(tally)
    active = {team: sum(bool(tally.pairs) for tally in group) for team, group in members.items()}
    hidden = hidden_teams(active, configuration.k_min)
    rows: dict[str, dict[str, Any]] = {}
    for team in sorted(team for team in members if team is not None):
        row: dict[str, Any] = {"active_reviewers": active[team], "suppressed": team in hidden}
        if team not in hidden:
            row |= _figures(members[team], configuration)
        rows[team] = row
    return rows


def hidden_teams(active: Mapping[str | None, int], k_min: int) -> frozenset[str | None]:
    """The teams that are not shown, from their numbers of active reviewers; None stands for people without a team, who are
    never shown as one.

    A team is hidden below `k_min`. If that leaves exactly one group of people hidden, everybody's figures minus the shown
    teams' would be theirs, so the next smallest is hidden as well (of equals the first by name).
    """
    hidden = {team for team, count in active.items() if team is None or count < k_min}
    at_work = [team for team in hidden if active[team]]
    shown = sorted((count, team) for team, count in active.items() if team is not None and team not in hidden)
    if len(at_work) == 1 and shown:
        hidden.add(shown[0][1])
    return frozenset(hidden)


def organization_drift(snapshot: Snapshot, tallies: Mapping[str, Tally]) -> dict[str, Any]:
    """Drift over all decided pairs in order; the CUSUM's baseline is the rate of the first weeks."""
    configuration = snapshot.configuration
    total = sum_tallies(tallies.values())
    events = [pair.is_pushback for pair in snapshot.decided]
    p0 = rate(total.early)
    friction = proportion(*total.pushback, configuration.conf)
    return {
        "below_floor": friction.upper_one_sided is not None and friction.upper_one_sided < configuration.team_floor,
        "change_point": change_point(events, configuration.cp_prior),
        "cusum": None if p0 is None else cusum(events, p0, configuration.cusum_ratio, configuration.cusum_h),
        "n_needed_for_floor": pairs_needed(configuration.team_floor, configuration.alpha),
        "verdict": group_verdict(total.pushback, total.fast, total.drill_hits, configuration),
    }


def _figures(group: list[Tally], configuration: Configuration) -> dict[str, Any]:
    total = sum_tallies(group)
    return {
        "drill_hits": proportion(*total.drill_hits, configuration.conf),
        "fast": proportion(*total.fast, configuration.conf),
        "pushback": proportion(*total.pushback, configuration.conf),
        "silent": proportion(*total.silent, configuration.conf),
        "verdict": group_verdict(total.pushback, total.fast, total.drill_hits, configuration),
    }
