"""`gate migrate`: brings the database's tables up to date, and says what it did."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gate.opening import open_and_migrate
from gate.settings import load_settings


def command(
    env_file: Annotated[Path, typer.Option(help="settings that the environment does not give")] = Path(".env"),
) -> None:
    """Brings the database's tables up to date. Every part of the service does the same when it starts."""
    database, done = open_and_migrate(load_settings(env_file))
    database.close()
    typer.echo(str(done))
