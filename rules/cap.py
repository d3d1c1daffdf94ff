"""How many open pull requests of agents a repository takes at once, and which of them wait for their turn.

The oldest come first. Nothing is closed: what is beyond the cap waits until one before it is closed or merged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

OF_ONE_AGENT = "open_pull_requests"
OF_ALL_AGENTS = "all_open_pull_requests"


@dataclass(frozen=True, slots=True)
class OpenPull:
    """An open pull request of an agent."""

    number: int
    agent: str
    opened_at: datetime


@dataclass(frozen=True, slots=True)
class Queued:
    """A pull request beyond a cap. `place` is 1 for the next in line; `holders` are the pull requests that take the places.

    `agent` is None where the cap is on all agents together.
    """

    number: int
    agent: str | None
    limit: int
    place: int
    holders: tuple[int, ...]

    @property
    def why(self) -> str:
        """One plain sentence, and what changes it."""
        who = self.agent or "all agents together"
        may = f"{'one open pull request' if self.limit == 1 else f'{self.limit} open pull requests'}"
        shown = ", ".join(f"#{number}" for number in self.holders[:10])
        more = f" and {len(self.holders) - 10} more" if len(self.holders) > 10 else ""
        place = "next in line" if self.place == 1 else f"number {self.place} in line"
        return (
            f"Beyond the cap: the policy lets {who} have {may} here at once ({shown}{more}); this one is {place}. "
            "It moves up by itself when one of those is closed or merged."
        )


def queue(pulls: Iterable[OpenPull], caps: Mapping[str, int]) -> dict[int, Queued]:
    """Which pull requests wait, by number. `caps` holds the policy's two caps; one that is absent caps nothing."""
    of_one, of_all = caps.get(OF_ONE_AGENT), caps.get(OF_ALL_AGENTS)
    taken: list[OpenPull] = []
    waiting: Counter[str | None] = Counter()
    queued: dict[int, Queued] = {}
    for pull in sorted(pulls, key=lambda one: (one.opened_at, one.number)):
        own = [one.number for one in taken if one.agent == pull.agent]
        if of_one is not None and len(own) >= of_one:
            agent: str | None = pull.agent
            limit, holders = of_one, own
        elif of_all is not None and len(taken) >= of_all:
            agent, limit, holders = None, of_all, [one.number for one in taken]
        else:
            taken.append(pull)
            continue
        waiting[agent] += 1
        queued[pull.number] = Queued(pull.number, agent, limit, waiting[agent], tuple(holders))
    return queued
