"""What became of a run, and the words for it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from gate.run_state import RunState, run_sentence, run_state

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def state_of(
    hold: str,
    status: str = "completed",
    asked: datetime | None = None,
    stopped: datetime | None = None,
    released: datetime | None = None,
) -> RunState:
    return run_state(hold=hold, status=status, stop_asked_at=asked, stopped_at=stopped, released_at=released)


@pytest.mark.parametrize("hold", ["fork", "token", "copilot", "github"])
def test_what_github_holds_is_held_by_github(hold: str) -> None:
    assert state_of(hold) is RunState.HELD_BY_GITHUB


def test_what_only_a_click_lets_go_says_so() -> None:
    assert state_of("unreleasable") is RunState.NEEDS_CLICK


def test_a_stop_that_is_asked_for_but_not_confirmed_is_no_stop_yet() -> None:
    assert state_of("stopped", "in_progress", asked=NOON) is RunState.STOPPING


def test_a_stop_that_was_asked_for_before_the_hold_was_written_is_seen() -> None:
    assert state_of("none", "in_progress", asked=NOON) is RunState.STOPPING


def test_a_confirmed_stop_is_stopped() -> None:
    assert state_of("stopped", asked=NOON, stopped=NOON) is RunState.STOPPED


@pytest.mark.parametrize("hold", ["none", "fork", "token", "copilot", "unreleasable", "stopped"])
def test_a_release_ends_every_hold(hold: str) -> None:
    assert state_of(hold, asked=NOON, stopped=NOON, released=NOON) is RunState.RELEASED


@pytest.mark.parametrize(("status", "state"), [("completed", RunState.FINISHED), ("queued", RunState.RUNNING)])
def test_a_run_that_nobody_holds_runs_or_has_finished(status: str, state: RunState) -> None:
    assert state_of("none", status) is state


@pytest.mark.parametrize("state", [RunState.STOPPED, RunState.STOPPING])
@pytest.mark.parametrize("begun", [0, 1, 5])
def test_stopped_is_never_called_held(state: RunState, begun: int) -> None:
    assert "held" not in run_sentence(state, begun)


@pytest.mark.parametrize(("begun", "words"), [(0, "before any step began"), (1, "1 step had"), (5, "5 steps had")])
def test_a_stopped_run_says_how_many_steps_had_begun(begun: int, words: str) -> None:
    assert words in run_sentence(RunState.STOPPED, begun)
