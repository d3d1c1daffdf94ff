"""The verdict: what convicts, what never does, and how often it errs."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.review_quality.configuration import Configuration
from gate.review_quality.tally import Tally
from gate.review_quality.teams import hidden_teams
from gate.review_quality.verdict_rule import judge_people, published
from tests.review_quality.operating_characteristics import (
    LOOKS,
    careful,
    share_by,
    simulate_honest,
    simulate_odd,
    stamper,
)

DAY = 86_400.0


def person(login: str, k: int, n: int, *, days: float = 60, fast=(0, 0), silent=(0, 0), drill_hits=(0, 0)) -> Tally:
    """Pushback spread evenly, as nobody's drift would be."""
    tally = Tally(login, fast=fast, silent=silent, drill_hits=drill_hits)
    for index in range(n):
        pushed_back = (index * k) // n != ((index + 1) * k) // n
        tally.take(index * days * DAY / max(1, n - 1), "M-", pushed_back=pushed_back, is_early=False)
    return tally


def verdict_of(odd: Tally, peers_silent=(4, 10)):
    peers = [person(f"peer-{number}", 6, 24, silent=peers_silent, fast=(0, 12)) for number in range(5)]
    return judge_people({tally.login: tally for tally in [odd, *peers]}, Configuration())["odd"]


def test_no_pushback_alone_is_never_more_than_watch():
    assert verdict_of(person("odd", 0, 30)).verdict == "watch"


def test_no_pushback_and_silence_are_never_more_than_watch():
    judgement = verdict_of(person("odd", 0, 30, silent=(30, 30)))

    assert (judgement.silence, judgement.verdict) == (True, "watch")


def test_haste_alone_convicts_nobody():
    assert verdict_of(person("odd", 7, 30, fast=(10, 20))).verdict == "ok"


def test_no_pushback_and_haste_are_suspected():
    assert verdict_of(person("odd", 0, 30, fast=(10, 20))).verdict == "suspected"


def test_no_pushback_and_five_missed_drills_are_suspected():
    assert verdict_of(person("odd", 0, 30, drill_hits=(0, 5))).verdict == "suspected"


def test_four_missed_drills_are_too_few():
    assert verdict_of(person("odd", 0, 30, drill_hits=(0, 4))).verdict == "watch"


def test_haste_and_silence_are_watched():
    assert verdict_of(person("odd", 5, 30, fast=(10, 20), silent=(30, 30))).verdict == "watch"


REASONS = {
    "few_pairs": person("odd", 0, 11),
    "short_span": person("odd", 0, 30, days=20),
}


@pytest.mark.parametrize("reason", REASONS)
def test_too_little_is_said_to_be_too_little(reason):
    judgement = verdict_of(REASONS[reason])

    assert (judgement.verdict, judgement.reason) == ("insufficient_data", reason)


def test_a_low_baseline_needs_more_pairs():
    peers = [person(f"peer-{number}", 1, 20) for number in range(5)]
    tallies = {tally.login: tally for tally in [person("odd", 0, 30), *peers]}

    assert judge_people(tallies, Configuration())["odd"].reason == "low_power"


def test_somebody_alone_has_no_baseline():
    assert judge_people({"odd": person("odd", 0, 30)}, Configuration())["odd"].reason == "no_baseline"


def test_somebody_clearly_above_half_the_baseline_is_cleared_without_waiting():
    assert verdict_of(person("odd", 6, 8)).verdict == "ok"


@pytest.mark.parametrize(
    ("now", "before", "told"),
    [
        ("suspected", "suspected", "suspected"),
        ("suspected", "watch", "watch"),
        ("suspected", None, "watch"),
        ("watch", "suspected", "watch"),
        ("ok", "suspected", "ok"),
    ],
)
def test_suspicion_is_told_only_when_two_weeks_agree(now, before, told):
    assert published(now, before) == told


TEAMS = st.dictionaries(st.sampled_from([None, *"abcdef"]), st.integers(0, 9), min_size=1)


@given(TEAMS, st.integers(1, 6))
def test_no_small_team_is_shown(active, k_min):
    shown = set(active) - hidden_teams(active, k_min)

    assert all(team is not None and active[team] >= k_min for team in shown)


@given(TEAMS, st.integers(1, 6))
def test_the_whole_minus_the_shown_is_never_one_hidden_group(active, k_min):
    hidden = hidden_teams(active, k_min)
    groups = [team for team in hidden if active[team]]

    assert len(groups) != 1 or hidden == set(active)


@given(TEAMS, st.integers(1, 6))
def test_no_more_is_hidden_than_needed(active, k_min):
    needed = {team for team in active if team is None or active[team] < k_min}

    assert len(hidden_teams(active, k_min) - needed) <= 1


@cache
def honest_organizations():
    return simulate_honest(12)


def test_honest_people_are_hardly_ever_suspected():
    result = honest_organizations()

    assert result.told_ever <= 0.005
    assert result.any_told_ever <= 0.05


def test_low_pushback_alone_would_accuse_many_honest_people():
    assert honest_organizations().low_ever > 0.1


def test_a_stamper_at_two_pairs_a_week_is_found_by_week_twenty_six():
    assert share_by(simulate_odd(20, stamper(2, 0.5), 26), 26) >= 0.9


def test_a_careful_reviewer_of_good_changes_is_hardly_ever_suspected():
    assert share_by(simulate_odd(8, careful(), LOOKS), LOOKS) == 0
