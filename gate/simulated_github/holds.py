"""Which runs GitHub keeps from starting, and what it answers to those who want to let them go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.simulated_github.accounts import Account
from gate.simulated_github.pulls import PULL_REQUEST_ACTIONS
from gate.simulated_github.refusals import Refusal
from gate.simulated_github.runs import HoldKind, WorkflowRun

if TYPE_CHECKING:
    from gate.simulated_github.world import World

NOT_A_FORK = "This run is not from a fork pull request or queued by the Actions bot"
"""GitHub's words when the approve call meets a run that it does not take."""

NEEDS_A_SESSION = "This workflow run must be approved by a collaborator in the web interface."
"""Ours: what the API answers for a run held as potentially malicious is not documented."""


def hold_of(world: World, run: WorkflowRun) -> HoldKind | None:
    """The kind of hold that a new run or a new attempt meets, or None."""
    actor = run.triggering_actor
    if run.repository.holds_suspicious_runs and run.attempt == 1:
        return HoldKind.SUSPICIOUS
    if actor.is_github_agent and run.repository.copilot_needs_approval:
        return HoldKind.GITHUB_AGENT
    if (
        actor is world.accounts.actions
        and run.event == "pull_request"
        and run.action in PULL_REQUEST_ACTIONS
        and run.attempt == 1
    ):
        return HoldKind.ACTIONS_BOT
    is_fork_run = run.pull is not None and run.pull.is_from_fork and run.event != "pull_request_target"
    if is_fork_run and run.attempt == 1 and _needs_fork_approval(world, run):
        return HoldKind.FORK
    return None


def refuse_approval(run: WorkflowRun) -> None:
    """Raises `Refusal` unless the approve call lets this run go."""
    if run.hold is HoldKind.SUSPICIOUS:
        raise Refusal(403, NEEDS_A_SESSION)
    # Runs of reviews are refused too (seen by others, not promised).
    is_fork_hold = run.hold is HoldKind.FORK and run.event != "pull_request_review"
    is_taken = is_fork_hold or (run.hold is HoldKind.ACTIONS_BOT and run.repository.actions_bot_approvable)
    if not is_taken or not run.awaits_approval:
        raise Refusal(403, NOT_A_FORK)


def _needs_fork_approval(world: World, run: WorkflowRun) -> bool:
    """Author or actor of a fork's run needs approval, by the repository's policy."""
    accounts = [run.actor] if run.pull is None else [run.pull.author, run.actor]
    return any(_is_outsider(world, run, account) for account in accounts)


def _is_outsider(world: World, run: WorkflowRun, account: Account) -> bool:
    repository = run.repository
    policy = repository.fork_approval
    if policy == "none" or repository.may_write(account):
        return False
    if policy == "all_external_contributors":
        return True
    has_contributed = any(
        pull.merged_at is not None and pull.author is account for pull in world.pulls.of_repository(repository)
    )
    if policy == "first_time_contributors_new_to_github":
        return account.is_new and not has_contributed
    return not has_contributed
