"""Intake beside Probot: the same signed deliveries, on the same machine, in the same run, round by round in turn.

`python -m tests.benchmarks.intake [--connections 64] [--seconds 8] [--rounds 3] [--modules DIR]` prints a Markdown table of medians and the ratios.
Needs `wrk` and `node`; Probot is installed with npm into DIR (default: a temporary folder). Gate stores each delivery durably;
Probot is measured with a handler that does nothing, and with one that stores durably (better-sqlite3, WAL, synchronous FULL).
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from gate.signature import sign
from tests.gate.serving import SECRET

HERE = Path(__file__).parent
TOP = HERE.parents[1]
PACKAGES = ("probot@14.3.2", "better-sqlite3@12.11.1")


@dataclass
class Round:
    """One server under load: requests a second, milliseconds, CPU microseconds a delivery, resident MB, answers that were no 2xx."""

    rate: float
    p50: float
    p99: float
    cpu: float
    memory: float
    errors: int


def main() -> None:
    """Runs the rounds and prints the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--modules", type=Path, default=None)
    options = parser.parse_args()
    for program in ("wrk", "node", "npm"):
        if shutil.which(program) is None:
            sys.exit(f"{program} is missing: apt-get install wrk nodejs npm")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        modules = options.modules or folder
        _install_probot(modules)
        servers = _servers(folder, modules)
        found: dict[str, list[Round]] = {label: [] for label in servers}
        for _ in range(options.rounds):
            for label, start in servers.items():
                found[label].append(_measure(start, folder, options.connections, options.seconds))
    _print(found, options.connections)


def _install_probot(modules: Path) -> None:
    modules.mkdir(parents=True, exist_ok=True)
    if not (modules / "node_modules" / "probot").exists():
        subprocess.run(["npm", "install", "--prefix", modules, "--silent", *PACKAGES], check=True)
    shutil.copy(HERE / "probot_server.mjs", modules / "probot_server.mjs")


def _servers(folder: Path, modules: Path) -> dict[str, Callable[[], tuple[subprocess.Popen[str], int]]]:
    """How each server is started: a process and its port."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    key_file = folder / "key.pem"
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        )
    )

    def gate() -> tuple[subprocess.Popen[str], int]:
        url = f"sqlite:///{folder}/{uuid.uuid4().hex}.db"
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.gate.intake_server", url], cwd=TOP, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        return process, int(process.stdout.readline())

    def probot(*more: str) -> tuple[subprocess.Popen[str], int]:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        script = str(modules / "probot_server.mjs")
        command = ["node", script, str(port), SECRET, str(key_file), *more]
        environment = {**os.environ, "NODE_ENV": "production"}
        return subprocess.Popen(command, cwd=modules, env=environment, text=True, stdout=subprocess.DEVNULL), port

    return {
        "Gate, durable": gate,
        "Probot, stores nothing": probot,
        "Probot, durable": lambda: probot(str(folder / f"{uuid.uuid4().hex}.db")),
    }


def _measure(
    start: Callable[[], tuple[subprocess.Popen[str], int]], folder: Path, connections: int, seconds: int
) -> Round:
    examples = json.loads(gzip.decompress((TOP / "tests" / "payloads" / "examples.json.gz").read_bytes()))
    body = folder / "body.json"
    body.write_text(json.dumps(next(example for example in examples["pull_request"] if example["action"] == "opened")))
    process, port = start()
    try:
        _wait_for(port)
        _load(port, body, connections, 2)  # warms up what is compiled while running
        before = _cpu_seconds(process.pid)
        requests, duration, errors, p50, p99 = _load(port, body, connections, seconds)
        used = _cpu_seconds(process.pid) - before
        memory = _resident_megabytes(process.pid)
    finally:
        process.kill()
        process.wait()
    return Round(requests / duration * 1e6, p50 / 1000, p99 / 1000, used / requests * 1e6, memory, int(errors))


def _load(port: int, body: Path, connections: int, seconds: int) -> tuple[float, ...]:
    """Requests, microseconds, errors, and the latencies' median and 99th percentile in microseconds."""
    signature = sign(SECRET.encode(), body.read_bytes())
    command = [
        "wrk",
        "-t1",
        f"-c{connections}",
        f"-d{seconds}s",
        "--timeout",
        "10s",
        "-s",
        str(HERE / "deliveries.lua"),
    ]
    done = subprocess.run(
        [*command, f"http://127.0.0.1:{port}", "--", str(body), signature, uuid.uuid4().hex],
        check=True,
        capture_output=True,
        text=True,
    )
    line = next(line for line in done.stdout.splitlines() if line.startswith("RESULT "))
    return tuple(float(number) for number in line.split()[1:])


def _wait_for(port: int) -> None:
    for _ in range(400):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the server did not start")


def _cpu_seconds(pid: int) -> float:
    """User and system time of a process with all its threads; neither server starts another process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_megabytes(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _print(found: dict[str, list[Round]], connections: int) -> None:
    def median(label: str, figure: str) -> float:
        return statistics.median(getattr(round_, figure) for round_ in found[label])

    print(f"{connections} connections, medians of {len(next(iter(found.values())))} rounds\n")
    print(
        "| server | deliveries/s | p50 ms | p99 ms | CPU us each | resident MB | refused |\n|---|---|---|---|---|---|---|"
    )
    for label, rounds in found.items():
        figures = [f"{median(label, figure):.0f}" for figure in ("rate", "p50", "p99", "cpu", "memory")]
        print(f"| {label} | {' | '.join(figures)} | {sum(round_.errors for round_ in rounds)} |")
    print()
    for label in list(found)[1:]:
        ratios = [
            f"{word} {median('Gate, durable', figure) / median(label, figure):.2f}"
            for word, figure in (("rate", "rate"), ("CPU", "cpu"), ("memory", "memory"), ("p99", "p99"))
        ]
        print(f"Gate, durable / {label}: {', '.join(ratios)}")


if __name__ == "__main__":
    main()
