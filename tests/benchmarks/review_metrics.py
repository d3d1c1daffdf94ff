"""How long `gate metrics` takes over many pull requests, and how much memory it needs. Run by hand:

python -m tests.benchmarks.review_metrics [pull requests] [reviewers]
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.review_log import write_log


def main() -> None:
    count, people = ([int(word) for word in sys.argv[1:3]] + [100_000, 400][len(sys.argv[1:3]) :])[:2]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "events.jsonl"
        write_log(log, count, people)
        megabytes = log.stat().st_size / 1e6
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.monotonic()
        with (Path(folder) / "out.json").open("wb") as out:
            subprocess.run([sys.executable, "-m", "gate", "metrics", "--events", str(log)], stdout=out, check=True)
        wall = time.monotonic() - begin
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{count} pull requests, {people} reviewers, {megabytes:.0f} MB of log")
    print(f"{processor:.1f} s of processor, {wall:.1f} s on the clock, {after.ru_maxrss / 1024:.0f} MiB at most")


if __name__ == "__main__":
    main()
