"""What share of the agent-made changes of public repositories the inspection would hold, and at which severity.

Run by hand: python -m tests.benchmarks.noise [--people] [--most N] [--jobs N] REPOSITORY...

Each REPOSITORY is a local git folder, bare or not. Of the history of its HEAD the commits that an agent made or took
part in are taken (`rules.identity.identify_commit`; with --people those without any trace of an agent or a bot
instead), merges left out, at most N of them at even distances. Each is inspected against its parent as `gate inspect`
does, both trees at hand. Every critical and high finding is printed for reading; at the end the tables. Nothing of
the repositories is kept.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from gate.errors import GateError
from gate.judge import inspect_change
from gate.local_git import open_range
from rules.commit_object import commit_text
from rules.dossier import CommitText, Kind
from rules.finding import Severity
from rules.identity import identify_commit
from rules.policy import DEFAULT_POLICY

MOST = 100
TODAY = "2026-01-01"  # the default policy has no waivers, so any day will do
SEVERITIES = tuple(reversed(Severity))


@dataclass(frozen=True, slots=True)
class Result:
    """One change: its worst severity, the worst severity of each rule that fired, and what a person should read."""

    repository: str
    severity: Severity
    rules: dict[str, Severity]
    lines: tuple[str, ...]
    fault: str = ""


def commits(repository: Path) -> Iterator[CommitText]:
    """The commits of HEAD's history that are no merges and have a parent, newest first."""
    names = subprocess.run(
        ["git", "-C", str(repository), "rev-list", "--no-merges", "--min-parents=1", "HEAD"],
        check=True,
        capture_output=True,
    )
    with subprocess.Popen(
        ["git", "-C", str(repository), "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for name in names.stdout.split():
            child.stdin.write(name + b"\n")
            child.stdin.flush()
            size = int(child.stdout.readline().split()[2])
            yield commit_text(name.decode(), child.stdout.read(size + 1)[:-1])


def wanted(repository: Path, *, people: bool, most: int) -> list[str]:
    """The object names of the commits to inspect: at most `most`, at even distances."""
    kind = Kind.HUMAN if people else Kind.AGENT
    found = [commit.sha for commit in commits(repository) if identify_commit(commit).kind is kind]
    return [found[number * len(found) // most] for number in range(most)] if len(found) > most else found


def look_at(repository: Path, sha: str) -> Result:
    """Inspect one commit against its parent."""
    name = repository_name(repository)
    try:
        with open_range(repository, f"{sha}^...{sha}") as opened:
            inspection = inspect_change(opened.change, DEFAULT_POLICY, TODAY)
    except GateError as error:
        return Result(name, Severity.NONE, {}, (), fault=f"{name} {sha[:12]}: {error}")
    worst: dict[str, Severity] = {}
    lines = []
    for found in inspection.findings:
        worst[found.rule] = max(found.severity, worst.get(found.rule, Severity.NONE))
        if found.severity >= Severity.HIGH:
            place = f"{found.path or 'text'}:{found.line or '-'}"
            lines.append(
                f"{found.severity.word} {found.rule} {name} {sha[:12]} {place} | {found.message} | {found.evidence!r}"
            )
    return Result(name, inspection.severity, worst, tuple(lines))


def repository_name(repository: Path) -> str:
    """What to call a folder: its own name, or its parent's where all are called alike."""
    path = repository.resolve()
    return path.parent.name if path.name in ("repo", ".git") else path.name.removesuffix(".git")


def inspect_all(places: Sequence[tuple[Path, str]], jobs: int) -> Iterator[Result]:
    """Each change's result, in the order given."""
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(look_at, *zip(*places, strict=True), chunksize=4)


def print_tables(results: Iterable[Result]) -> None:
    """Changes by repository and worst severity, then by rule."""
    by_repository: dict[str, Counter[Severity]] = {}
    by_rule: dict[str, Counter[Severity]] = {}
    for result in results:
        by_repository.setdefault(result.repository, Counter())[result.severity] += 1
        for rule, severity in result.rules.items():
            by_rule.setdefault(rule, Counter())[severity] += 1
    total = sum(by_repository.values(), Counter[Severity]())
    print(f"\n{'repository':44} {'changes':>8}" + "".join(f"{severity.word:>15}" for severity in SEVERITIES))
    for name, counts in (*by_repository.items(), ("all", total)):
        changes = counts.total()
        print(
            f"{name:44} {changes:8}"
            + "".join(f"{counts[severity]:6} {counts[severity] / changes:7.1%}" for severity in SEVERITIES)
        )
    print(
        f"\n{'rule (changes in which it fires at most as bad as)':52}"
        + "".join(f"{s.word:>10}" for s in SEVERITIES[:3])
    )
    for rule, counts in sorted(by_rule.items(), key=lambda item: -item[1].total()):
        print(f"{rule:52}" + "".join(f"{counts[severity]:10}" for severity in SEVERITIES[:3]))


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", nargs="+", type=Path)
    parser.add_argument("--people", action="store_true", help="commits without any trace of an agent or a bot")
    parser.add_argument("--most", type=int, default=MOST, help="how many of each repository")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    told = parser.parse_args()
    start = time.monotonic()
    places = [(path, sha) for path in told.repository for sha in wanted(path, people=told.people, most=told.most)]
    print(f"{len(places)} changes of {len(told.repository)} repositories")
    if not places:
        return
    results = []
    for result in inspect_all(places, told.jobs):
        results.append(result)
        for line in result.lines:
            print(line, flush=True)
        if result.fault:
            print(f"not inspected: {result.fault}", file=sys.stderr)
    print_tables(result for result in results if not result.fault)
    print(f"\n{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
