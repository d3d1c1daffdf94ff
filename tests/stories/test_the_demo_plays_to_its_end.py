"""The first thing a newcomer types: it needs nothing, ends by itself where nobody sits at the keyboard, and every step comes true."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]


def test_unattended_it_ends_with_success_and_tells_the_whole_story(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "gate", "demo"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(TOP)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )

    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "✗" not in ended.stdout
    assert ended.stderr == ""
    for words in ("its run is stopped", "Held: critical", "Refused by maria", "Released by maria", "run again"):
        assert words in ended.stdout


def test_it_leaves_nothing_behind(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "gate", "demo", "--once"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(TOP), "TMPDIR": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=180,
        check=True,
    )

    assert list(tmp_path.iterdir()) == []
