"""Feeds every target broken input for a while: `python -m tests.fuzz --minutes 10 [--target NAME]`.

With atheris (a coverage-guided fuzzer; it is no dependency) where it can be imported, else with random mutations of the samples.
An input that a target fails on is written to a file, whose name is printed; the exit status is then 1.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.util
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random

from tests.fuzz.mutation import mutant
from tests.fuzz.targets import TARGETS, Target

SLOW = 2.0  # CPU seconds for an input of some kilobytes: something grows faster than its input


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10, help="for all targets together")
    parser.add_argument("--target", choices=sorted(TARGETS), help="this one alone, in this process")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed = int(time.time_ns() % 1_000_000) if options.seed is None else options.seed
    if options.target:
        sys.exit(fuzzed(TARGETS[options.target], options.minutes * 60, seed))
    share = options.minutes / len(TARGETS)
    failed = []
    for name in TARGETS:
        command = [sys.executable, "-m", "tests.fuzz", "--target", name, "--minutes", str(share), "--seed", str(seed)]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    print(f"seed {seed}: {', '.join(failed) or 'nothing'} failed of {len(TARGETS)} targets")
    sys.exit(bool(failed))


def fuzzed(target: Target, seconds: float, seed: int) -> int:
    """Run one target; 1 when it failed."""
    if importlib.util.find_spec("atheris"):
        return guided(target, seconds, seed)
    return at_random(target, seconds, seed)


def at_random(target: Target, seconds: float, seed: int) -> int:
    chance = Random(seed)
    end = time.monotonic() + seconds
    count = 0
    faults: dict[str, str] = {}
    while time.monotonic() < end:
        data = mutant(target.samples, chance)
        count += 1
        begin = time.process_time()
        try:
            target.run(data)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is what is looked for
            frame = traceback.extract_tb(error.__traceback__)[-1]
            fault = f"{type(error).__name__} at {frame.filename}:{frame.lineno}: {error}"[:300]
            faults.setdefault(
                f"{type(error).__name__}{frame.filename}{frame.lineno}", f"{fault} ({kept(target, data)})"
            )
        if time.process_time() - begin > SLOW:
            faults.setdefault(
                "slow", f"slow: {time.process_time() - begin:.1f} s for {len(data)} bytes ({kept(target, data)})"
            )
    print(f"{target.name}: {count} inputs, {len(faults)} faults", *faults.values(), sep="\n  ", flush=True)
    return bool(faults)


def kept(target: Target, data: bytes) -> Path:
    """Write an input down; gives the file."""
    file = Path(tempfile.gettempdir()) / f"fuzz-{target.name}-{hashlib.sha256(data).hexdigest()[:12]}"
    file.write_bytes(data)
    return file


def guided(target: Target, seconds: float, seed: int) -> int:
    atheris = importlib.import_module("atheris")
    with tempfile.TemporaryDirectory() as corpus:
        for number, sample in enumerate(target.samples):
            (Path(corpus) / str(number)).write_bytes(sample)
        atheris.instrument_all()
        limits = (
            f"-max_total_time={max(1, int(seconds))}",
            f"-seed={seed}",
            f"-timeout={int(SLOW * 5)}",
            "-max_len=8192",
        )
        atheris.Setup(
            [sys.argv[0], *limits, f"-artifact_prefix={tempfile.gettempdir()}/fuzz-{target.name}-", corpus], target.run
        )
        atheris.Fuzz()  # ends the process
    return 0


if __name__ == "__main__":
    main()
