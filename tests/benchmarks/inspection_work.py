"""The pieces of work that are measured inside of their own process: `python -m tests.benchmarks.inspection_work scan FILE`.

Prints the seconds of wall and CPU time from the first byte read to the last answer, without the start of the interpreter.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from gate.base_folder import chunks
from rules.paths import classify
from rules.scanner import scan


def scan_and_classify(name: str) -> int:
    """Split a diff, prove its counts and classify every path; gives the number of files."""
    classify("Makefile")  # reads the catalogue, which a process does once
    with Path(name).open("rb") as file:
        return sum(not section.fault and bool(classify(section.path)) for section in scan(chunks(file)))


def classify_all(name: str) -> int:
    """Classify the paths of a file, one a line; gives how many have a category."""
    classify("Makefile")
    with Path(name).open() as lines:
        return sum(bool(classify(line[:-1]).categories) for line in lines)


WORK: dict[str, Callable[[str], int]] = {"scan": scan_and_classify, "classify": classify_all}


def main() -> None:
    work, name = WORK[sys.argv[1]], sys.argv[2]
    wall, cpu = time.perf_counter(), time.process_time()
    count = work(name)
    print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu, "count": count}))


if __name__ == "__main__":
    main()
