"""The story that the demo plays: what people and the agent do on GitHub, and what must come true of Gate each time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from gate.commands.demo import scenery
from gate.commands.demo.screen import Screen
from gate.errors import GateError
from gate.simulated_github import SimulatedGitHub, WorkflowRun
from gate.simulated_github.checks import CheckRun

PATIENCE_SECONDS = 45
Found = TypeVar("Found")


class StoryError(GateError):
    """A step of the story did not come true."""

    explain = "The demo shows what Gate does, and here it did not. Please report it."


class Story:
    """Plays the story once. `pauses` asks the person at the keyboard before each decision."""

    def __init__(self, github: SimulatedGitHub, screen: Screen, page: str, *, pauses: bool) -> None:
        self._github, self._screen, self._page, self._pauses = github, screen, page, pauses
        self._world = github.world

    def play(self) -> None:
        """All scenes in order. Raises StoryError at the first step that does not come true."""
        self._screen.open(self._page)
        self._asked()
        first = self._opened()
        self._held(first)
        self._refused(first)
        second = self._pushed_again(first)
        self._released(second)
        self._screen.close("That was the whole story: held, refused, held again for the new commit, released, run.")

    def _asked(self) -> None:
        self._screen.scene(
            f"{scenery.REQUESTER} asks {scenery.AGENT} for an update",
            f"“{scenery.REQUEST}”",
            "The agent reads the README of the new version. A browser does not show the comment in it; the agent reads it.",
        )
        self._screen.show_text("node_modules/paging-kit/README.md", scenery.PACKAGE_README)

    def _opened(self) -> str:
        self._screen.scene(
            "The agent opens a pull request",
            "It updates the package as asked. It also does what the comment told it: a new script, and CI runs it with write access.",
        )
        message = f"{scenery.TITLE}\n\nCo-authored-by: {scenery.REQUESTER} <{scenery.REQUESTER}@example.com>"
        self._world.repositories.push(
            scenery.REPOSITORY, scenery.BRANCH, scenery.FIRST_COMMIT, by=scenery.AGENT, message=message
        )
        pull = self._world.pulls.open(
            scenery.REPOSITORY,
            scenery.BRANCH,
            by=scenery.AGENT,
            title=scenery.TITLE,
            body=scenery.REQUEST,
            assignees=[scenery.REQUESTER],
        )
        self._screen.came_true(f"pull request #{pull.number} is open, and GitHub queues its workflow run")
        return pull.head_sha

    def _held(self, head_sha: str) -> None:
        self._screen.scene("Gate stops the run and holds the pull request", "Nobody had to look first.")
        runs = self._until("its run is stopped", lambda: self._over(head_sha, {"cancelled"}))
        self._screen.show_runs(runs)
        check = self._until(
            "the required check says why, and what to read first", lambda: self._check(head_sha, "action_required")
        )
        self._screen.show_check(check)

    def _refused(self, head_sha: str) -> None:
        self._screen.scene(
            f"{scenery.REVIEWER} reads the script first, as the check says",
            "It sends the environment of the build, secrets included, to a host that this repository never talked to.",
        )
        self._pause(f"refuse it as {scenery.REVIEWER}")
        self._press("refuse", head_sha)
        check = self._until("the check fails: this commit cannot merge", lambda: self._check(head_sha, "failure"))
        self._screen.came_true(check.title or "")

    def _pushed_again(self, first: str) -> str:
        self._screen.scene(
            "The agent pushes again, without the script",
            "One new right for CI is left, and the description now says what for. A word about one commit is no word about another:",
        )
        pull = self._world.pulls.with_head(self._world.repositories.get(scenery.REPOSITORY), first)[0]
        self._world.pulls.edit(pull, by=scenery.AGENT, body=scenery.SECOND_BODY)
        head_sha = self._world.repositories.push(
            scenery.REPOSITORY, scenery.BRANCH, scenery.SECOND_COMMIT, by=scenery.AGENT, message="Drop the cache script"
        )
        runs = self._until("the run of the new commit is stopped as well", lambda: self._over(head_sha, {"cancelled"}))
        self._screen.show_runs(runs)
        check = self._until("the new commit is held", lambda: self._check(head_sha, "action_required"))
        self._screen.show_check(check)
        return head_sha

    def _released(self, head_sha: str) -> None:
        self._screen.scene(f"{scenery.REVIEWER} reads what is left, and releases this commit")
        self._pause(f"release it as {scenery.REVIEWER}")
        self._press("release", head_sha)
        check = self._until("the check is green", lambda: self._check(head_sha, "success"))
        self._screen.came_true(check.title or "")
        runs = self._until(
            "the stopped run is run again, at the same commit", lambda: self._over(head_sha, {"success"})
        )
        self._screen.show_runs(runs)

    def _press(self, button: str, head_sha: str) -> None:
        # A person reads before pressing; the button is about what the check shows, which may still become more.
        check = self._world.checks.of_commit(scenery.REPOSITORY, head_sha, "gate")[0]
        shown: object = None
        while shown != (shown := [one["identifier"] for one in check.action_buttons]):
            time.sleep(1.0)
        self._world.checks.press(check, button, by=scenery.REVIEWER)

    def _pause(self, what: str) -> None:
        if self._pauses:
            self._screen.ask(what)

    def _check(self, head_sha: str, conclusion: str) -> CheckRun | None:
        found = self._world.checks.of_commit(scenery.REPOSITORY, head_sha, "gate")
        return found[0] if found and found[0].conclusion == conclusion else None

    def _over(self, head_sha: str, conclusions: set[str]) -> Sequence[WorkflowRun]:
        runs = self._world.actions.of_commit(scenery.REPOSITORY, head_sha)
        return runs if runs and all(run.conclusion in conclusions for run in runs) else []

    def _until(self, what: str, so: Callable[[], Found | None]) -> Found:
        until = time.monotonic() + PATIENCE_SECONDS
        while not (found := so()):
            if time.monotonic() > until:
                self._screen.failed(what)
                raise StoryError(f"a step of the story did not come true: {what}")
            time.sleep(0.05)
        self._screen.came_true(what)
        return found
