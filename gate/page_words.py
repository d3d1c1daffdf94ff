"""How pages show values: hostile text with what hides in it set apart, times, and the words for states and acts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from markupsafe import Markup, escape

from gate.hostile_text import pieces
from gate.plain_words import count, listing
from gate.run_state import RunState
from gate.store.page_rows import RunLine

STATE = {
    "pending": "Being looked at",
    "clear": "Clear",
    "held": "Held",
    "released": "Released",
    "refused": "Refused",
    "superseded": "Replaced by a newer commit",
    "unable": "Could not be judged",
}

ACT = {
    "clear": "Gate found nothing that waits for a person",
    "held": "Gate held it",
    "released": "was released",
    "refused": "was refused",
    "unable": "Gate could not judge it",
    "release_denied": "A release was not accepted",
    "stopped": "Gate stopped a run",
    "restopped": "Gate stopped a run that was started again",
    "run_released": "A run was let go",
    "expired": "A release ran out",
    "said_release": "said: release",
    "said_refuse": "said: refuse",
    "said_changes_requested": "requested changes",
    "said_dismissed": "took a review back",
    "said_agent": "said: an agent made it",
    "said_agent_off": "took the label “gate: agent” off",
    "said_not_agent": "said: no agent made it",
    "said_not_agent_off": "took the label “gate: not an agent” off",
}

WAY = {
    "review": "by a review",
    "button": "by the button on the check",
    "rerun": "by starting the run again",
    "dashboard": "on Gate’s page",
    "correction": "by a label",
    "fork": "held by GitHub",
    "token": "held by GitHub",
    "copilot": "held by GitHub",
    "github": "held by GitHub",
    "unreleasable": "held by GitHub",
    "stopped": "stopped by Gate before",
}

_QUOTED = re.compile(r"(`[^`\n]+`)")
_MOST_EXCERPT = 2000  # characters
_MOST_LINES = 40
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


def shown(text: str | None, limit: int = 2000) -> Markup:
    """Hostile text as HTML: escaped, with a mark around each thing that would not be seen."""
    parts = [
        Markup('<mark class="hidden-character">{}</mark>').format(piece) if is_hidden else escape(piece)
        for piece, is_hidden in pieces(text or "", limit)
    ]
    return Markup("").join(parts)


def shown_line(text: str | None, limit: int = 300) -> Markup:
    """The same on one line."""
    return shown((text or "").replace("\r\n", "⏎").replace("\n", "⏎").replace("\t", " "), limit)


def sentence(text: str | None, limit: int = 600) -> Markup:
    """A sentence on one line, with what backticks quote as code."""
    parts = [
        Markup("<code>{}</code>").format(shown_line(piece[1:-1])) if place % 2 else shown_line(piece, limit)
        for place, piece in enumerate(_QUOTED.split((text or "")[: limit + 1]))
    ]
    return Markup("").join(parts)


def first_upper(text: str) -> str:
    """The text with its first letter in upper case, and no other letter changed."""
    return text[:1].upper() + text[1:]


def excerpt(text: str, first: int | None) -> list[tuple[int | None, Markup]]:
    """The lines of an excerpt with their numbers, counted from `first`; None where the place has no line. A cut is said."""
    lines = text[:_MOST_EXCERPT].removesuffix("\n").split("\n")
    numbered: list[tuple[int | None, Markup]] = [
        (None if first is None else first + index, shown(line.removesuffix("\r"), 600))
        for index, line in enumerate(lines[:_MOST_LINES])
    ]
    if len(text) > _MOST_EXCERPT or len(lines) > _MOST_LINES:
        numbered.append((None, Markup('<mark class="hidden-character">… the rest is not shown here</mark>')))
    return numbered


def ago(at: datetime, now: datetime) -> str:
    """How long ago, in its largest unit: "3 hours ago"; "just now" within a minute, and for a clock that runs ahead."""
    return "just now" if now - at < timedelta(minutes=1) else f"{lasting(at, now)} ago"


def lasting(at: datetime, now: datetime) -> str:
    """How long since, in its largest unit: "3 hours"."""
    seconds = int((now - at).total_seconds())
    for unit, size in _UNITS:
        if seconds >= size:
            return count(seconds // size, unit)
    return "less than a minute"


def moment(at: datetime) -> str:
    """A time in full, in UTC: "2 Mar 2026, 12:04 UTC"."""
    return f"{at.day} {at:%b %Y, %H:%M} UTC"


def runs_in_words(runs: Sequence[RunLine]) -> str:
    """How many runs wait and how: "2 runs stopped, 1 held by GitHub"; empty when none does."""
    kinds = (
        (RunState.STOPPED, "stopped"),
        (RunState.STOPPING, "being stopped"),
        (RunState.HELD_BY_GITHUB, "held by GitHub"),
        (RunState.NEEDS_CLICK, "waiting for a person’s click on GitHub"),
    )
    parts: list[str] = []
    for state, words in kinds:
        number = sum(1 for run in runs if run.state is state)
        if number:
            parts.append(f"{number} {words}" if parts else f"{count(number, 'run')} {words}")
    return listing(parts)
