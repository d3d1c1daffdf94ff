"""A running simulated GitHub with one repository, an agent's branch and a person who may write."""

import ssl
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from githubkit import AppAuthStrategy, GitHub

from gate.simulated_github import Delays, SimulatedGitHub
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World

WORKFLOW = """\
name: CI
on:
  push:
  pull_request:
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Test
        run: make test
      - name: Say goodbye
        if: always()
        run: echo goodbye
"""

NO_AUTHORITIES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Loading the authorities of the real net costs more than most tests."""

FILES = {"README.md": "# Shop\n", ".github/workflows/ci.yml": WORKFLOW, "src/shop.py": "PRICE = 1\n"}


@pytest.fixture
def github() -> Iterator[SimulatedGitHub]:
    with SimulatedGitHub(delays=Delays(start=0.02, step=0.005, cancel=0.0)) as running:
        yield running


@pytest.fixture
def world(github: SimulatedGitHub) -> World:
    return github.world


@pytest.fixture
def shop(world: World) -> Repository:
    """`octo-org/shop`, where maria may write."""
    repository = world.repositories.add("octo-org/shop", FILES)
    world.repositories.set_permission(repository, "maria", "write")
    return repository


@pytest.fixture
def app_client(github: SimulatedGitHub) -> Iterator[GitHub[Any]]:
    with GitHub(AppAuthStrategy(github.app_id, github.private_key_pem), base_url=github.api_url) as client:
        yield client


@pytest.fixture
def client(github: SimulatedGitHub, shop: Repository, app_client: GitHub[Any]) -> Iterator[GitHub[Any]]:
    """githubkit, signed in as the installation on octo-org."""
    with app_client.with_auth(app_client.auth.as_installation(github.installation_id)) as installed:
        yield installed


@pytest.fixture
def http(github: SimulatedGitHub, shop: Repository) -> Iterator[httpx.Client]:
    """A plain client with a token of everything that the App was granted."""
    token = github.world.apps.mint(github.world.apps.installations[0], None, None)
    headers = {"Authorization": f"Bearer {token.value}", "Accept": "application/vnd.github+json"}
    with httpx.Client(base_url=github.api_url, headers=headers, trust_env=False, verify=NO_AUTHORITIES) as plain:
        yield plain
