"""The scheduler behind `celery -A worker.app beat`."""

from __future__ import annotations

from typing import Any

from celery.beat import ScheduleEntry, Scheduler, SchedulingError

from gate import logs

log = logs.get_logger(__name__)


class PlainScheduler(Scheduler):  # type: ignore[misc]  # Celery has no types
    """Keeps nothing on disk: what is due is known from the rows, not from when it last ran.

    A broker that does not answer is said once when it goes and once when it comes back, not with a traceback each second.
    """

    _is_heard = True

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Sends one due task; one that cannot be sent is left to the next round."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as fault:
            if self._is_heard:
                log.warning("task_not_sent", task=entry.task, fault=type(fault.__cause__ or fault).__name__)
            self._is_heard = False
        else:
            if not self._is_heard:
                log.info("tasks_sent_again")
            self._is_heard = True
