"""zizmor as a bounded child process: what it finds in the workflows of both sides, and of that what the change made worse.

It runs offline on copies that we write into a folder of our own, so neither its settings nor a file name can come from the
change. It is a helper: without it the rules judge alone, and a note says so. https://docs.zizmor.sh/audits/
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rules.change import Absent, Change, Tree
from rules.finding import Category, Confidence, Finding, Severity
from rules.reach import is_workflow
from rules.rule import fingerprint

_SECONDS = 30
_MOST_BYTES = 20_000_000
_MOST_FILES = 300
_SEVERITIES = {"High": Severity.HIGH, "Medium": Severity.REVIEW}
_CONFIDENCES = {"High": Confidence.HIGH, "Medium": Confidence.MEDIUM}
# Audits that say something about a change; the rest are about style, or need the network.
_REASONS = {
    "artipacked": "artifact-leak",
    "bot-conditions": "check-disabled",
    "cache-poisoning": "cache-poisoning",
    "dangerous-triggers": "privileged-trigger",
    "excessive-permissions": "permission-widened",
    "github-env": "env-injection",
    "hardcoded-container-credentials": "secret-in-text",
    "insecure-commands": "env-injection",
    "overprovisioned-secrets": "secrets-inherit",
    "secrets-inherit": "secrets-inherit",
    "self-hosted-runner": "self-hosted-runner",
    "template-injection": "script-injection",
    "unpinned-uses": "action-unpinned",
    "unsound-condition": "check-disabled",
    "unsound-contains": "check-disabled",
}
_INSTEAD = "Follow the advice that zizmor's page of this audit gives."


@dataclass(frozen=True, slots=True)
class Helped:
    """What zizmor added: findings, and notes on what it could not do."""

    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()


def audit(change: Change) -> Helped:
    """The findings that the head's changed workflows have and the base's did not. Never raises for what the change holds."""
    paths = [file.path for file in change.files if is_workflow(file.path)][:_MOST_FILES]
    if not paths:
        return Helped()
    old_names = {file.path: file.previous_path or file.path for file in change.files}
    try:
        before = Counter(_key(one) for one in _run(change.base, {path: old_names[path] for path in paths}))
        found = list(_run(change.head, {path: path for path in paths}))
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        return Helped(
            notes=(f"zizmor did not answer ({type(error).__name__}); Gate's own rules judged the workflows alone.",)
        )
    worse = []
    for one in found:
        key = _key(one)
        if before[key]:
            before[key] -= 1
        else:
            worse.append(one)
    return Helped(findings=tuple(worse))


def _key(finding: Finding) -> tuple[str, str | None, str]:
    return finding.rule, finding.path, " ".join(finding.evidence.split())


def _run(tree: Tree, paths: Mapping[str, str]) -> Iterator[Finding]:
    """What zizmor finds in one side; `paths` maps the reported path to the one that is read."""
    with TemporaryDirectory(prefix="gate-zizmor-") as name:
        folder = Path(name)
        known: dict[str, str] = {}
        for number, (path, source) in enumerate(paths.items()):
            text = tree.read(source)
            if isinstance(text, Absent):
                continue
            copy = folder / f"{number}.yml"
            copy.write_text(text, "utf-8", errors="surrogateescape")
            known[copy.name] = path
        if known:
            yield from _parsed(_output(folder), known)


def _output(folder: Path) -> list[dict[str, Any]]:
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
        [str(program), *options, *sorted(path.name for path in folder.iterdir())],
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


def _parsed(answer: list[dict[str, Any]], known: Mapping[str, str]) -> Iterator[Finding]:
    for entry in answer:
        name = entry["ident"]
        severity = _SEVERITIES.get(entry["determinations"]["severity"])
        if name not in _REASONS or severity is None:
            continue
        place = next(one for one in entry["locations"] if one["symbolic"]["kind"] == "Primary")
        path = known[Path(place["symbolic"]["key"]["Local"]["verbatim_path"]).name]
        concrete = place["concrete"]
        evidence = str(concrete["feature"])[:240]
        yield Finding(
            rule=f"zizmor-{name}",
            reason=_REASONS[name],
            path=path,
            line=concrete["location"]["start_point"]["row"] + 1,
            end_line=concrete["location"]["end_point"]["row"] + 1,
            category=Category.WORKFLOW,
            severity=severity,
            confidence=_CONFIDENCES.get(entry["determinations"]["confidence"], Confidence.LOW),
            message=f"zizmor: {entry['desc']}.",
            instead=_INSTEAD,
            evidence=evidence,
            fingerprint=fingerprint(f"zizmor-{name}", path, evidence),
        )
