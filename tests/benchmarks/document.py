"""Puts what was measured into `docs/benchmarks.md`, each benchmark under a heading of its own; the others' parts stay."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks.measuring import TOP

DOCUMENT = TOP / "docs" / "benchmarks.md"
BEGIN = "# Benchmarks\n\nWritten by `make bench`. Figures of one run are compared with each other, not with those of another machine.\n"


def write_part(title: str, text: str, document: Path = DOCUMENT) -> None:
    """Replace the part under `## title`, or add it at the end."""
    whole = document.read_text() if document.exists() else BEGIN
    begin, *parts = re.split(r"^(?=## )", whole, flags=re.MULTILINE)
    part = f"## {title}\n\n{text.strip()}\n"
    heads = [one.partition("\n")[0] for one in parts]
    if f"## {title}" in heads:
        parts[heads.index(f"## {title}")] = part
    else:
        parts.append(part)
    document.write_text("\n".join(one.strip("\n") + "\n" for one in [begin, *parts]))


def circumstances() -> str:
    """The machine, the day, the versions, and how busy the machine was, in one paragraph."""
    git = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    processor = next(
        (line.partition(": ")[2] for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.machine(),
    )
    return (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC; {os.cpu_count()} × {processor.strip()}; {platform.system()} {platform.release()}; "
        f"Python {platform.python_version()}; git {git}; load average {os.getloadavg()[0]:.1f}."
    )
