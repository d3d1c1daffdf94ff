"""`gate serve`: the web service; without a broker its workers and the sweep run in the same process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gate import logs
from gate.commands.service import Service
from gate.settings import load_settings

log = logs.get_logger(__name__)


def command(
    env_file: Annotated[Path, typer.Option(help="settings that the environment does not give")] = Path(".env"),
) -> None:
    """Runs until it is told to stop. A wrong setting stops it at once, with one line a fault."""
    settings = load_settings(env_file)
    logs.configure(settings.log_format, secret_values=settings.secret_values())
    for warning in settings.warnings:
        log.warning("setting_unknown", words=warning)
    log.info("service_started", address=f"http://{settings.host}:{settings.port}", is_set_up=settings.is_set_up)
    Service(settings).run()
