"""What a path is by its name: measured on labelled lists, and rule by rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.finding import Category
from rules.path_catalogue import load_catalogue
from rules.paths import classify, explain
from tests.rules.labelled_paths import labelled_paths, names_other_tools_know


def categories(path: str) -> tuple[str, ...]:
    return tuple(category.value for category in classify(path).categories)


# ------------------------------------------------------------------------------------------------------ labelled lists


def test_at_most_one_sensitive_path_in_a_hundred_is_missed() -> None:
    sensitive = [row for row in labelled_paths() if row.expected]
    missed = [row.path for row in sensitive if not set(row.expected) <= set(categories(row.path))]

    assert len(missed) <= len(sensitive) / 100, missed


def test_at_most_one_ordinary_path_in_two_hundred_is_flagged() -> None:
    ordinary = [row for row in labelled_paths() if not row.expected]
    flagged = [row.path for row in ordinary if categories(row.path)]

    assert len(flagged) <= len(ordinary) / 200, flagged


def test_ninety_nine_in_a_hundred_paths_get_exactly_their_categories() -> None:
    rows = labelled_paths()
    wrong = [row.path for row in rows if set(row.expected) != set(categories(row.path))]

    assert len(wrong) <= len(rows) / 100, wrong


def test_workflows_agent_files_and_package_settings_are_never_missed() -> None:
    never = {"workflow", "agent-config", "package-manager-config"}

    assert [row.path for row in labelled_paths() if never & set(row.expected) - set(categories(row.path))] == []


@pytest.mark.parametrize("tag", ["fixture", "vendored", "lookalike"])
def test_labelled_paths_carry_the_tag_of_their_remark(tag: str) -> None:
    rows = [row for row in labelled_paths() if tag in row.note]

    assert rows
    assert [row.path for row in rows if tag not in classify(row.path).tags] == []


def test_no_labelled_path_is_called_a_lookalike_without_reason() -> None:
    rows = [row for row in labelled_paths() if "escaped" not in row.note]

    assert [row.path for row in rows if "lookalike" in classify(row.path).tags] == []


@pytest.mark.parametrize("source", names_other_tools_know())
def test_what_another_tool_knows_is_known_here(source: str) -> None:
    patterns = names_other_tools_know()[source]
    unknown = [samples for samples in patterns if not all(map(categories, samples))]

    assert len(unknown) <= len(patterns) * 2 / 100, unknown


# ------------------------------------------------------------------------------------------------------ corrections


def test_a_workflow_named_like_another_tools_settings_is_a_workflow_only() -> None:
    assert categories(".github/workflows/zizmor.yml") == ("workflow",)


@pytest.mark.parametrize("base", ["README.md", ".gitkeep", ".gitignore"])
def test_notes_beside_workflows_are_nothing(base: str) -> None:
    assert categories(f".github/workflows/{base}") == ()


@pytest.mark.parametrize("folder", ["node_modules/left", "vendor/example.org/x", "Pods/Left", ".yarn/cache"])
def test_below_other_peoples_code_only_the_lock_counts(folder: str) -> None:
    assert categories(f"{folder}/package.json") == ("dependency-lock",)
    assert "vendored" in classify(f"{folder}/package.json").tags


def test_an_agents_orders_are_not_lost_among_other_peoples_code() -> None:
    assert categories("node_modules/left/AGENTS.md") == ("dependency-lock",)


def test_the_place_names_a_file_before_its_tool_does() -> None:
    assert categories("ci/package.json") == ("workflow", "dependency-manifest", "build")


@pytest.mark.parametrize(
    "path", [".github/labeler.yml", ".github/AI_POLICY.md", ".github/bots/settings.toml", ".github/readme-bot.yml"]
)
def test_unknown_files_under_github_steer_bots(path: str) -> None:
    assert categories(path) == ("repo-policy",)


@pytest.mark.parametrize(
    "path",
    [
        ".github/ISSUE_TEMPLATE/bug.yml",
        ".github/pull_request_template.md",
        ".github/DISCUSSION_TEMPLATE/ideas.yml",
        ".github/FUNDING.yml",
        ".github/CONTRIBUTING.md",
        ".github/scripts/README.md",
        ".github/logo.png",
    ],
)
def test_files_under_github_for_people_are_ordinary(path: str) -> None:
    assert classify(path) == classify("src/app.py")


def test_a_known_entry_goes_before_the_one_for_all_the_rest() -> None:
    assert [entry.tool for entry in explain(".github/copilot-instructions.md")] == ["GitHub Copilot"]


# ------------------------------------------------------------------------------------------------------ fallbacks


def test_a_dot_folder_of_an_unknown_tool_is_asked_about() -> None:
    one = classify(".newtool/settings.json")

    assert (one.categories, one.tags) == ((Category.DEV_ENVIRONMENT,), ("unknown-dotdir",))


@pytest.mark.parametrize("path", [".newtool/notes.md", ".github-old/workflows/ci.yml"])
def test_prose_and_switched_off_copies_in_unknown_dot_folders_are_only_tagged(path: str) -> None:
    one = classify(path)

    assert (one.categories, one.tags) == ((), ("unknown-dotdir",))


@pytest.mark.parametrize("path", [".changeset/brave-cats.md", "src/.newtool/x.json", ".newtoolrc"])
def test_quiet_nested_and_plain_dot_names_are_ordinary(path: str) -> None:
    assert categories(path) == ()


def test_a_root_module_that_hides_a_standard_one_is_test_bootstrap() -> None:
    one = classify("typing.py")

    assert (one.categories, one.tags) == ((Category.TEST_BOOTSTRAP,), ("shadow",))


@pytest.mark.parametrize("path", ["src/typing.py", "app.py", "test.py"])
def test_other_modules_hide_nothing(path: str) -> None:
    assert categories(path) == ()


def test_a_program_suffix_is_tagged_but_a_name_alone_does_not_make_a_program() -> None:
    one = classify("lib/native.so")

    assert (one.categories, one.tags) == ((), ("binary",))


# ------------------------------------------------------------------------------------------------------ tags


@pytest.mark.parametrize(
    ("path", "tag"),
    [
        ("tests/fixtures/Makefile", "fixture"),
        ("pkg/testdata/go.mod", "fixture"),
        ("examples/web/package.json", "example"),
        ("third_party/zlib/CMakeLists.txt", "vendored"),
        ("docs/guides/deploy/Dockerfile", "docs"),
        ("tool/.github/workflows/ci.yml", "nested"),
        (".github/workflows/old/ci.yml", "nested"),
        (".GitHub/workflows/ci.yml", "case-variant"),
        (".cUrSoR/mcp.json", "case-variant"),
    ],
)
def test_a_place_gives_a_tag(path: str, tag: str) -> None:
    one = classify(path)

    assert one.categories
    assert tag in one.tags


@pytest.mark.parametrize(
    "path", ["docs/conf.py", "docs/netlify.toml", "docs/guides/AGENTS.md", "docs/api/package.json"]
)
def test_what_a_documentation_build_or_an_agent_reads_is_not_lightened(path: str) -> None:
    assert "docs" not in classify(path).tags


def test_scripts_below_the_workflows_are_not_asleep() -> None:
    assert "nested" not in classify(".github/workflows/scripts/run.sh").tags


# ------------------------------------------------------------------------------------------------------ look-alikes


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        (".git\u200bhub/workflows/ci.yml", ".github/workflows/ci.yml"),
        (".github\\workflows\\ci.yml", ".github/workflows/ci.yml"),
        ("%2egithub/workflows/ci.yml", ".github/workflows/ci.yml"),
        ("\\056github/workflows/ci.yml", ".github/workflows/ci.yml"),
        (".github\uff0fworkflows/ci.yml", ".github/workflows/ci.yml"),
        (".\u0261ithub/workflows/ci.yml", ".github/workflows/ci.yml"),
        (".claude /settings.json", ".claude/settings.json"),
        (".vscode./tasks.json", ".vscode/tasks.json"),
        ("Makefile::$DATA", "Makefile"),
        (".git::$INDEX_ALLOCATION/config", ".git/config"),
        ("GITMOD~1", ".gitmodules"),
        ("git~1/config", ".git/config"),
        ("D\u043eckerfile", "Dockerfile"),
        ("\u0410GENTS.md", "AGENTS.md"),
        ("\uff30ipfile", "Pipfile"),
        ("\U0001d402LAUDE.md", "CLAUDE.md"),
        ("CLAUDE.md\u00a0", "CLAUDE.md"),
        ("gradlew\u0301", "gradlew"),
        (".gitmodules\U000e0041", ".gitmodules"),
        ("\ufeffMakefile", "Makefile"),
        ("gradle/wrapper/gradIe-wrapper.jar", "gradle/wrapper/gradle-wrapper.jar"),
        ("package-1ock.json", "package-lock.json"),
        ("C0DEOWNERS", "CODEOWNERS"),
        ("porn.xml", "pom.xml"),
        (".g1thub/workflows/ci.yml", ".github/workflows/ci.yml"),
    ],
)
def test_a_name_that_passes_for_another_is_what_it_passes_for(path: str, plain: str) -> None:
    one = classify(path)

    assert one.categories == classify(plain).categories
    assert "lookalike" in one.tags


@pytest.mark.parametrize("path", ["./Makefile", "/Makefile", "a/../Makefile", "a/./Makefile"])
def test_another_way_of_writing_the_same_path_is_no_lookalike(path: str) -> None:
    one = classify(path)

    assert (one.categories, one.tags) == ((Category.BUILD,), ())


@pytest.mark.parametrize(
    "path",
    [
        "docs/日本語/ci.txt",
        "src/r\u00e9sum\u00e9.py",
        ".github/\u00fc.yml",
        "v10/lib1.c",
        "kernel/rn.c",
        "d0cs/notes.txt",
    ],
)
def test_names_of_other_languages_and_numbers_are_no_lookalikes(path: str) -> None:
    assert "lookalike" not in classify(path).tags


def test_control_and_format_characters_are_tagged_in_ordinary_names_too() -> None:
    assert classify("src/a\u202egnp.py").tags == ("invisible",)


def test_joiners_between_letters_that_need_them_are_not_tagged() -> None:
    assert classify("texts/\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.txt").tags == ()


# ------------------------------------------------------------------------------------------------------ always

literal_patterns = sorted(
    {
        pattern.lstrip("/")
        for entry in load_catalogue()
        for pattern in entry.patterns
        if pattern[0] not in "=%^" and not set(pattern) & set("*{?")
    }
)


@given(text=st.text(max_size=60))
def test_any_text_is_answered(text: str) -> None:
    classify(text)


@given(raw=st.binary(max_size=60))
def test_any_bytes_are_answered(raw: bytes) -> None:
    classify(raw.decode("utf-8", "surrogateescape"))


@given(path=st.sampled_from(literal_patterns), upper=st.booleans())
def test_case_does_not_hide_a_file(path: str, upper: bool) -> None:
    spelled = path.upper() if upper else path.swapcase()

    assert set(classify(spelled).categories) == set(classify(path).categories)


@given(path=st.sampled_from(literal_patterns), data=st.data())
def test_an_invisible_character_does_not_hide_a_file(path: str, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(path)))
    invisible = data.draw(st.sampled_from("\u200b\u200c\u200d\u2060\u202e\ufeff\u00ad\ufe0f\x00\x7f"))

    hidden = classify(path[:position] + invisible + path[position:])

    assert set(classify(path).categories) <= set(hidden.categories)


@given(path=st.sampled_from(literal_patterns), folder=st.sampled_from(["a", "a/b", "packages/web"]))
def test_the_same_path_gives_the_same_answer_again(path: str, folder: str) -> None:
    assert classify(f"{folder}/{path}") == classify(f"{folder}/{path}")


@pytest.mark.parametrize(
    "path",
    [
        "templates/" * 7000 + "charts/x",
        "a/" * 30000 + "b",
        "/" * 60000,
        "../" * 20000,
        "azure-pipeline" * 4000,
        "\ufdfa" * 20000,
        "rn1" * 20000,
    ],
    ids=lambda path: path[:12],
)
def test_a_path_as_long_as_it_likes_is_answered(path: str) -> None:
    assert classify(path).categories == ()
