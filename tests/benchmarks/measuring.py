"""Runs programs one after the other and says what each cost: wall time, CPU time, peak resident memory."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

TOP = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of wall and CPU time (user and system), megabytes at the peak, and what the program printed."""

    wall: float
    cpu: float
    megabytes: float
    output: bytes = b""


# The system counts what a process was before it became the program: so one that holds nothing else starts it.
_LAUNCHER = """
import json, os, subprocess, sys, time
begin = time.perf_counter()
child = subprocess.Popen(sys.argv[2:])
_, status, usage = os.wait4(child.pid, 0)
with open(sys.argv[1], "w") as file:
    json.dump([time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024], file)
os._exit(os.waitstatus_to_exitcode(status) & 255)
"""


def cost_of(command: list[str], *, allowed: tuple[int, ...] = (0,)) -> Cost:
    """Run a program to its end, from start to exit. Raises CalledProcessError for an exit status that is not allowed."""
    with tempfile.NamedTemporaryFile("r") as figures:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _LAUNCHER, figures.name, *command],
            cwd=TOP,
            stdout=subprocess.PIPE,
            check=False,
        )
        if done.returncode not in allowed:
            raise subprocess.CalledProcessError(done.returncode, command)
        wall, cpu, megabytes = json.load(figures)
    return Cost(wall, cpu, megabytes, done.stdout)


def python(module: str, *arguments: str, allowed: tuple[int, ...] = (0,)) -> Cost:
    """Run a module with this interpreter. One that prints `{"wall": …, "cpu": …}` is taken at its word: its start does not count."""
    cost = cost_of([sys.executable, "-m", module, *arguments], allowed=allowed)
    if not cost.output.startswith(b'{"wall"'):
        return cost
    own = json.loads(cost.output)
    return Cost(own["wall"], own["cpu"], cost.megabytes, cost.output)


def middle(costs: list[Cost]) -> Cost:
    """The medians of several runs, each figure for itself; the highest peak."""
    return Cost(
        median(cost.wall for cost in costs), median(cost.cpu for cost in costs), max(cost.megabytes for cost in costs)
    )
