"""The bell that wakes Celery's workers. Ringing returns at once: a thread sends, and many rings become one message.

A wake-up that is lost costs time and nothing else, so a broker that does not answer is logged once and otherwise ignored.
"""

from __future__ import annotations

import threading

from celery import Celery
from kombu.exceptions import KombuError, OperationalError

from gate import logs
from worker.broker import WAKE, WAKE_EXPIRES, configuration

log = logs.get_logger(__name__)

_RETRY = {"max_retries": 1, "interval_start": 0.1, "interval_step": 0.0}


class Bell:
    """Wakes workers on any machine that hear the broker. `start` before the first `wake`; `stop` sends what was rung before."""

    def __init__(self, broker_url: str) -> None:
        """`broker_url` is a Redis URL."""
        self._celery = Celery("gate-bell", set_as_current=False)
        self._celery.conf.update(configuration(broker_url))
        self._changed = threading.Condition()
        self._is_rung = False
        self._is_stopping = False
        self._is_heard = True
        self._thread = threading.Thread(target=self._run, name="bell", daemon=True)

    def start(self) -> None:
        """Starts the thread that sends."""
        self._thread.start()

    def wake(self) -> None:
        """Has a wake-up sent. Safe from any thread, and never waits for the broker."""
        with self._changed:
            self._is_rung = True
            self._changed.notify()

    def stop(self) -> None:
        """Ends the thread. Waits a few seconds at most: a broker that is away does not keep a process from ending."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(5.0)
        self._celery.close()

    def _run(self) -> None:
        while self._is_rung_again():
            self._send()

    def _is_rung_again(self) -> bool:
        """Waits for the next ring; False when the bell is to stop and was not rung before."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_rung or self._is_stopping)
            is_rung, self._is_rung = self._is_rung, False
            return is_rung

    def _send(self) -> None:
        try:
            self._celery.send_task(WAKE, expires=WAKE_EXPIRES, retry=True, retry_policy=_RETRY)
        except (OperationalError, KombuError, OSError) as fault:
            if self._is_heard:
                log.warning("workers_not_woken", fault=type(fault).__name__)
            self._is_heard = False
        else:
            if not self._is_heard:
                log.info("workers_woken_again")
            self._is_heard = True
