"""What became of a workflow run, and one honest sentence for it: what GitHub keeps is held, what Gate cancelled stopped."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum


class RunState(StrEnum):
    """Where one attempt of a workflow run stands."""

    HELD_BY_GITHUB = "held by GitHub"
    NEEDS_CLICK = "waiting for a click"
    STOPPING = "being stopped"
    STOPPED = "stopped"
    RELEASED = "released"
    RUNNING = "running"
    FINISHED = "finished"


def run_state(
    *,
    hold: str,
    status: str,
    stop_asked_at: datetime | None,
    stopped_at: datetime | None,
    released_at: datetime | None,
) -> RunState:
    """The state that the columns of a `runs` row amount to; `hold` and `status` are the words of those columns."""
    if released_at is not None:
        return RunState.RELEASED
    if hold in ("fork", "token", "copilot", "github"):
        return RunState.HELD_BY_GITHUB
    if hold == "unreleasable":
        return RunState.NEEDS_CLICK
    if hold == "stopped" or stop_asked_at is not None:
        return RunState.STOPPED if stopped_at is not None else RunState.STOPPING
    return RunState.FINISHED if status == "completed" else RunState.RUNNING


def run_sentence(state: RunState, begun: int) -> str:
    """What can be said of a run after "it is". `begun` is how many of its steps had begun before a stop took effect."""
    if state is RunState.STOPPED:
        return _stopped_sentence(begun)
    return {
        RunState.HELD_BY_GITHUB: "held by GitHub; nothing of it has run",
        RunState.NEEDS_CLICK: "held by GitHub, and only a person’s click on the page of the run lets it go",
        RunState.STOPPING: "being stopped; GitHub has not confirmed it yet, so steps may still run",
        RunState.RELEASED: "let go",
        RunState.RUNNING: "running; it is not held",
        RunState.FINISHED: "finished; it was not held",
    }[state]


def _stopped_sentence(begun: int) -> str:
    if begun == 0:
        return "stopped by Gate before any step began"
    if begun == 1:
        return "stopped by Gate after 1 step had begun; what that step did is done"
    return f"stopped by Gate after {begun} steps had begun; what they did is done"
