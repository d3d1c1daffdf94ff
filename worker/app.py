"""The Celery application of the scaled form: `celery -A worker.app worker` on any number of machines, and one `celery -A worker.app beat`.

Two tasks, neither with a payload: work on whatever is due, and sweep. The scheduler sends both as well, so that rows whose
wake-up was lost are found; while the broker is away, each worker looks for due rows by itself (docs/adr/0014).
"""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import click
from celery import Celery, signals

from gate import logs
from gate.errors import SettingsError
from gate.opening import open_database, warm
from worker.broker import SWEEP, WAKE, configuration
from worker.drain import drain
from worker.embedded import THREADS
from worker.lookout import start_lookout
from worker.process import WorkerProcess
from worker.sweep import sweep

log = logs.get_logger(__name__)

WAKE_SECONDS = 1.0
"""How often the scheduler wakes a worker: the longest that a row whose time has come, or whose wake-up was lost, waits."""

_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)

process = WorkerProcess()


def _wake() -> None:
    """Works on whatever is due."""
    logs.clear()
    drain(process.hands(), process.stopping)


def _sweep() -> None:
    """One round of the sweep; a second one at the same time does nothing."""
    logs.clear()
    sweep(process.hands())


def _configuration() -> dict[str, Any]:
    """Celery asks for it when it first needs it, never at import."""
    try:
        settings = process.settings()
    except SettingsError as fault:
        _refuse(fault)
    return configuration(settings.broker_url) | {
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_track_started": False,
        # Work waits for GitHub most of the time: threads share one set of rules and one pool of connections.
        "worker_pool": "threads",
        "worker_concurrency": THREADS,
        "worker_prefetch_multiplier": 1,
        "worker_redirect_stdouts": False,
        # Whoever reaches the broker shall be able to wake workers, and nothing else.
        "worker_enable_remote_control": False,
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "beat_scheduler": "worker.scheduler:PlainScheduler",
        "beat_schedule": {
            "wake": {"task": WAKE, "schedule": WAKE_SECONDS, "options": {"expires": 5 * WAKE_SECONDS}},
            "sweep": {
                "task": SWEEP,
                "schedule": float(settings.sweep_seconds),
                "options": {"expires": settings.sweep_seconds},
                "last_run_at": _LONG_AGO,  # the first one at once
            },
        },
    }


def _refuse(fault: SettingsError) -> NoReturn:
    for line in str(fault).splitlines():
        sys.stderr.write(f"gate: {line}\n")
    sys.exit(2)


def _choose_env_file(_context: click.Context, _option: click.Parameter, value: Path) -> Path:
    process.env_file = value
    return value


app = Celery("gate", set_as_current=False)
app.add_defaults(_configuration)
app.task(_wake, name=WAKE)
app.task(_sweep, name=SWEEP)
app.user_options["preload"].add(
    click.Option(
        ["--env-file"],
        type=click.Path(path_type=Path),
        default=Path(".env"),
        is_eager=True,  # before any option whose default lies in the settings
        callback=_choose_env_file,
        help="Settings that the environment does not give.",
    )
)


@signals.setup_logging.connect(weak=False)  # type: ignore[untyped-decorator]  # Celery has no types
def _set_up_logging(loglevel: int | str | None = None, **_: object) -> None:
    """Our log in place of Celery's; `--loglevel` is about Celery's own lines."""
    settings = process.settings()
    logs.configure(settings.log_format, secret_values=settings.secret_values())
    for name in ("celery", "kombu"):
        logging.getLogger(name).setLevel(loglevel or logging.WARNING)
    for warning in settings.warnings:
        log.warning("setting_unknown", words=warning)


@signals.worker_init.connect(weak=False)  # type: ignore[untyped-decorator]  # Celery has no types
def _prepare(**_: object) -> None:
    """Before the first task, and before any fork: what is slow to load, and the tables. A fault of the settings ends the worker here."""
    warm()
    try:
        open_database(process.settings()).close()
    except SettingsError as fault:
        _refuse(fault)


@signals.worker_ready.connect(weak=False)  # type: ignore[untyped-decorator]  # Celery has no types
def _begin(**_: object) -> None:
    start_lookout(process)
    log.info("worker_started", threads=app.conf.worker_concurrency)


@signals.beat_init.connect(weak=False)  # type: ignore[untyped-decorator]  # Celery has no types
def _say_scheduling(**_: object) -> None:
    log.info("beat_started", sweep_seconds=process.settings().sweep_seconds)


@signals.worker_shutting_down.connect(weak=False)  # type: ignore[untyped-decorator]  # Celery has no types
def _stop_taking_rows(**_: object) -> None:
    process.stopping.set()


@signals.worker_shutdown.connect(weak=False)  # type: ignore[untyped-decorator]  # Celery has no types
def _close(**_: object) -> None:
    process.close()
