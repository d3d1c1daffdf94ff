"""The check's words on who did what: how sure, whose lines, who pushed, whose files, who corrected it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from gate.check_hands import correction_blocks, hands_line, sureness
from gate.store.verdict_body import CorrectionLine
from rules.dossier import Kind
from rules.identity.contributions import Contributions, Push, Share, Touch

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MIXED = Contributions(
    shares=(Share("human", 2, 90), Share("devin", 1, 10)),
    uncounted=0,
    pushes=(Push("ada", "a" * 40, 2, "human"), Push("devin[bot]", "b" * 40, 1, "devin")),
    touched=(Touch("Makefile", ("devin",), True),),
)


def test_one_line_tells_shares_pushes_and_files() -> None:
    (line,) = hands_line(MIXED)

    assert line == (
        "**Whose work:** a person (90 % of the changed lines, 2 commits) and `devin` (10 % of the changed lines, 1 commit). "
        "The last of 2 pushes was `devin[bot]`’s, and is judged `devin`’s work. Files with findings: `Makefile` by `devin`."
    )


def test_one_hands_work_takes_no_line() -> None:
    assert hands_line(None) == []


def test_lines_that_nobody_counted_are_not_guessed() -> None:
    uncounted = replace(MIXED, shares=(Share("human", 2, 0), Share("devin", 1, 0)), uncounted=3)

    (line,) = hands_line(uncounted)

    assert "%" not in line
    assert "3 commits without a count of lines" in line


def test_files_that_are_not_fully_known_are_told_so() -> None:
    (line,) = hands_line(replace(MIXED, touched=(Touch("Makefile", (), False),)))

    assert "do not tell the files of every commit" in line


def test_a_person_without_a_trace_is_no_certainty() -> None:
    assert sureness(Kind.HUMAN, 0.7) == " Gate is 70 % sure. An agent that leaves no trace looks the same."


def test_nothing_is_said_of_how_sure_where_nothing_was_judged() -> None:
    assert sureness(Kind.HUMAN, 0.0) == ""


def test_a_correction_says_who_and_which_label() -> None:
    line = CorrectionLine("maria", "gate: agent", True, True, "", NOON)

    assert correction_blocks([line]) == ["**Corrected:** `maria` set the label `gate: agent`."]


def test_one_that_does_not_count_says_why() -> None:
    line = CorrectionLine("eve", "gate: agent", False, False, "eve has no write access to this repository.", NOON)

    assert correction_blocks([line]) == [
        "`eve` took off the label `gate: agent`, which does not count: eve has no write access to this repository."
    ]


def test_a_label_of_nobody_says_what_to_do() -> None:
    line = CorrectionLine("", "gate: agent", True, False, "Take it off and set it again.", None)

    assert correction_blocks([line]) == ["The label `gate: agent` does not count: Take it off and set it again."]
