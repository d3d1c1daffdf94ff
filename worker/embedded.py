"""The embedded form: worker threads and the sweep inside the web process, no broker. The rows are the queue; a wake-up is a hint."""

from __future__ import annotations

import threading
from dataclasses import replace

from gate import logs
from gate.store import deliveries, leases, nudges
from worker.hands import Hands
from worker.sweep import sweep
from worker.work import work_delivery, work_nudge

log = logs.get_logger(__name__)

THREADS = 8
_IDLE_SECONDS = 0.5
"""How long an idle thread waits for a wake-up before it looks for rows whose time has come."""


class EmbeddedWorkers:
    """Threads that work on deliveries and looks until they are told to stop."""

    def __init__(self, hands: Hands, *, sweep_seconds: float, threads: int = THREADS) -> None:
        self._hands = replace(hands, wake=self.wake)
        self._sweep_seconds = sweep_seconds
        self._stopping = threading.Event()
        self._bell = threading.Condition()
        self._rings = 0
        self._threads = [threading.Thread(target=self._work, name=f"worker-{n}", daemon=True) for n in range(threads)]
        self._threads.append(threading.Thread(target=self._sweep, name="sweep", daemon=True))

    def start(self) -> None:
        """Takes up what an earlier process left unfinished, then works.

        Only one process works on an embedded database, so every lease in it belongs to a process that is gone.
        """
        with self._hands.database.transaction() as session:
            freed = deliveries.free_deliveries(session)
            nudges.free_nudges(session, self._hands.now())
            leases.free_leases(session)
        if freed:
            log.info("deliveries_taken_up_again", count=freed)
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """Tells idle threads that a row is due. Cheap, and safe from any thread."""
        with self._bell:
            self._rings += 1
            self._bell.notify_all()

    def stop(self, patience: float = 20.0) -> None:
        """Lets every thread finish the row it works on; what is unfinished after `patience` seconds is taken up at the next start."""
        self._stopping.set()
        self.wake()
        for thread in self._threads:
            thread.join(patience / len(self._threads))

    def _work(self) -> None:
        while not self._stopping.is_set():
            heard = self._rings
            try:
                worked = work_delivery(self._hands) or work_nudge(self._hands)
            except Exception:  # the database's own fault: the thread must outlive it
                log.exception("worker_failed")
                worked = False
                self._stopping.wait(1.0)
            if not worked:
                self._wait(heard)

    def _wait(self, heard: int) -> None:
        with self._bell:
            if self._rings == heard:
                self._bell.wait(_IDLE_SECONDS)

    def _sweep(self) -> None:
        while not self._stopping.is_set():
            try:
                sweep(self._hands)
            except Exception:  # as above: the next round tries again
                log.exception("sweep_failed")
            self._stopping.wait(self._sweep_seconds)
