"""How fast the diff scanner is beside `git apply --numstat`, and how much memory it takes. Run by hand:

python tests/benchmarks/diff_scan.py [megabytes]
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rules.scanner import scan

CHUNK = 1024 * 1024
LINE_BYTES = (0, 60)


def one_file(number: int, chance: random.Random) -> bytes:
    """A section with a few hunks of ordinary length."""
    name = b"src/folder%d/file%d.py" % (number % 100, number)
    parts = [b"diff --git a/%b b/%b\nindex 1111111..2222222 100644\n--- a/%b\n+++ b/%b\n" % (name, name, name, name)]
    first, shift = 1, 0
    for _ in range(chance.randint(1, 8)):
        kinds = [b" ", b"-", b"+", *chance.choices([b" ", b" ", b"+", b"-"], k=chance.randint(5, 60))]
        old = sum(kind != b"+" for kind in kinds)
        new = sum(kind != b"-" for kind in kinds)
        parts.append(b"@@ -%d,%d +%d,%d @@ def f():\n" % (first, old, first + shift, new))
        parts += (kind + b"    value = call(1)  # " + b"y" * chance.randint(*LINE_BYTES) + b"\n" for kind in kinds)
        first += old + 10
        shift += new - old
    return b"".join(parts)


def write_diff(path: Path, size: int) -> int:
    """Write at least `size` bytes of diff, the same at every run; gives the size."""
    chance = random.Random(7)
    written = number = 0
    with path.open("wb") as file:
        while written < size:
            written += file.write(one_file(number, chance))
            number += 1
    return written


def chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from iter(lambda: file.read(CHUNK), b"")


def count_with_scanner(path: Path) -> int:
    return sum(not section.fault for section in scan(chunks(path)))


def count_with_git(path: Path) -> int:
    command = ["git", "apply", "--numstat", "-z", str(path)]
    return subprocess.run(command, capture_output=True, check=True, cwd=path.parent).stdout.count(b"\0")


def measured(count: Callable[[], int]) -> tuple[int, float]:
    """What was counted, and the seconds that it took."""
    begin = time.perf_counter()
    return count(), time.perf_counter() - begin


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "change.diff"
        megabytes = write_diff(path, size * 1_000_000) / 1_000_000
        runs = [(measured(lambda: count_with_scanner(path)), measured(lambda: count_with_git(path))) for _ in range(3)]
    assert all(ours[0] == gits[0] for ours, gits in runs)
    files = runs[0][0][0]
    ours, gits = (min(run[side][1] for run in runs) for side in (0, 1))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{megabytes:.0f} MB, {files} files, best of 3")
    print(f"scan                {megabytes / ours:6.0f} MB/s, peak {peak:.0f} MB resident")
    print(f"git apply --numstat {megabytes / gits:6.0f} MB/s, ratio {ours / gits:.1f}")


if __name__ == "__main__":
    main()
