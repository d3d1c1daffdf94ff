"""The whole document of an event log: every metric now, the week before, and what may be said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gate.review_quality.concentration import concentration
from gate.review_quality.configuration import WEEK, Configuration
from gate.review_quality.coverage import describe_pull_request, friction_rate, pull_request_metrics
from gate.review_quality.drills import drill_metrics
from gate.review_quality.errors import EventLogError
from gate.review_quality.event_log import EventLog
from gate.review_quality.latency import latency_metrics
from gate.review_quality.layer_drills import layer_metrics
from gate.review_quality.operations import operation_metrics
from gate.review_quality.proportion import Proportion, proportion
from gate.review_quality.quantiles import quantile
from gate.review_quality.regret import list_follow_ups, personal_regrets, regret_metrics
from gate.review_quality.reviewers import reviewer_rows
from gate.review_quality.sensitive import sensitive_metrics
from gate.review_quality.shrinkage import estimate_prior
from gate.review_quality.snapshot import Snapshot, take_snapshot
from gate.review_quality.tally import Tally, tally_people
from gate.review_quality.teams import organization_drift, team_rows
from gate.review_quality.verdict_rule import INSUFFICIENT, SUSPECTED, WATCH, Judgement, judge_people, published

SCHEMA = "review-quality-expected/1"

# Significant digits in print: far below every tolerance, and the same on every machine.
_DIGITS = 12

# How many people a sentence "n reviewers meet the rule" may be about at least, where no person is named.
_FEWEST_FOR_COUNTS = 5


def measure(log: EventLog, configuration: Configuration, *, people: bool = True) -> dict[str, Any]:
    """The document as plain JSON values. Without `people` it holds no login of a person and no row about one.

    Raises EventLogError when the log has no event before the report time.
    """
    configuration = configuration.placed(log.first, log.last)
    if configuration.as_of is None or log.first >= configuration.as_of:
        raise EventLogError("line 1: no event before as_of")
    before = take_snapshot(log, configuration, (configuration.as_of - WEEK).timestamp())
    now = take_snapshot(log, configuration, configuration.as_of.timestamp(), earlier=before)
    friction_before = proportion(*friction_rate(before.histories), configuration.conf)
    verdicts_before = {
        login: judgement.verdict for login, judgement in judge_people(tally_people(before), configuration).items()
    }
    del before  # as large as the log
    tallies = tally_people(now)
    judgements = judge_people(tallies, configuration)
    told = {login: published(judgement.verdict, verdicts_before.get(login)) for login, judgement in judgements.items()}
    result = _result(now, tallies, judgements)
    document: dict[str, Any] = {
        "config": configuration.document(),
        "headline": _headline(result, told),
        "previous_week": {"friction_rate": friction_before, "verdicts": verdicts_before},
        "published_verdicts": told,
        "result": result,
        "schema": SCHEMA,
    }
    if not people:
        _leave_out_people(document)
    tables = document["result"].pop("tables")
    plain: dict[str, Any] = _plain(document)
    plain["result"]["tables"] = _plain_tables(tables)
    return plain


def _plain_tables(tables: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """Of the tables only that of approvals holds fractions, so the others need no second pass."""
    return {name: [_plain(row) for row in rows] if name == "approvals" else rows for name, rows in tables.items()}


def _result(snapshot: Snapshot, tallies: Mapping[str, Tally], judgements: Mapping[str, Judgement]) -> dict[str, Any]:
    configuration = snapshot.configuration
    counts = [tally.pushback for tally in tallies.values()]
    follow_ups = list_follow_ups(snapshot.histories, snapshot.as_of)
    prior = estimate_prior([count for count in counts if count[1]], configuration.shrink_m_bounds)
    return {
        "concentration": concentration([n for _, n in counts], configuration.conf),
        "drills": drill_metrics(snapshot.answers, configuration),
        "latency": latency_metrics(snapshot),
        "layer_drills": layer_metrics((entry.event for entry in snapshot.entries), configuration.conf),
        "ops": operation_metrics(snapshot.entries, snapshot.as_of, configuration.conf),
        "org_drift": organization_drift(snapshot, tallies),
        "pr_level": pull_request_metrics(snapshot),
        "quality": snapshot.quality,
        "regret": regret_metrics(follow_ups, configuration),
        "reviewers": reviewer_rows(snapshot, judgements, personal_regrets(follow_ups, configuration), prior),
        "sensitive": sensitive_metrics(snapshot),
        "shrinkage_prior": None if prior is None else prior.document(),
        "silence": _silence(snapshot),
        "speed": _speed(snapshot),
        "tables": {
            "approvals": [row.document() for row in snapshot.approvals],
            "pairs": [row.document() for row in snapshot.pairs],
            "prs": [describe_pull_request(history) for history in snapshot.histories],
        },
        "teams": team_rows(snapshot, tallies),
    }


def _silence(snapshot: Snapshot) -> dict[str, Any]:
    """R8 silent approvals, R14 words of substance per decided pair. Context, never a conviction."""
    words = [pair.substantive for pair in snapshot.pairs if pair.is_decided]
    eligible = [pair for pair in snapshot.pairs if pair.silence_counts]
    return {
        "mean_substantive_per_pair": float(np.mean(words)) if words else None,
        "median_substantive_per_pair": quantile(words, 0.5),
        "silent_approvals": proportion(
            sum(pair.is_silent for pair in eligible), len(eligible), snapshot.configuration.conf
        ),
    }


def _speed(snapshot: Snapshot) -> dict[str, Any]:
    """R9 haste, over the approvals that can be timed."""
    timed = [row for row in snapshot.approvals if row.is_timed]
    speeds = [row.speed for row in timed if row.speed is not None]
    return {
        "approvals": len(snapshot.approvals),
        "eligible": len(timed),
        "fast_session": sum(row.is_fast_session for row in timed),
        "fast_share": proportion(sum(row.is_fast for row in timed), len(timed), snapshot.configuration.conf),
        "fast_strict": sum(row.is_fast_strict for row in timed),
        "median_speed": quantile(speeds, 0.5),
        "p90_speed": quantile(speeds, 0.9),
    }


def _headline(result: Mapping[str, Any], told: Mapping[str, str]) -> dict[str, Any]:
    """The figures of the report's first lines; people as counts."""
    pull_requests, regret, drills = result["pr_level"], result["regret"]["any"]["mature"], result["drills"]["hit_rate"]
    friction, share = pull_requests["friction_rate"], result["sensitive"]["share"]
    unreviewed = pull_requests["merged_without_human_review"]
    verdicts = list(told.values())
    return {
        "approved_then_changed": pull_requests["merged_coverage"]["approved_stale"],
        "drills_caught": [drills.k, drills.n],
        "friction": [friction.k, friction.n, *(friction.wilson or (None, None))],
        "merged_without_human_review": [unreviewed.k, unreviewed.n],
        "regret_14d": [regret.k, regret.n],
        "reviewers_insufficient": verdicts.count(INSUFFICIENT),
        "reviewers_suspected": verdicts.count(SUSPECTED),
        "reviewers_watch": verdicts.count(WATCH),
        "sensitive_merged_unattended": result["sensitive"]["merged_levels"]["0"],
        "sensitive_share": [share.k, share.n],
    }


def _leave_out_people(document: dict[str, Any]) -> None:
    """Takes every personal row and login out; counts of people stay only where they are about five or more."""
    told = document.pop("published_verdicts")
    del document["previous_week"]["verdicts"]
    result = document["result"]
    for part, name in (("tables", "approvals"), ("tables", "pairs"), ("drills", "rows")):
        del result[part][name]
    del result["reviewers"]
    result["quality"]["unknown_review_actors"] = len(result["quality"]["unknown_review_actors"])
    if len(told) < _FEWEST_FOR_COUNTS:
        for name in ("reviewers_insufficient", "reviewers_suspected", "reviewers_watch"):
            document["headline"][name] = None


def _plain(value: Any) -> Any:
    """JSON values, floats rounded to what is printed. The types are exact: a long log has millions of values."""
    kind = type(value)
    if kind is float:
        return float(f"{value:.{_DIGITS}g}") + 0.0  # never a negative zero
    if kind is dict:
        return {name: _plain(part) for name, part in value.items()}
    if kind in (list, tuple):
        return [_plain(part) for part in value]
    return _plain(value.document()) if kind is Proportion else value
