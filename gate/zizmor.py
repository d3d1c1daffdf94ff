"""zizmor as a bounded child process: what it finds in the workflows of both sides, and of that what the change made worse.

It runs offline on copies that we write into a folder of our own, so neither its settings nor a file name can come from the
change. It is a helper: without it the rules judge alone, and a note says so. https://docs.zizmor.sh/audits/
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rules.change import Absent, Change, Tree
from rules.finding import Category, Confidence, Finding, Severity
from rules.paths import classify
from rules.reach import is_workflow
from rules.rule import fingerprint
from rules.workflow_change import is_action_file

_SECONDS = 10
_MOST_BYTES = 20_000_000
_MOST_FILES = 300
_SEVERITIES = {"High": Severity.HIGH, "Medium": Severity.REVIEW}
_CONFIDENCES = {"High": Confidence.HIGH, "Medium": Confidence.MEDIUM}
# Audits that say something about a change. The rest are about style, need the network, or are what our own rules tell better
# with both sides at hand: `unpinned-uses` objects to every version bump of GitHub's own actions.
_REASONS = {
    "artipacked": "artifact-leak",
    "bot-conditions": "check-disabled",
    "cache-poisoning": "cache-poisoning",
    "dangerous-triggers": "privileged-trigger",
    "dependabot-execution": "remote-code-exec",
    "excessive-permissions": "permission-widened",
    "github-app": "permission-widened",
    "github-env": "env-injection",
    "hardcoded-container-credentials": "secret-in-text",
    "insecure-commands": "env-injection",
    "obfuscation": "obfuscated-payload",
    "overprovisioned-secrets": "secrets-inherit",
    "secrets-inherit": "secrets-inherit",
    "self-hosted-runner": "self-hosted-runner",
    "template-injection": "script-injection",
    "typosquat-uses": "lookalike-name",
    "unredacted-secrets": "secret-exposed",
    "unsound-condition": "check-disabled",
    "unsound-contains": "check-disabled",
}
# An audit that, at a lower severity than this, objects to ordinary work: a checkout in a job that uploads nothing.
_LEAST = {"artipacked": Severity.HIGH}
_OUTSIDE = re.compile(r"\bgithub\s*[.\[]\s*'?(?:event|head_ref|ref_name)|\bgithub\b\s*\)|\benv\s*[.\[]", re.IGNORECASE)
_DEPENDABOT = (".github/dependabot.yml", ".github/dependabot.yaml")
_QUIET_TAGS = frozenset({"fixture", "example", "docs", "vendored"})


@dataclass(frozen=True, slots=True)
class Helped:
    """What zizmor added: findings, and notes on what it could not do."""

    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """A finding of one side with what tells it apart: the text that it points at, and its place by job and step."""

    finding: Finding
    text: str
    route: str


@cache
def zizmor_version() -> str:
    """The installed version, or `none`: what was judged without it is judged anew when it comes."""
    try:
        return version("zizmor")
    except PackageNotFoundError:
        return "none"


def audit(change: Change) -> Helped:
    """The findings that the head's changed workflows, actions and Dependabot settings have and the base's did not.

    Never raises for what the change holds: what zizmor cannot do is a note.
    """
    names = {file.path: file.previous_path or file.path for file in change.files if _copy_name(file.path)}
    if not names:
        return Helped()
    notes: tuple[str, ...] = ()
    if len(names) > _MOST_FILES:
        notes = (
            f"zizmor read only the first {_MOST_FILES} of {len(names)} workflow files; Gate's own rules read all.",
        )
        names = dict(list(names.items())[:_MOST_FILES])
    try:
        before = list(_run(change.base, names))
        after = list(_run(change.head, {path: path for path in names}))
    except (OSError, subprocess.SubprocessError, ValueError, LookupError, TypeError, StopIteration) as error:
        return Helped(
            notes=(f"zizmor did not answer ({type(error).__name__}); Gate's own rules judged the workflows alone.",)
        )
    return Helped(findings=tuple(one.finding for one in _worse(before, after)), notes=notes)


def _worse(before: list[_Found], after: list[_Found]) -> list[_Found]:
    """Of the head's findings those that pair with none of the base's: first by the text they point at, then by their place."""
    keys: tuple[Callable[[_Found], str], ...] = (lambda one: one.text, lambda one: one.route)
    for key in keys:
        pool: dict[tuple[str, str | None, str], list[_Found]] = {}
        for old in before:
            pool.setdefault((old.finding.rule, old.finding.path, key(old)), []).append(old)
        unpaired = []
        for new in after:
            same = pool.get((new.finding.rule, new.finding.path, key(new)), [])
            match = next((old for old in same if old.finding.severity >= new.finding.severity), None)
            if match is None:
                unpaired.append(new)
            else:
                same.remove(match)
        before = [old for rest in pool.values() for old in rest]
        after = unpaired
    return after


def _copy_name(path: str) -> str:
    """How our copy of a file is called, which is how zizmor tells its kind; empty for a file that it is not shown."""
    if is_workflow(path):
        return "workflow.yml"
    if path in _DEPENDABOT:
        return "dependabot.yml"
    return "action.yml" if is_action_file(path) and not _QUIET_TAGS.intersection(classify(path).tags) else ""


def _run(tree: Tree, paths: Mapping[str, str]) -> Iterator[_Found]:
    """What zizmor finds in one side; `paths` maps the reported path to the one that is read."""
    with TemporaryDirectory(prefix="gate-zizmor-") as name:
        folder = Path(name)
        known: dict[str, str] = {}
        for number, (path, source) in enumerate(paths.items()):
            text = tree.read(source)
            if isinstance(text, Absent) or not text.strip():
                continue
            copy = f"{number}/{_copy_name(path)}"
            (folder / str(number)).mkdir()
            (folder / copy).write_text(text, "utf-8", errors="surrogateescape")
            known[copy] = path
        if known:
            yield from _parsed(_output(folder, tuple(known)), known)


def _output(folder: Path, names: tuple[str, ...]) -> list[dict[str, Any]]:
    program = Path(sys.executable).parent / "zizmor"
    options = (
        "--offline",
        "--no-progress",
        "--no-config",
        "--no-ignores",
        "--no-exit-codes",
        "--format",
        "json",
        "--quiet",
    )
    done = subprocess.run(
        [str(program), *options, *names],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_SECONDS,
        check=False,
    )
    if len(done.stdout) > _MOST_BYTES:
        raise ValueError("too much output")
    answer = json.loads(done.stdout or b"null")
    if not isinstance(answer, list):
        raise ValueError("no list of findings")
    return answer


def _is_own_value(name: str, expression: str) -> bool:
    """An expression of inputs and outputs alone: who sets them is not told, and the rule `script-injection` knows outsiders' text."""
    return name == "template-injection" and bool(expression) and not _OUTSIDE.search(expression)


def _parsed(answer: list[dict[str, Any]], known: Mapping[str, str]) -> Iterator[_Found]:
    for entry in answer:
        name = entry["ident"]
        severity = _SEVERITIES.get(entry["determinations"]["severity"], Severity.NONE)
        confidence = _CONFIDENCES.get(entry["determinations"]["confidence"], Confidence.LOW)
        if name not in _REASONS or severity < _LEAST.get(name, Severity.REVIEW):
            continue
        place = next(one for one in entry["locations"] if one["symbolic"]["kind"] == "Primary")
        path = known[place["symbolic"]["key"]["Local"]["verbatim_path"]]
        concrete, kind = place["concrete"], place["symbolic"]["feature_kind"]
        whole = str(concrete["feature"])
        # A part of a long script is told by itself, so that an edit of another line of it is not a new finding.
        part = (
            str(kind["Subfeature"]["fragment"].get("Raw", ""))
            if isinstance(kind, dict) and "Subfeature" in kind
            else ""
        )
        finding = Finding(
            rule=f"zizmor-{name}",
            reason=_REASONS[name],
            path=path,
            line=concrete["location"]["start_point"]["row"] + 1,
            end_line=concrete["location"]["end_point"]["row"] + 1,
            category=next(iter(classify(path).categories), Category.WORKFLOW),
            # What zizmor is hardly sure of is worth a look, and no more: a cache in a workflow that may one day release, say.
            severity=Severity.REVIEW if confidence is Confidence.LOW or _is_own_value(name, part) else severity,
            confidence=confidence,
            message=f"zizmor: {entry['desc']}.",
            instead=f"Follow the advice of https://docs.zizmor.sh/audits/#{name}.",
            evidence=whole[:240],
            fingerprint=fingerprint(f"zizmor-{name}", path, part or whole[:240]),
        )
        route = json.dumps([place["symbolic"]["route"], part])
        yield _Found(finding, text=" ".join((part or whole).split()), route=route)
