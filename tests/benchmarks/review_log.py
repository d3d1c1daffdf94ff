"""A review log of any size, the same at every run: `python -m tests.benchmarks.review_log FILE [pull requests] [reviewers]`.

Two years of an organization whose reviewers, agents, sizes, pushes, drills and regrets look like the small log of the tests.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

START = datetime(2026, 1, 5, tzinfo=UTC)
SPAN = timedelta(weeks=104)
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Africa/Lagos",
    "America/Los_Angeles",
    "Asia/Tokyo",
    "UTC",
)
PATHS = tuple(f"src/part{part}/module{module}.py" for part in range(40) for module in range(10))
FLAGGED = (
    (".github/workflows/ci.yml", "workflow", False),
    ("Makefile", "build", False),
    ("pyproject.toml", "dependency", False),
    ("uv.lock", "dependency", True),
)


class Generator:
    """Events with ids in the order of their making; about five to a pull request."""

    def __init__(self, pull_requests: int, reviewers: int) -> None:
        self._chance = random.Random(20260105)
        self._pull_requests = pull_requests
        self._people = [f"person-{number:04}" for number in range(reviewers)]
        self._habits = {person: self._chance.betavariate(2, 6) for person in self._people}
        self._made = 0

    def events(self) -> Iterator[dict[str, Any]]:
        """The whole log."""
        for number, person in enumerate(self._people):
            yield self._event(
                START,
                "user",
                login=person,
                kind="human",
                team=f"team-{number % max(1, len(self._people) // 8):03}",
                tz=self._chance.choice(ZONES),
                reviewer=True,
            )
        for agent in range(6):
            yield self._event(
                START, "user", login=f"agent-{agent}[bot]", kind="agent", team=None, tz="UTC", reviewer=False
            )
        yield self._event(START, "user", login="queue[bot]", kind="bot", team=None, tz="UTC", reviewer=False)
        for number in range(1, self._pull_requests + 1):
            yield from self._pull_request(number)

    def _event(self, at: datetime, name: str, **fields: Any) -> dict[str, Any]:
        self._made += 1
        stamp = at.replace(microsecond=0).isoformat().replace("+00:00", "Z")
        return {"id": f"e{self._made:08}", "ts": stamp, "type": name, **fields}

    def _files(self) -> list[dict[str, Any]]:
        chance = self._chance
        files = [
            {
                "p": path,
                "a": int(chance.lognormvariate(3, 1)) + 1,
                "d": int(chance.expovariate(0.1)),
                "c": "other",
                "g": False,
            }
            for path in chance.sample(PATHS, chance.randint(1, 5))
        ]
        if chance.random() < 0.2:
            path, category, generated = chance.choice(FLAGGED)
            files.append(
                {"p": path, "a": chance.randint(1, 20), "d": chance.randint(0, 5), "c": category, "g": generated}
            )
        return files

    def _pull_request(self, number: int) -> Iterator[dict[str, Any]]:
        chance = self._chance
        at = START + SPAN * (number / (self._pull_requests + 1))
        files = self._files()
        agent = f"agent-{chance.randrange(6)}[bot]"
        push = 0
        yield self._event(
            at,
            "opened",
            pr=number,
            repo=f"repository-{number % 60}",
            author=agent,
            requester=chance.choice(self._people),
            draft=False,
            sha=f"c{number}-0",
            files=files,
        )
        drill = chance.random() < 0.01
        reviewers = chance.sample(self._people, chance.choice((1, 1, 1, 2)))
        if drill:
            fields = {"kind": chance.choice(("signal", "control")), "difficulty": chance.choice(("easy", "hard"))}
            yield self._event(at, "drill", pr=number, assigned=reviewers[0], path=files[0]["p"], **fields)
        for reviewer in reviewers:
            at += timedelta(minutes=chance.expovariate(1 / 240) + 1)
            pushes_back = chance.random() < self._habits[reviewer]
            comment = {"p": files[0]["p"], "len": chance.randint(1, 200)}
            yield self._review(
                at, number, reviewer, push, "CHANGES_REQUESTED" if pushes_back else "APPROVED", [comment]
            )
            if pushes_back:
                if chance.random() < 0.2:
                    yield self._event(at, "closed", pr=number, actor=reviewer, merged=False)
                    return
                at += timedelta(minutes=chance.expovariate(1 / 60) + 1)
                push += 1
                delta = [{**files[0], "a": chance.randint(1, 40), "d": chance.randint(0, 10)}]
                sha = f"c{number}-{push}"
                yield self._event(
                    at, "synchronize", pr=number, actor=agent, sha=sha, forced=False, files=files, delta=delta
                )
                at += timedelta(minutes=chance.expovariate(1 / 60) + 1)
                yield self._review(at, number, reviewer, push, "APPROVED", [])
        at += timedelta(minutes=chance.expovariate(1 / 30))
        yield self._event(at, "closed", pr=number, actor="queue[bot]", merged=not drill)
        if not drill and chance.random() < 0.05:
            at += timedelta(days=chance.expovariate(1 / 7))
            yield self._event(at, "regret", pr=number, kind="revert", by_pr=number + 1)

    def _review(
        self, at: datetime, number: int, reviewer: str, push: int, state: str, comments: list[dict[str, Any]]
    ) -> dict[str, Any]:
        return self._event(
            at,
            "review",
            pr=number,
            actor=reviewer,
            review=f"r{self._made:08}",
            state=state,
            sha=f"c{number}-{push}",
            body_len=self._chance.choice((0, 0, 4, 40)),
            comments=comments,
        )


def write_log(path: Path, pull_requests: int, reviewers: int) -> None:
    """Writes the log, one event a line."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for event in Generator(pull_requests, reviewers).events():
            stream.write(json.dumps(event, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    count, people = ([int(word) for word in sys.argv[2:4]] + [100_000, 400][len(sys.argv[2:4]) :])[:2]
    write_log(Path(sys.argv[1]), count, people)
