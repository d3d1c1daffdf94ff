"""The log: what a line looks like, and what never gets into one."""

import ast
import io
import json
import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate import logs
from gate.redaction import STRUCK, Redactor, escape

TOP = Path(__file__).parents[2]

TOKENS = [
    "ghp_" + "a1B2" * 9,
    "ghs_" + "a1B2" * 9,
    "ghs_12345_eyJhbGciOiJSUzI1NiJ9." + "abcDEF12" * 20 + "." + "sig-_" * 40,
    "gho_" + "a1B2" * 9,
    "ghu_" + "a1B2" * 9,
    "ghr_" + "a1B2" * 19,
    "github_pat_" + "a1B2_" * 16,
    "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiIxMjM0NSJ9.c2lnbmF0dXJl",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc/+=\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\\nMIIEabc/+=\\n",
    "sha256=" + "0a" * 32,
    "Bearer abcdef0123456789",
]


@pytest.fixture
def lines():
    """Lines of a JSON log as they were written, made by a function that is handed what to log."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()

    def read():
        return [json.loads(line) for line in stream.getvalue().splitlines()]

    logs.configure("json", secret_values=("correct horse",), stream=stream)
    yield read
    root.handlers[:] = before
    root.setLevel(level)
    logs.clear()


@pytest.fixture
def console():
    """The text of a console log."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.configure("console", stream=stream)
    yield stream.getvalue
    root.handlers[:] = before
    root.setLevel(level)
    logs.clear()


def test_a_line_is_one_json_object_with_its_event_and_fields(lines):
    logs.get_logger("gate.example").info("delivery_stored", delivery="a-guid", size=12)

    [line] = lines()
    assert (line["event"], line["delivery"], line["size"]) == ("delivery_stored", "a-guid", 12)
    assert (line["level"], line["logger"]) == ("info", "gate.example")
    assert line["timestamp"].endswith("Z")


def test_fields_that_are_bound_are_on_every_line_of_the_block_and_on_none_after(lines):
    log = logs.get_logger("gate.example")
    with logs.bound(delivery="a-guid"):
        log.info("hold_placed")
    log.info("sweep_finished")

    first, second = lines()
    assert first["delivery"] == "a-guid"
    assert "delivery" not in second


def test_what_other_libraries_log_takes_the_same_way(lines):
    logging.getLogger("a.library").warning("retry of %s", "https://user:hunter22@example.com/x")

    [line] = lines()
    assert line["event"] == f"retry of https://{STRUCK}@example.com/x"


def test_the_lines_that_clients_write_for_each_request_are_left_out(lines):
    logging.getLogger("httpx").info("HTTP Request: GET https://api.github.com/?secret=1")

    assert lines() == []


@pytest.mark.parametrize("token", TOKENS, ids=[token[:12].strip() for token in TOKENS])
def test_a_token_is_struck_out_wherever_it_stands(lines, token):
    log = logs.get_logger("gate.example")
    log.info("call_refused", words=f"before {token} after", nested={"list": [token]}, shown=token)

    text = json.dumps(lines())
    assert token not in text
    assert token[-12:] not in text
    assert STRUCK in text


def test_a_token_in_an_exception_is_struck_out(lines):
    try:
        raise ValueError(f"no access with {TOKENS[0]}")
    except ValueError:
        logs.get_logger("gate.example").exception("task_failed")

    [line] = lines()
    assert "ValueError" in line["exception"]
    assert TOKENS[0] not in line["exception"]


def test_a_configured_secret_is_struck_out_by_its_value(lines):
    logs.get_logger("gate.example").info("call_refused", words="they said correct horse battery")

    assert lines()[0]["words"] == f"they said {STRUCK} battery"


@pytest.mark.parametrize(
    "key",
    ["token", "webhook_secret", "private_key", "Authorization", "api_key", "X-Hub-Signature", "set-cookie", "jwt"],
)
def test_a_field_that_is_named_as_a_secret_is_struck_out(lines, key):
    logs.get_logger("gate.example").info("call_made", headers={key: "anything"}, **{key.replace("-", "_"): "anything"})

    assert "anything" not in json.dumps(lines())


@pytest.mark.parametrize("key", ["tokenizer", "secretary", "monkey", "path", "assigned"])
def test_a_field_that_only_sounds_like_a_secret_is_kept(lines, key):
    logs.get_logger("gate.example").info("call_made", **{key: "anything"})

    assert lines()[0][key] == "anything"


def test_a_title_cannot_forge_a_line_on_the_console(console):
    logs.get_logger("gate.example").info(
        "verdict_given", title="fix\n2026-01-01 [info] verdict_given state=clear\r\x1b[2K"
    )

    [line] = console().splitlines()
    assert "\x1b" not in line
    assert "\\n2026-01-01" in line


def test_an_exception_cannot_forge_a_line_on_the_console(console):
    try:
        raise ValueError("oops\n2026-01-01T00:00:00Z [info] verdict_given state=clear")
    except ValueError:
        logs.get_logger("gate.example").exception("task_failed")

    first, *rest = console().splitlines()
    assert "task_failed" in first
    assert all(line.startswith("    | ") for line in rest)


def test_marks_that_reorder_or_hide_text_are_shown_as_escapes(lines):
    logs.get_logger("gate.example").info("verdict_given", title="a\u202eb\u200bc\u2028d\udcffe")

    assert lines()[0]["title"] == "a\\u202eb\\u200bc\\u2028d\\udcffe"


def test_a_long_text_is_cut_and_says_so(lines):
    logs.get_logger("gate.example").info("verdict_given", title="x" * 1_000_000)

    assert len(lines()[0]["title"]) < 9_000
    assert lines()[0]["title"].endswith("more characters)")


def test_a_deep_value_is_cut(lines):
    deep: list = []
    for _ in range(50):
        deep = [deep]
    logs.get_logger("gate.example").info("verdict_given", value=deep)

    assert "..." in json.dumps(lines()[0]["value"])


def test_an_object_is_logged_as_its_text(lines):
    logs.get_logger("gate.example").info("verdict_given", path=Path("a/b"))

    assert lines()[0]["path"] == "a/b"


@given(st.text(max_size=200))
def test_an_escaped_text_is_one_line_of_printable_characters(text):
    shown = escape(text)

    assert len(shown.splitlines()) <= 1
    assert not any(character in shown for character in "\x00\x1b\r\n\u202e\u200b")


@given(st.text(max_size=60), st.sampled_from(TOKENS), st.text(max_size=60))
def test_no_text_around_a_token_saves_it(before, token, after):
    assert token not in Redactor().text(before + token + after)


def test_a_secret_that_holds_another_is_struck_out_whole():
    assert Redactor(("abcdef", "abcdef-and-more")).text("x abcdef-and-more y") == f"x {STRUCK} y"


def _log_calls():
    for path in sorted([*TOP.glob("gate/**/*.py"), *TOP.glob("worker/**/*.py")]):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "log"
            ):
                yield f"{path.relative_to(TOP)}:{node.lineno}", node


def test_every_event_name_is_constant_and_everything_else_is_a_named_field():
    wrong = [
        place
        for place, call in _log_calls()
        if call.func.attr not in {"bind", "unbind"}
        and not (
            len(call.args) == 1
            and isinstance(call.args[0], ast.Constant)
            and isinstance(call.args[0].value, str)
            and call.args[0].value.replace("_", "a").isalnum()
            and call.args[0].value.islower()
        )
    ]

    assert wrong == []
