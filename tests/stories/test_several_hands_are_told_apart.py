"""A pull request of several hands says whose lines it is made of, who pushed, and whose commits touched what matters."""

from __future__ import annotations

from functools import partial

from gate.simulated_github.checks import CheckRun
from tests.stories.stage import AGENT, EVIL_CI, Stage

HERS = {"src/prices.js": "".join(f"export const price{number} = {number}\n" for number in range(9))}


def _tells(stage: Stage, head_sha: str, words: str) -> CheckRun | None:
    check = stage.check(head_sha)
    return check if check is not None and words in (check.summary or "") else None


def test_the_check_tells_shares_pushes_and_files(stage: Stage) -> None:
    pull = stage.open("prices", HERS, by="rosa")
    stage.eventually_check(pull.head_sha, "success")

    head = stage.push("prices", {".github/workflows/ci.yml": EVIL_CI})

    for words in (
        "a person (69 % of the changed lines, 1 commit)",
        "`devin` (31 % of the changed lines, 1 commit)",
        f"The last of 2 pushes was `{AGENT}`",
        "`.github/workflows/ci.yml` by `devin`",
    ):
        stage.eventually(f"the check tells {words}", partial(_tells, stage, head, words))


def test_it_is_on_the_record_of_the_verdict(stage: Stage) -> None:
    pull = stage.open("prices", HERS, by="rosa")
    stage.eventually_check(pull.head_sha, "success")

    head = stage.push("prices", {".github/workflows/ci.yml": EVIL_CI})

    stage.eventually_check(head, "action_required")
    row = stage.verdict(pull.number, head)
    assert row is not None
    assert {push[3] for push in row.body["contributions"]["pushes"]} == {"human", "devin"}


def test_the_work_of_one_hand_says_nothing_of_shares(stage: Stage) -> None:
    pull = stage.open()

    check = stage.eventually_check(pull.head_sha, "action_required")

    assert "Whose work" not in (check.summary or "")
