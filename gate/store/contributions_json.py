"""The JSON of `VerdictBody.contributions`: who did what on a pull request of several hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.identity.contributions import Contributions, Push, Share, Touch


def contributions_to_json(told: Contributions) -> dict[str, Any]:
    """Plain values that `json.dumps` takes."""
    return {
        "shares": [[one.hand, one.commits, one.lines] for one in told.shares],
        "uncounted": told.uncounted,
        "pushes": [[one.login, one.head_sha, one.commits, one.hand] for one in told.pushes],
        "touched": [[one.path, list(one.hands), one.is_whole] for one in told.touched],
    }


def contributions_from_json(body: Mapping[str, Any]) -> Contributions:
    """What was written. Raises `KeyError`, `TypeError` or `ValueError` for anything else."""
    return Contributions(
        shares=tuple(Share(hand, commits, lines) for hand, commits, lines in body["shares"]),
        uncounted=body["uncounted"],
        pushes=tuple(Push(login, head_sha, commits, hand) for login, head_sha, commits, hand in body["pushes"]),
        touched=tuple(Touch(path, tuple(hands), is_whole) for path, hands, is_whole in body["touched"]),
    )
