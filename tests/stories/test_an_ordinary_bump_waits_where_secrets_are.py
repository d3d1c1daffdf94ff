"""An ordinary bump holds the merge; where a job with secrets would run it, its runs are stopped too."""

from __future__ import annotations

from tests.stories.stage import CI, REPOSITORY, Stage

PINNED = "08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0"
CI_PATH = ".github/workflows/ci.yml"


def bumped(workflow: str) -> str:
    return workflow.replace(PINNED, "11bd71901bbe5b1630ceea73d27597364c9af683 # v5.0.1")


def test_without_secrets_the_runs_go_and_the_merge_waits(stage: Stage) -> None:
    pull = stage.open(files={CI_PATH: bumped(CI)})

    stage.eventually_check(pull.head_sha, "action_required")
    runs = stage.eventually_ran(pull.head_sha)

    assert {run.attempt for run in runs} == {1}


def test_with_secrets_the_runs_are_stopped(stage: Stage) -> None:
    shipping = CI + "        env:\n          TOKEN: ${{ secrets.REGISTRY_TOKEN }}\n"
    stage.world.repositories.push(REPOSITORY, "main", {CI_PATH: shipping}, by="zoe")
    pull = stage.open(files={CI_PATH: bumped(shipping)})

    stage.eventually_check(pull.head_sha, "action_required")

    stage.eventually_stopped(pull.head_sha)
