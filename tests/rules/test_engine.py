"""The engine: nothing is lost, whatever a rule or a file does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.change import Absent, Change, Tree
from rules.change_view import ChangeView
from rules.engine import inspect
from rules.finding import Category, Finding, Severity
from rules.policy import DEFAULT_POLICY, PathException, Waiver
from rules.rule import Rule
from tests.rules.kit import CI, CI_PATH, change, ci, edit, new_file

WIDER = ci(CI, CI.replace("contents: read", "contents: write"))


def crashing() -> Rule:
    rule = Rule("rules.catalog.always_crashes", title="a fault", severity=Severity.HIGH, instead="Mend it.")

    @rule.check
    def check(view: ChangeView) -> Iterator[Finding]:
        yield from (1 // len(view.change.incomplete) for _ in range(1))  # type: ignore[misc]  # it fails before it gives any

    return rule


def test_a_change_without_files_is_clear() -> None:
    assert inspect(Change(files=())).findings == ()


def test_a_rule_that_raises_holds_the_change() -> None:
    inspection = inspect(edit("src/a.py", "a\n", "b\n"), catalog=[crashing()])

    [finding] = inspection.findings
    assert (finding.reason, finding.severity) == ("not-inspectable", Severity.HIGH)
    assert inspection.incomplete == ("rule always-crashes",)


def test_a_file_that_was_not_shown_is_incomplete() -> None:
    shown = edit("src/a.py", "a\n", "b\n")
    hidden = replace(shown, files=(replace(shown.files[0], shown=False, not_shown="too large"),))

    inspection = inspect(hidden)

    assert [(finding.reason, finding.severity) for finding in inspection.findings] == [
        ("not-inspectable", Severity.HIGH)
    ]
    assert inspection.incomplete == ("src/a.py",)


def test_files_that_were_never_listed_are_incomplete() -> None:
    inspection = inspect(Change(files=(), incomplete=("files after the 3,000th",)))

    assert [finding.reason for finding in inspection.findings] == ["not-inspectable"]
    assert inspection.incomplete == ("files after the 3,000th",)


def test_a_sensitive_file_whose_text_is_too_large_is_incomplete() -> None:
    told = edit("Makefile", "a:\n\tb\n", "a:\n\tc\n")
    large = replace(told, head=Tree(read=lambda _path: Absent.TOO_LARGE, paths=lambda: ("Makefile",)))

    assert "not-inspectable" in {finding.reason for finding in inspect(large).findings}


def test_a_waived_finding_becomes_a_note_until_its_day() -> None:
    [finding] = inspect(WIDER).findings
    policy = replace(DEFAULT_POLICY, waivers=(Waiver(finding.fingerprint, "mira", "release bot", "2026-06-30"),))

    waived = inspect(WIDER, policy=policy, today="2026-06-30")

    assert waived.findings == ()
    assert "mira" in waived.notes[0]
    assert "release bot" in waived.notes[0]


def test_a_waiver_ends_after_its_day() -> None:
    [finding] = inspect(WIDER).findings
    policy = replace(DEFAULT_POLICY, waivers=(Waiver(finding.fingerprint, "mira", "release bot", "2026-06-30"),))

    assert len(inspect(WIDER, policy=policy, today="2026-07-01").findings) == 1


def test_an_exception_lowers_what_it_covers_and_nothing_else() -> None:
    exception = PathException(paths=(".github/workflows/*",), categories=(), severity=Severity.REVIEW)
    policy = replace(DEFAULT_POLICY, exceptions=(exception,))

    assert inspect(WIDER, policy=policy).severity is Severity.REVIEW
    assert (
        inspect(edit("src/a.py", "a\n", "a\nexec(base64.b64decode('a'))\n"), policy=policy).severity
        is Severity.CRITICAL
    )


def test_a_tool_server_that_the_policy_does_not_allow_is_critical() -> None:
    server = new_file(".mcp.json", '{\n  "mcpServers": {\n    "notes": {"command": "node", "args": ["n.js"]}\n  }\n}\n')

    assert inspect(server).severity is Severity.HIGH
    assert inspect(server, policy=replace(DEFAULT_POLICY, mcp_allow=("docs",))).severity is Severity.CRITICAL


def test_a_fingerprint_does_not_move_with_its_line() -> None:
    lower = ci("\n\n" + CI, "\n\n" + CI.replace("contents: read", "contents: write"))

    assert [finding.fingerprint for finding in inspect(lower).findings] == [
        finding.fingerprint for finding in inspect(WIDER).findings
    ]


def test_the_worst_file_is_read_first() -> None:
    both = change(
        {"Makefile": "a:\n\tb\n", CI_PATH: CI},
        {"Makefile": "a:\n\tc\n", CI_PATH: CI.replace("permissions:\n  contents: read", "permissions: write-all")},
    )

    assert inspect(both).reading_order == (CI_PATH, "Makefile")


def test_a_finding_says_how_ci_reaches_its_file() -> None:
    found = inspect(edit("scripts/ci/setup.sh", "a\n", "a\nb\n")).findings

    assert "Job test of .github/workflows/ci.yml runs it on push, pull_request" in found[0].message


PATHS = st.sampled_from(
    f"{CI_PATH} package.json package-lock.json yarn.lock pnpm-lock.yaml pyproject.toml uv.lock go.mod Cargo.toml pom.xml Dockerfile "
    "Makefile .npmrc .gitmodules .github/CODEOWNERS .claude/settings.json .mcp.json .vscode/tasks.json AGENTS.md src/a.py "
    "README.md scripts/ci/setup.sh".split()
)


@given(path=PATHS, before=st.text(max_size=300), after=st.text(max_size=300))
def test_any_text_in_any_file_is_inspected_without_a_fault(path: str, before: str, after: str) -> None:
    inspection = inspect(edit(path, before, after))

    assert not any(name.startswith("rule ") for name in inspection.incomplete)


SCRAPS = st.sampled_from(
    (
        *(
            "on: push\n",
            "jobs:\n",
            "  a:\n",
            "    steps:\n",
            "      - run: x\n",
            "      - uses: a/b@c\n",
            "permissions: 3\n",
        ),
        *(
            "{",
            "}",
            "[",
            "]",
            '"a": ',
            "1,",
            "null",
            "\n",
            "&a ",
            "*a ",
            "- ",
            "? ",
            ": ",
            "<<: *a\n",
            "\t",
            "<a>",
            "</a>",
        ),
        *(
            "[x]\n",
            "a = 1\n",
            "'''",
            '"""',
            "\ud800",
            "\x00",
            "\u2028",
            "FROM a\n",
            "a:\n\tb\n",
            "$(",
            "`",
            "${{ github.head_ref }}",
        ),
    )
)


@given(path=PATHS, parts=st.lists(SCRAPS, max_size=25))
def test_scraps_of_formats_are_inspected_without_a_fault(path: str, parts: list[str]) -> None:
    inspection = inspect(edit(path, "", "".join(parts)))

    assert not any(name.startswith("rule ") for name in inspection.incomplete)


def test_what_a_narrow_request_did_not_ask_for_weighs_one_step_more() -> None:
    longer = CI.replace("    runs-on", "    timeout-minutes: 10\n    runs-on")

    assert inspect(ci(CI, longer, title="feat: greet people")).severity is Severity.REVIEW
    assert inspect(ci(CI, longer, title="docs: greet people")).severity is Severity.HIGH


def categories(change: Change) -> tuple[Category, ...]:
    return inspect(change).files[0].categories


POD = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n"


def test_a_name_that_says_nothing_is_judged_by_its_text() -> None:
    assert categories(edit("objects/a.yaml", POD, POD.replace("name: a", "name: b"))) == (Category.INFRASTRUCTURE,)


def test_a_text_that_was_sensitive_before_counts_too() -> None:
    assert categories(edit("objects/a.yaml", POD, "title: nothing\n")) == (Category.INFRASTRUCTURE,)


def test_an_ordinary_text_of_such_a_name_is_ordinary() -> None:
    assert categories(edit("objects/a.yaml", "title: a\n", "title: b\n")) == ()


GENERATED = "package a\n\n//go:generate stringer -type=T\n\nvar A = 1\n"


def test_a_generate_line_that_comes_in_is_a_build_step() -> None:
    plain = GENERATED.replace("//go:generate stringer -type=T\n", "")

    assert categories(edit("a.go", plain, GENERATED)) == (Category.BUILD,)


def test_an_edit_beside_a_generate_line_is_ordinary() -> None:
    inspection = inspect(edit("a.go", GENERATED, GENERATED.replace("A = 1", "A = 2")))

    assert (inspection.files[0].categories, inspection.findings) == ((), ())


def test_a_fixture_stays_one_whatever_it_holds() -> None:
    inspection = inspect(edit("tests/fixtures/a.yaml", POD, POD.replace("name: a", "name: b")))

    assert ("fixture" in inspection.files[0].tags, inspection.findings) == (True, ())
