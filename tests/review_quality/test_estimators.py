"""The estimators: worked values, and what must hold for any input."""

from __future__ import annotations

from datetime import datetime
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, special

from gate.review_quality.business_time import business_minutes
from gate.review_quality.concentration import concentration, gini
from gate.review_quality.configuration import Configuration
from gate.review_quality.drift import change_point, cusum
from gate.review_quality.proportion import proportion
from gate.review_quality.quantiles import quantile
from gate.review_quality.rank_correlation import spearman
from gate.review_quality.shrinkage import estimate_prior, shrunk
from gate.review_quality.signal_detection import detection
from gate.review_quality.survival import KaplanMeier, hazard
from gate.review_quality.tail_tests import (
    benjamini_hochberg,
    binomial_lower,
    binomial_upper,
    e_value,
    fisher_lower,
    fisher_upper,
    pairs_needed,
    poisson_binomial_lower,
)
from gate.review_quality.verdict_rule import group_verdict
from tests.review_quality.worked_log import VECTORS, differences

CHANCES = st.floats(0.01, 0.99)


@st.composite
def k_of_n(draw: st.DrawFn, smallest: int = 0) -> tuple[int, int]:
    n = draw(st.integers(smallest, 400))
    return draw(st.integers(0, n)), n


@pytest.mark.parametrize("row", VECTORS["proportions"], ids=lambda row: f"{row['k']} of {row['n']}")
def test_a_proportion_has_its_intervals(row):
    assert not differences(proportion(row["k"], row["n"], 0.95).document(), row)


@given(k_of_n(smallest=1))
def test_every_interval_contains_the_estimate(counts):
    k, n = counts
    share = proportion(k, n, 0.95).document()

    assert share["wilson"][0] <= share["rate"] <= share["wilson"][1]
    assert share["jeffreys"][0] <= share["rate"] <= share["jeffreys"][1]
    assert share["rate"] <= share["upper_one_sided"] <= 1


@pytest.mark.parametrize("row", VECTORS["binom_lower"], ids=str)
def test_a_lower_tail_of_the_binomial(row):
    assert not differences(binomial_lower(row["k"], row["n"], row["p0"]), row["p"])


@given(k_of_n(), CHANCES)
def test_the_two_tails_of_the_binomial_share_one_value(counts, chance):
    k, n = counts

    assert binomial_lower(k, n, chance) + binomial_upper(k + 1, n, chance) == pytest.approx(1)


@given(k_of_n(smallest=1), k_of_n(smallest=1))
def test_the_two_tails_of_fisher_share_one_value(own, others):
    total = fisher_lower(*own, *others) + fisher_upper(own[0] + 1, own[1], max(0, others[0] - 1), others[1])

    if others[0] > 0 and own[0] < own[1]:
        assert total == pytest.approx(1, abs=1e-7)


def test_fisher_finds_the_tea_taster():
    assert fisher_lower(1, 4, 3, 4) == pytest.approx(17 / 70)
    assert fisher_upper(3, 4, 1, 4) == pytest.approx(17 / 70)


def test_a_poisson_binomial_of_five_chances():
    row = VECTORS["poisson_binomial"]

    assert not differences([poisson_binomial_lower(k, row["ps"]) for k in range(6)], row["lower"])


@given(st.lists(CHANCES, max_size=7), st.integers(0, 7))
def test_a_poisson_binomial_is_the_sum_over_all_ways(chances, k):
    ways = 0.0
    for count in range(min(k, len(chances)) + 1):
        for chosen in combinations(range(len(chances)), count):
            ways += float(np.prod([chance if i in chosen else 1 - chance for i, chance in enumerate(chances)]))

    assert poisson_binomial_lower(k, chances) == pytest.approx(ways)


def test_a_poisson_binomial_of_many_equal_chances_is_a_binomial():
    assert poisson_binomial_lower(4800, {0.25: 20_000}) == pytest.approx(binomial_lower(4800, 20_000, 0.25), rel=1e-9)


def test_the_far_tail_of_a_poisson_binomial_keeps_its_accuracy():
    assert poisson_binomial_lower(0, {0.3: 40, 0.5: 40}) == pytest.approx(0.7**40 * 0.5**40, rel=1e-9)


@pytest.mark.parametrize(("p0", "n"), VECTORS["n_needed"].items())
def test_the_pairs_that_zero_must_hold_over(p0, n):
    assert pairs_needed(float(p0), 0.05) == n


def test_no_number_of_pairs_means_anything_against_a_baseline_of_nothing():
    assert pairs_needed(0.0, 0.05) is None


@pytest.mark.parametrize("row", VECTORS["e_value"], ids=str)
def test_an_e_value(row):
    assert not differences(e_value(row["k"], row["n"], row["p0"], 0.25), row["e"])


def test_adjusted_p_values():
    assert not differences(benjamini_hochberg(VECTORS["bh"]["p"]), VECTORS["bh"]["adjusted"])


@given(st.lists(st.floats(0, 1), max_size=30))
def test_adjusting_keeps_the_order_and_never_lowers(values):
    adjusted = benjamini_hochberg(values)

    assert all(q >= p for p, q in zip(values, adjusted, strict=True))
    assert [adjusted[i] for i in np.argsort(values, kind="stable")] == sorted(adjusted)


@pytest.mark.parametrize("row", VECTORS["business_minutes"], ids=lambda row: row["tz"])
def test_working_minutes_across_a_change_of_the_clock(row):
    begin, end = (np.asarray([datetime.fromisoformat(row[key]).timestamp()]) for key in ("from", "to"))

    assert business_minutes(begin, end, [row["tz"]], Configuration())[0] == pytest.approx(row["min"])


@given(
    st.floats(0, 1e6),
    st.floats(0, 1e6),
    st.floats(0, 1e6),
    st.sampled_from(["UTC", "Asia/Kolkata", "America/New_York"]),
)
def test_working_minutes_add_up(first, second, third, name):
    start = 1_772_000_000.0
    times = np.cumsum([start, first, second, third])
    parts = business_minutes(times[:-1], times[1:], [name] * 3, Configuration())
    whole = business_minutes(times[:1], times[-1:], [name], Configuration())

    assert parts.sum() == pytest.approx(whole[0], abs=1e-5)
    assert whole[0] <= (times[-1] - times[0]) / 60 + 1e-5


@pytest.mark.parametrize("row", VECTORS["change_point"], ids=str)
def test_a_change_point(row):
    row = dict(row)

    assert not differences(change_point(row.pop("xs"), 0.1), row)


def overlap(x: float, a: float, b: float, c: float, d: float) -> float:
    """The density of Beta(a, b) at x times the chance that Beta(c, d) lies below."""
    return float(x ** (a - 1) * (1 - x) ** (b - 1) / special.beta(a, b) * special.betainc(c, d, x))


@settings(max_examples=40)
@given(st.lists(st.booleans(), min_size=2, max_size=12))
def test_the_chance_of_a_drop_is_that_of_numeric_integration(events):
    """The closed recurrence, against the defining integral of P(rate before > rate after)."""
    n, total = len(events), sum(events)
    none = special.beta(total + 1, n - total + 1)
    weights, drops = [], []
    for place in range(1, n):
        a, c = sum(events[:place]) + 1, sum(events[place:]) + 1
        b, d = place - a + 2, n - place - c + 2
        weights.append(0.1 / (n - 1) * special.beta(a, b) * special.beta(c, d) / none)
        drops.append(integrate.quad(overlap, 0, 1, args=(a, b, c, d))[0])

    expected = sum(w * drop for w, drop in zip(weights, drops, strict=True)) / (sum(weights) + 0.9)
    found = change_point(events, 0.1)
    assert found is not None
    assert found["p_drop"] == pytest.approx(expected, abs=1e-8)


def test_a_cusum_signals_where_the_threshold_is_reached():
    events = [True, False, False, True] + [False] * 12

    assert not differences(cusum(events, 0.3, 1 / 3, 3), VECTORS["cusum"])


@pytest.mark.parametrize("baseline", [0.0, 1.0])
def test_no_drop_is_watched_for_where_there_is_no_baseline(baseline):
    assert cusum([False] * 9, baseline, 1 / 3, 5) is None
    assert e_value(0, 9, baseline, 0.25) is None


def test_certain_and_impossible_chances_only_shift_a_poisson_binomial():
    assert poisson_binomial_lower(1, [0.0, 1.0, 0.5]) == pytest.approx(0.5)


def test_a_working_day_may_end_at_midnight():
    begin, end = (
        np.asarray([1_772_402_400.0]),
        np.asarray([1_772_402_400.0 + 86_400]),
    )  # Sunday 22:00 to Monday 22:00 UTC
    configuration = Configuration(work_start_min=1320, work_end_min=1440)

    assert business_minutes(begin, end, ["UTC"], configuration)[0] == 0
    assert business_minutes(begin, end + 9_000, ["UTC"], configuration)[0] == pytest.approx(120)


def test_a_cusum_never_goes_below_zero():
    found = cusum([True] * 5, 0.3, 1 / 3, 5)

    assert found is not None
    assert found["final"] == 0


@pytest.mark.parametrize("row", VECTORS["dprime"], ids=str)
def test_sensitivity_and_criterion(row):
    row = dict(row)
    found = detection(row.pop("hits"), row.pop("n_sig"), row.pop("fas"), row.pop("n_noise"), 0.95)

    assert not differences(found, row)


@pytest.mark.parametrize("row", VECTORS["gini"], ids=str)
def test_a_gini_coefficient(row):
    assert gini(row["x"]) == pytest.approx(row["gini"])


def test_a_roster_without_work_has_no_concentration():
    assert concentration([0, 0], 0.95)["effective_reviewers"] is None


@pytest.mark.parametrize("row", VECTORS["group_verdict"], ids=str)
def test_a_group_is_judged_absolutely(row):
    assert group_verdict(row["friction"], row["fast"], row["drill"], Configuration()) == row["verdict"]


def test_a_quantile_lies_between_order_statistics():
    assert quantile([1, 2, 3, 4], 0.9) == pytest.approx(3.7)


def test_waiting_without_censoring_is_the_plain_share():
    curve = KaplanMeier(np.asarray([1.0, 2.0, 2.0, 5.0]), np.asarray([True] * 4))

    assert [curve.at(time, 0.95)[0] for time in (0, 1, 2, 5)] == [1, 0.75, 0.25, 0]
    assert curve.median == 2


def test_a_censored_wait_leaves_the_risk_set_after_the_events_of_its_time():
    curve = KaplanMeier(np.asarray([2.0, 2.0, 3.0]), np.asarray([True, False, True]))

    assert curve.at(2, 0.95)[0] == pytest.approx(2 / 3)


@given(st.lists(st.tuples(st.floats(0, 1e4), st.booleans()), min_size=1, max_size=40), st.floats(0, 1e4))
def test_the_interval_of_a_curve_contains_it(rows, time):
    durations = np.asarray([row[0] for row in rows])
    share, interval = KaplanMeier(durations, np.asarray([row[1] for row in rows])).at(time, 0.95)

    assert interval is None or interval[0] <= share <= interval[1]


@given(st.lists(st.tuples(st.floats(0, 1e4), st.booleans()), max_size=40))
def test_the_bins_of_a_hazard_hold_every_event_and_every_minute(rows):
    durations = np.asarray([row[0] for row in rows], dtype=float)
    bins = hazard(durations, np.asarray([row[1] for row in rows], dtype=bool), (0, 5, 60), 0.95)

    assert sum(row["events"] for row in bins) == sum(row[1] for row in rows)
    assert sum(row["waiting_min"] for row in bins) == pytest.approx(durations.sum())


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=30))
def test_a_rank_correlation_lies_in_its_interval_and_ignores_scale(points):
    x, y = (np.asarray(column, dtype=float) for column in zip(*points, strict=True))
    found = spearman(x, y, 0.95)

    if found is not None and found["ci"] is not None:
        assert found["ci"][0] <= found["rho"] <= found["ci"][1]
        rescaled = spearman(x**3, np.exp(y), 0.95)
        assert rescaled is not None
        assert rescaled["rho"] == pytest.approx(found["rho"])


@given(st.lists(k_of_n(smallest=1), min_size=2, max_size=12))
def test_a_shrunk_rate_lies_between_own_and_overall(counts):
    prior = estimate_prior(counts, (2, 200))

    if prior is not None:
        for k, n in counts:
            mean = shrunk(k, n, prior)["mean"]
            assert min(k / n, prior.mean) - 1e-9 <= mean <= max(k / n, prior.mean) + 1e-9
