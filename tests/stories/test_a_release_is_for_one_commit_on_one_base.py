"""A release covers what was looked at, and nothing else: another commit, base or pull request is held again."""

from __future__ import annotations

from tests.stories.stage import CI, EVIL_CI, REPOSITORY, Stage

WORSE_CI = EVIL_CI.replace("setup.sh", "other.sh")


def test_a_new_push_is_held_again(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    stage.world.pulls.review(pull, "APPROVED", by="maria")
    stage.eventually_check(pull.head_sha, "success")

    new_head = stage.push("devin/fix", {".github/workflows/ci.yml": WORSE_CI})

    stage.eventually_check(new_head, "action_required")
    stage.eventually_stopped(new_head)


def test_an_approval_of_an_older_head_does_not_release(stage: Stage) -> None:
    pull = stage.open()
    old_head = pull.head_sha
    stage.eventually_check(old_head, "action_required")
    new_head = stage.push("devin/fix", {".github/workflows/ci.yml": WORSE_CI})
    stage.eventually_check(new_head, "action_required")

    stage.press("release", old_head, by="maria")

    stage.quiet()
    check = stage.check(new_head)
    assert check is not None
    assert check.conclusion == "action_required"


def test_the_runs_of_an_evil_push_are_stopped_although_a_clean_one_follows_at_once(stage: Stage) -> None:
    pull = stage.open(files={"src/prices.js": "export const tax = 0.19\n"})
    stage.eventually_check(pull.head_sha, "success")

    evil = stage.push("devin/fix", {".github/workflows/ci.yml": EVIL_CI})
    clean = stage.push("devin/fix", {".github/workflows/ci.yml": CI})

    stage.eventually_stopped(evil)
    stage.eventually_check(clean, "success")


def test_another_base_is_another_question(stage: Stage) -> None:
    stage.world.repositories.push(REPOSITORY, "release", {"VERSION": "1\n"}, by="zoe")
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    stage.world.pulls.review(pull, "APPROVED", by="maria")
    stage.eventually_check(pull.head_sha, "success")

    stage.world.pulls.edit(pull, by="rosa", base="release")

    stage.eventually_check(pull.head_sha, "action_required")


def test_a_second_pull_request_on_a_released_head_is_judged_before_it_is_green(stage: Stage) -> None:
    stage.world.repositories.push(REPOSITORY, "release", {"VERSION": "1\n"}, by="zoe")
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    stage.world.pulls.review(pull, "APPROVED", by="maria")
    stage.eventually_check(pull.head_sha, "success")

    stage.world.pulls.open(REPOSITORY, "devin/fix", by=pull.author, base="release")

    stage.eventually_check(pull.head_sha, "action_required")


def test_a_head_that_left_and_comes_back_is_held_again(stage: Stage) -> None:
    pull = stage.open()
    head = pull.head_sha
    stage.eventually_check(head, "action_required")
    stage.world.pulls.review(pull, "APPROVED", by="maria")
    stage.eventually_check(head, "success")
    other = stage.push("devin/fix", {".github/workflows/ci.yml": WORSE_CI})
    stage.eventually_check(other, "action_required")

    stage.world.repositories.push(REPOSITORY, "devin/fix", by="devin-ai-integration[bot]", sha=head)

    stage.eventually_check(head, "action_required")
