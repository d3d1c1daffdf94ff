"""`gate metrics` as a program: what it prints, and one line for what it cannot read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gate.commands.metrics import command
from gate.errors import InputError
from tests.review_quality.worked_log import EVENTS, EXPECTED, differences

USER = b'{"id":"1","ts":"2026-02-02T00:00:00Z","type":"user","login":"ana","kind":"human","team":null,"tz":"UTC","reviewer":true}'


def metrics(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "gate", "metrics", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


def test_the_worked_log_gives_its_document(tmp_path: Path):
    constants = tmp_path / "constants.json"
    constants.write_text(json.dumps(EXPECTED["config"]), encoding="utf-8")
    done = metrics("--events", str(EVENTS), "--config", str(constants))

    assert (done.returncode, done.stderr) == (0, b"")
    expected = {part: value for part, value in EXPECTED.items() if part != "vectors"}
    assert not differences(json.loads(done.stdout), expected)


def test_a_log_is_read_from_standard_input_and_people_are_left_out():
    done = metrics("--events", "-", "--no-people", stdin=EVENTS.read_bytes())

    assert done.returncode == 0
    assert "reviewers" not in json.loads(done.stdout)["result"]


BAD_LINES = {
    "not JSON": b"{",
    "not UTF-8": b'{"id":"2","ts":"2026-02-02T00:00:00Z","type":"tools","agent":"\xff","n":1}',
    "an unknown type": b'{"id":"2","ts":"2026-02-02T00:00:00Z","type":"party"}',
    "a key is missing": b'{"id":"2","ts":"2026-02-02T00:00:00Z","type":"tools","n":1}',
    "a time without offset": b'{"id":"2","ts":"2026-02-02T00:00:00","type":"tools","agent":"a","n":1}',
    "a negative count": b'{"id":"2","ts":"2026-02-02T00:00:00Z","type":"tools","agent":"a","n":-1}',
    "an unknown time zone": USER.replace(b'"UTC"', b'"../../etc/passwd"').replace(b'"1"', b'"2"'),
    "nested without end": b'{"id":' + b"[" * 100_000,
    "longer than any event": b" " * (16 * 1024 * 1024 + 1),
    "a line break inside a word": b'{"id":"2","ts":"2026-02-02T00:00:00Z","type":"a\\nb"}',
}


def refusal(events: str, constants: Path | None = None) -> str:
    """The one line that the program prints."""
    with pytest.raises(InputError) as refused:
        command(events, constants)
    return str(refused.value)


@pytest.mark.parametrize("case", BAD_LINES)
def test_a_bad_line_is_one_line_with_its_number(tmp_path: Path, case):
    log = tmp_path / "events.jsonl"
    log.write_bytes(USER + b"\n\n" + BAD_LINES[case] + b"\n")
    line = refusal(str(log))

    assert line.startswith(f"{log}: line 3: ")
    assert line.isprintable()


def test_a_bad_line_ends_in_status_two_without_a_traceback():
    done = metrics("--events", "-", stdin=b"{\n")

    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"gate: standard input: line 1: ")
    assert done.stderr.count(b"\n") == 1


def test_an_empty_log_is_refused(tmp_path: Path):
    log = tmp_path / "events.jsonl"
    log.write_bytes(b"\n")

    assert refusal(str(log)) == f"{log}: line 1: no event in the whole log"


def test_a_log_that_is_not_there_is_named(tmp_path: Path):
    log = tmp_path / "nowhere.jsonl"

    assert refusal(str(log)) == f"{log}: No such file or directory"


BAD_CONSTANTS = {
    "not JSON": "{",
    "an unknown constant": '{"kmin": 3}',
    "a word for a number": '{"k_min": "3"}',
    "a share above one": '{"oe_max": 1.5}',
    "a day that ends before it begins": '{"work_start_min": 1000, "work_end_min": 900}',
    "bounds that do not ascend": '{"shrink_m_bounds": [200, 2]}',
    "more bytes than any constants need": " " * 1_100_000,
    "edges that do not ascend": '{"hazard_edges_min": [0, 5, 5]}',
    "a time without offset": '{"as_of": "2026-04-13T00:00:00"}',
    "weeks that begin after the log": '{"window_start": "2030-01-07T00:00:00Z"}',
    "a report time before the first event": '{"as_of": "2020-01-06T00:00:00Z"}',
}


@pytest.mark.parametrize("case", BAD_CONSTANTS)
def test_bad_constants_are_one_line(tmp_path: Path, case):
    constants, log = tmp_path / "constants.json", tmp_path / "events.jsonl"
    constants.write_text(BAD_CONSTANTS[case], encoding="utf-8")
    log.write_bytes(USER)

    assert refusal(str(log), constants).isprintable()


def test_constants_that_are_not_there_are_named(tmp_path: Path):
    log, nowhere = tmp_path / "events.jsonl", tmp_path / "nowhere.json"
    log.write_bytes(USER)

    assert refusal(str(log), nowhere) == f"{nowhere}: No such file or directory"


def test_other_commands_do_not_wait_for_the_statistics():
    code = (
        "import sys, gate.__main__, gate.commands.classify; sys.exit('numpy' in sys.modules or 'scipy' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
