"""What must stay true of this repository as a whole, so that no document, contract or list can go stale unseen."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from gate import payloads
from gate.tables import Base
from rules.dossier import Kind
from rules.finding import Severity
from rules.verdict import State

ROOT = Path(__file__).parent.parent
PACKAGES = ("gate", "rules", "worker")

# Files that may be longer than 400 lines, with the reason.
LONG_FILES: dict[str, str] = {}

# Deliveries that GitHub sends to every App (GitHub docs, "Webhook events and payloads"); a manifest cannot name them.
AUTOMATIC_EVENTS = {
    "github_app_authorization",
    "installation",
    "installation_repositories",
    "installation_target",
    "meta",
    "ping",
}


def tracked_files() -> list[Path]:
    """The repository's files, as git lists them, without material that is inspected rather than used."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = [
        ROOT / name
        for name in listed.split("\0")
        if name and not name.startswith(("tests/rules/cases/", "tests/payloads/"))
    ]
    return [path for path in paths if path.is_file()]


def sources() -> list[Path]:
    """The Python files of the three packages."""
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


# --- code ----------------------------------------------------------------------------------------------------------


def test_import_contracts_hold() -> None:
    lint = subprocess.run(
        [Path(sys.executable).parent / "lint-imports"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert lint.returncode == 0, lint.stdout


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_name_is_ours_alone(package: str) -> None:
    # Another distribution with a package of this name would overwrite ours without a word (ADR 0002).
    owners = set(importlib.metadata.packages_distributions().get(package, []))
    assert owners <= {"prgate"}


def test_no_source_file_is_too_long() -> None:
    lengths = {name_of(path): len(path.read_text().splitlines()) for path in sources()}
    assert {name for name, length in lengths.items() if length > 400} == set(LONG_FILES)


def test_no_file_is_named_for_nothing() -> None:
    empty_words = {"util", "utils", "helper", "helpers", "common", "misc", "core", "base", "manager", "lib"}
    assert [name_of(path) for path in sources() if path.stem in empty_words] == []


def test_tests_are_no_packages() -> None:
    # With an __init__.py, tests/rules could be imported as rules.
    assert [
        name_of(path) for path in tracked_files() if path.name == "__init__.py" and name_of(path).startswith("tests/")
    ] == []


def test_rules_reach_nothing_by_a_built_in() -> None:
    # Import contracts cannot see built-ins (ADR 0003).
    reaching = {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}
    found = [
        f"{name_of(path)}:{node.lineno}"
        for path in sorted((ROOT / "rules").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in reaching
    ]
    assert found == []


# --- GitHub's side -------------------------------------------------------------------------------------------------


def manifest() -> dict[str, object]:
    loaded: dict[str, object] = yaml.safe_load(text_of("app.yml"))
    return loaded


def test_every_event_of_the_manifest_is_read_and_none_other() -> None:
    events = manifest()["default_events"]
    assert isinstance(events, list)
    assert set(events) == payloads.EVENTS - AUTOMATIC_EVENTS


def test_the_manifest_sends_deliveries_to_intake() -> None:
    hook = manifest()["hook_attributes"]
    assert isinstance(hook, dict)
    assert hook["url"].endswith("/webhooks/github")


def test_the_app_never_asks_for_power_over_code_or_settings() -> None:
    permissions = manifest()["default_permissions"]
    assert isinstance(permissions, dict)
    assert permissions["contents"] == "read"
    assert not permissions.keys() & {"workflows", "secrets", "administration", "organization_administration"}


# --- dependencies --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", ["build", "runtime", "dev"])
def test_every_locked_package_has_a_version_and_a_digest(lock: str) -> None:
    text = re.sub(r"\\\n", " ", text_of(f"requirements/{lock}.txt"))
    entries = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert entries
    assert [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def canonical(name: str) -> str:
    """A distribution's name without its extras and version, in the one spelling."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", name)[0]).lower()


def dependencies() -> list[str]:
    wanted: list[str] = tomllib.loads(text_of("pyproject.toml"))["project"]["dependencies"]
    return wanted


def test_every_dependency_is_locked() -> None:
    locked = set(re.findall(r"^([a-z0-9-]+)(?:\[[^]]*\])?==", text_of("requirements/runtime.txt"), re.MULTILINE))
    assert {canonical(wanted) for wanted in dependencies()} <= locked


def test_what_is_imported_is_a_dependency_of_our_own() -> None:
    # What another package happens to bring along may be gone with its next version.
    owners = importlib.metadata.packages_distributions()
    imported = {
        node.module.split(".")[0] if isinstance(node, ast.ImportFrom) and node.module else alias.name.split(".")[0]
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    outside = imported - set(sys.stdlib_module_names) - set(PACKAGES)
    declared = {canonical(wanted) for wanted in dependencies()}
    assert {
        name for name in outside if not {canonical(owner) for owner in owners.get(name, [name])} & declared
    } == set()


def test_the_house_names_no_package_index() -> None:
    addresses = re.compile(
        "|".join(
            [
                "pypi" + r"\.org",
                "python" + "hosted",
                "registry" + r"\.npmjs",
                r"--(extra-)?index" + "-url",
                "deb" + r"\.debian",
            ]
        )
    )
    house = [
        path
        for path in tracked_files()
        if path.suffix not in (".py", ".png") and not name_of(path).startswith(("tests/", "rules/data/"))
    ]
    # The one word that keeps the address out.
    assert [
        name_of(path) for path in house if addresses.search(path.read_text().replace("--no-emit-index-url", ""))
    ] == []


def test_nothing_names_the_machine_it_was_made_on() -> None:
    machine = re.compile(r"(?<![\w./-])/work/|\.\./" + "shared|" + r"\.lib" + "rary/|/ro" + "ot/")
    texts = [path for path in tracked_files() if path.suffix not in (".png", ".gz") and path != Path(__file__)]
    assert [name_of(path) for path in texts if machine.search(path.read_text(encoding="utf-8", errors="replace"))] == []


# --- documents -----------------------------------------------------------------------------------------------------


def documents() -> list[Path]:
    return [
        path for path in tracked_files() if path.suffix == ".md" and not name_of(path).startswith(("tests/", "rules/"))
    ]


def test_documents_link_only_to_what_is_there() -> None:
    links = [
        (document, target)
        for document in documents()
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text())
        if "://" not in target
    ]
    assert links
    assert [f"{name_of(at)}: {target}" for at, target in links if not (at.parent / target).exists()] == []


def headings(document: Path) -> set[str]:
    """A document's anchors, made as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_documents_link_only_to_headings_that_are_there() -> None:
    broken = []
    for document in documents():
        for target, anchor in re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", document.read_text()):
            linked = document.parent / target if target else document
            if linked.suffix == ".md" and anchor not in headings(linked):
                broken.append(f"{name_of(document)}: {target}#{anchor}")
    assert broken == []


def test_every_make_command_that_is_named_exists() -> None:
    verbs = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    named = {
        verb
        for document in documents()
        for verb in re.findall(r"(?:^|`)make ([a-z-]+)", document.read_text(), re.MULTILINE)
    }
    assert {"demo", "test"} <= named <= verbs


def test_the_readme_can_be_read_in_a_minute() -> None:
    assert len(text_of("README.md").splitlines()) < 150


def decisions() -> list[Path]:
    return sorted((ROOT / "docs" / "adr").glob("*.md"))


def test_decisions_are_numbered_without_gaps() -> None:
    assert [int(path.name[:4]) for path in decisions()] == list(range(1, len(decisions()) + 1))


@pytest.mark.parametrize("decision", decisions(), ids=lambda path: path.stem)
def test_a_decision_has_its_parts(decision: Path) -> None:
    text = decision.read_text()
    assert text.startswith(f"# {decision.name[:4]}: ")
    assert re.search(r"^(Accepted|Superseded by \d{4})\.$", text, re.MULTILINE)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences", "Alternatives"]


def test_every_decision_that_is_named_exists() -> None:
    numbers = {path.name[:4] for path in decisions()}
    named = {
        (name_of(path), number)
        for path in tracked_files()
        if path.suffix in (".py", ".toml", ".md", ".yml", ".yaml")
        for number in re.findall(r"(?:ADR |docs/adr/)(\d{4})", path.read_text())
    }
    assert {(name, number) for name, number in named if number not in numbers} == set()


def glossary() -> dict[str, str]:
    """Each word of the glossary with its whole row."""
    return {
        row.split("|")[1].strip(): row
        for row in text_of("docs/glossary.md").splitlines()
        if row.startswith("| ") and "meaning" not in row
    }


def test_the_glossary_is_in_order() -> None:
    words = list(glossary())
    assert words == sorted(words)


def test_the_glossary_has_every_table() -> None:
    nouns = {re.sub(r"ies$", "y", table).removesuffix("s") for table in Base.metadata.tables}
    nouns = {noun.replace("_", " ") for noun in nouns}
    assert nouns - set(glossary()) == set()


def test_the_glossary_has_every_state_and_maker() -> None:
    words = {state.value for state in State} | {kind.value.replace("_", " ") for kind in Kind}
    assert words - set(glossary()) == set()


def test_the_glossary_has_every_severity() -> None:
    row = glossary()["severity"]
    assert [severity.word for severity in Severity if severity.word not in row] == []
