"""Where the policy asks for proof, a person's commits without a signature are looked at like an agent's."""

from __future__ import annotations

from tests.stories.stage import EVIL_CI, REPOSITORY, Stage

CHANGED = {".github/workflows/ci.yml": EVIL_CI}


def _ask_for_proof(stage: Stage) -> None:
    text = "version: 1\nhuman_proof: required\n"
    stage.world.repositories.push(REPOSITORY, "main", {".github/gate.yml": text}, by="zoe")


def test_unsigned_commits_are_held_with_the_reason(stage: Stage) -> None:
    _ask_for_proof(stage)

    pull = stage.open("better-ci", CHANGED, by="rosa")

    stage.eventually_check(pull.head_sha, "action_required")
    row = stage.verdict(pull.number, pull.head_sha)
    assert row is not None
    assert pull.head_sha[:7] in row.body["reason"]
    assert row.kind == "human"


def test_signed_commits_are_not(stage: Stage) -> None:
    _ask_for_proof(stage)
    stage.push("better-ci", CHANGED, by="rosa", signature="-----BEGIN PGP SIGNATURE-----\n", is_verified=True)

    pull = stage.world.pulls.open(REPOSITORY, "better-ci", by="rosa")

    stage.eventually_check(pull.head_sha, "success")


def test_without_the_policy_nobody_is_asked(stage: Stage) -> None:
    pull = stage.open("better-ci", CHANGED, by="rosa")

    check = stage.eventually_check(pull.head_sha, "success")

    assert "70 % sure" in (check.summary or "")
