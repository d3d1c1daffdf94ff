"""The cost of the inspection, written to `docs/benchmarks.md`: `python -m tests.benchmarks.inspection [--rounds 3] [--print]`.

Every figure is the median of rounds; in a round each piece of work runs once, one after the other, so that whatever else the
machine does falls on all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.benchmarks.document import circumstances, write_part
from tests.benchmarks.material import file_names, lockfile, many_files, write_diff, write_tree
from tests.benchmarks.measuring import Cost, cost_of, middle, python

SHARES = (0.25, 0.5, 1.0)
DIFF_BYTES, LOCK_LINES, FILES, PATHS = 100_000_000, 60_000, 3_000, 1_000_000


@dataclass
class Work:
    """One piece of work: what it is called, how large it is as a share of the full size, the bar in seconds, and its costs."""

    name: str
    share: float
    run: Callable[[], Cost]
    bar: str = ""
    costs: list[Cost] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--print", action="store_true", help="print the text and leave the document alone")
    parser.add_argument("--only", default="", help="only work whose name holds this text")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        places = Path(name)
        works = [
            work
            for work in (*diff_works(places), *change_works(places), *path_works(places))
            if options.only in work.name
        ]
        before = circumstances()
        for _ in range(options.rounds):
            for work in works:
                work.costs.append(work.run())
    text = as_text(works, options.rounds, before)
    print(text)
    if not options.print:
        write_part("Inspection", text)


def diff_works(folder: Path) -> list[Work]:
    """Splitting and classifying, and git on the same diffs."""
    works = []
    for share in SHARES:
        diff = folder / f"change-{share}.diff"
        count = write_diff(diff, int(DIFF_BYTES * share))
        works += [
            Work("split and classify a diff", share, partial(counted_by_us, diff, count)),
            Work("git apply --numstat", share, partial(counted_by_git, diff, count)),
        ]
    return works


def counted_by_us(diff: Path, count: int) -> Cost:
    cost = python("tests.benchmarks.inspection_work", "scan", str(diff))
    assert json.loads(cost.output)["count"] == count
    return cost


def counted_by_git(diff: Path, count: int) -> Cost:
    cost = cost_of(["git", "apply", "--numstat", "-z", str(diff)])
    assert cost.output.count(b"\0") == count
    return cost


def change_works(folder: Path) -> list[Work]:
    """`gate inspect` as a whole, from its start to its exit."""
    works = []
    for kind, bar in (("package-lock", "< 2 s"), ("pnpm", "< 4 s"), ("yarn", "< 4 s")):
        for share in SHARES:
            lines = int(LOCK_LINES * share)
            old, new = lockfile(kind, lines, 1), lockfile(kind, lines, 2)
            place = folder / f"{kind}-{share}"
            works.append(inspect_work(f"{kind}, every package bumped", share, place, old, new, bar))
            added = {"package.json": old["package.json"]}
            works.append(inspect_work(f"{kind}, new", share, folder / f"{kind}-{share}-new", added, new, bar))
    for share in SHARES:
        count = int(FILES * share)
        place = folder / f"files-{share}"
        works.append(
            inspect_work("many files edited", share, place, many_files(count, 1), many_files(count, 2), "< 5 s")
        )
    return works


def inspect_work(name: str, share: float, folder: Path, old: dict[str, str], new: dict[str, str], bar: str) -> Work:
    write_tree(folder / "base", old)
    write_tree(folder / "head", new)
    made = subprocess.run(
        ["git", "diff", "--no-index", "--full-index", "base", "head"], cwd=folder, capture_output=True, check=False
    )
    diff = folder / "change.diff"
    diff.write_bytes(made.stdout.replace(b" a/base/", b" a/").replace(b" a/head/", b" a/").replace(b" b/head/", b" b/"))

    def run() -> Cost:
        arguments = ("inspect", "--diff", str(diff), "--base", str(folder / "base"), "--format", "json")
        cost = python("gate", *arguments, allowed=(0, 1))
        assert not json.loads(cost.output)["incomplete"]
        return cost

    return Work(name, share, run, bar)


def path_works(folder: Path) -> list[Work]:
    works = []
    for share in SHARES:
        file = folder / f"paths-{share}"
        file.write_text("".join(f"{name}\n" for name in file_names(int(PATHS * share))))
        works.append(
            Work(
                "classify paths",
                share,
                partial(python, "tests.benchmarks.inspection_work", "classify", str(file)),
            )
        )
    return works


METHOD = (
    "Method: medians of {rounds} rounds; a round runs each piece of work once, one after the other, each in its own process. Times of "
    "`gate inspect` and git are from the start of the program to its exit; those of splitting and classifying leave out the start of "
    "Python (the peak does not). CPU time is user and system time of the process: on a busy machine it says more than the wall. Growth "
    "is in CPU time; four times the size in at most four times the time is linear. Of the diff half is edits of a few hunks each, half "
    "new files of 200 kB to 4 MB. The lockfiles are inspected as a change against a folder, with the manifest beside them: each package "
    "with a new version, address and checksum, or the whole file new."
)
RATIO = (
    "Splitting and classifying 100 MB takes **{wall:.1f} times** the time of `git apply --numstat` ({cpu:.1f} times its CPU time; bar 3, "
    "aim 2), with {peak:.0f} MB resident at the peak (bar 150 MB)."
)
SIZES = {"split": "100 MB", "git": "100 MB", "many": "3,000 files", "classify": "1,000,000 paths"}


def as_text(works: list[Work], rounds: int, before: str) -> str:
    """The part of the document."""
    rows = [
        "| work | full size | ¼ | ½ | 1 | growth ¼ to 1 | CPU at 1 | peak | bar |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    names = list(dict.fromkeys(work.name for work in works))
    found = {name: [middle(work.costs) for work in works if work.name == name] for name in names}
    bars = {work.name: work.bar for work in works}
    for name in names:
        small, half, full = found[name]
        size = SIZES.get(name.split(" ")[0], f"{LOCK_LINES:,} lines")
        rows.append(
            f"| {name} | {size} | {small.wall:.2f} s | {half.wall:.2f} s | {full.wall:.2f} s | × {full.cpu / small.cpu:.1f} "
            f"| {full.cpu:.2f} s | {full.megabytes:.0f} MB | {bars[name] or '–'} |"
        )
    ours, gits = found["split and classify a diff"][-1], found["git apply --numstat"][-1]
    return "\n".join(
        [
            f"Before: {before} After: load average {os.getloadavg()[0]:.1f}.",
            "",
            METHOD.format(rounds=rounds),
            "",
            RATIO.format(wall=ours.wall / gits.wall, cpu=ours.cpu / gits.cpu, peak=ours.megabytes),
            "",
            *rows,
        ]
    )


if __name__ == "__main__":
    main()
