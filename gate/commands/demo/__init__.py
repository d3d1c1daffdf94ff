"""`gate demo`: the real service against a simulated GitHub on loopback, playing the story of one pull request."""

from __future__ import annotations

import logging
import signal
import sys
import tempfile
from typing import Annotated

import typer

from gate import logs
from gate.commands.demo import scenery
from gate.commands.demo.screen import Screen
from gate.commands.demo.story import Story
from gate.commands.service import Service, free_port
from gate.settings import load_settings
from gate.simulated_github import Delays, SimulatedGitHub

# Real runs take some seconds to start; so do these.
_PACE = Delays(start=4.0, step=0.3)


def command(
    once: Annotated[
        bool, typer.Option("--once", help="Play it unattended and end; also when standard input is no terminal.")
    ] = False,
    port: Annotated[int, typer.Option(help="Where the pages are shown; 0 takes a free port.")] = 0,
) -> None:
    """Play the whole story against a simulated GitHub on this machine: held, refused, held again, released, run.

    Needs no settings, no network and no account. Ends with 0 when every step came true.
    """
    logs.configure("json", stream=sys.stderr, level=logging.ERROR)
    unattended = once or not sys.stdin.isatty()
    port = port or free_port()
    hook = f"http://127.0.0.1:{port}/webhooks/github"
    with tempfile.TemporaryDirectory(prefix="gate-demo-") as folder:
        with SimulatedGitHub(webhook_url=hook, delays=_PACE) as github:
            _set_the_stage(github)
            service = Service(load_settings(None, _settings(github, folder, port))).start()
            try:
                page = f"http://127.0.0.1:{port}/"
                screen = Screen()
                Story(github, screen, page, pauses=not unattended).play()
                if not unattended:
                    screen.close(f"The pages stay at {page} until you press Ctrl-C.")
                    signal.sigwait({signal.SIGINT, signal.SIGTERM})
            except KeyboardInterrupt:
                pass
            finally:
                service.stop()


def _set_the_stage(github: SimulatedGitHub) -> None:
    repositories = github.world.repositories
    repositories.add(scenery.REPOSITORY, scenery.BEFORE)
    for login in (scenery.REVIEWER, scenery.REQUESTER, scenery.AGENT):
        repositories.set_permission(scenery.REPOSITORY, login, "write")


def _settings(github: SimulatedGitHub, folder: str, port: int) -> dict[str, str]:
    return {
        "GATE_GITHUB_API_URL": github.api_url,
        "GATE_GITHUB_GRAPHQL_URL": github.graphql_url,
        "GATE_GITHUB_WEB_URL": github.web_url,
        "GATE_APP_ID": str(github.app_id),
        "GATE_PRIVATE_KEY": github.private_key_pem,
        "GATE_WEBHOOK_SECRET": github.webhook_secret,
        "GATE_DATA_DIR": folder,
        "GATE_PORT": str(port),
    }
