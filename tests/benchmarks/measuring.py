"""Runs programs one after the other and says what each cost: wall time, CPU time, peak resident memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
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


def cost_of(command: list[str], *, allowed: tuple[int, ...] = (0,)) -> Cost:
    """Run a program to its end, from start to exit. Raises CalledProcessError for an exit status that is not allowed."""
    begin = time.perf_counter()
    child = subprocess.Popen(command, cwd=TOP, stdout=subprocess.PIPE)
    output = child.stdout.read() if child.stdout else b""
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.stdout:
        child.stdout.close()
    if child.returncode not in allowed:
        raise subprocess.CalledProcessError(child.returncode, command)
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output)


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
