"""`gate export corrections`: what people corrected by label, one JSON object a line, to mend the agent catalogue or the policy by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gate.opening import open_and_migrate
from gate.settings import load_settings
from gate.store.corrections import list_corrections

command = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode=None)


@command.callback()
def export() -> None:
    """Records for the operator, from the service's own database."""


@command.command()
def corrections(
    env_file: Annotated[Path, typer.Option(help="settings that the environment does not give")] = Path(".env"),
) -> None:
    """Who said that a change was an agent's or was none, what Gate had judged, and whether it counted."""
    database, _ = open_and_migrate(load_settings(env_file))
    try:
        with database.reading() as session:
            for line in list_corrections(session):
                typer.echo(json.dumps(line, ensure_ascii=True))
    finally:
        database.close()
