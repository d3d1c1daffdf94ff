"""The lookout of a worker process: looks for due rows by itself now and then, so that a broker that is away costs seconds and no holds."""

from __future__ import annotations

import threading

from gate import logs
from worker.drain import drain
from worker.process import WorkerProcess

log = logs.get_logger(__name__)

LOOKOUT_SECONDS = 5.0


def start_lookout(process: WorkerProcess, *, seconds: float = LOOKOUT_SECONDS) -> threading.Thread:
    """Starts the thread, which ends when the process stops."""
    thread = threading.Thread(target=_look_out, args=(process, seconds), name="lookout", daemon=True)
    thread.start()
    return thread


def _look_out(process: WorkerProcess, seconds: float) -> None:
    while not process.stopping.wait(seconds):
        logs.clear()
        try:
            drain(process.hands(), process.stopping)
        except Exception:  # the database's own fault: the thread must outlive it
            log.exception("lookout_failed")
