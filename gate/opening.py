"""Opens what the settings name, for every process of the service: the database and the door to GitHub."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from gate import logs, metrics
from gate.db import Database
from gate.errors import SettingsError
from gate.github_api.client import GitHubClient
from gate.github_api.client import warm as warm_client
from gate.github_api.door import GitHubDoor
from gate.migrating import Migration, MigrationError, migrate
from gate.settings import Settings
from rules.dossier import PullRequestTraits
from rules.engine import load_rules
from rules.identity import identify
from rules.paths import classify

log = logs.get_logger(__name__)


def open_database(settings: Settings) -> Database:
    """The database of the settings, its tables brought up to date. Raises SettingsError where that cannot be done."""
    database, done = open_and_migrate(settings)
    if done.before != done.after:
        log.info("database_migrated", before=done.before, after=done.after)
    return database


def open_and_migrate(settings: Settings) -> tuple[Database, Migration]:
    """The same, and what was done."""
    if settings.database_url.startswith("sqlite"):
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    database = Database(settings.database_url)
    try:
        return database, migrate(database)
    except MigrationError as fault:
        database.close()
        raise SettingsError(f"GATE_DATABASE_URL: {fault}") from fault
    except SQLAlchemyError as fault:
        database.close()
        cause = fault.orig if isinstance(fault, DBAPIError) and fault.orig is not None else fault
        words = str(cause).strip().partition("\n")[0][:200]
        raise SettingsError(
            f"GATE_DATABASE_URL: the database cannot be opened or migrated ({type(cause).__name__}: {words})"
        ) from fault


def open_door(settings: Settings) -> GitHubDoor:
    """The door to GitHub of the settings. Raises SettingsError where they ask for a way to sign that does not exist."""
    key = settings.private_key
    if settings.signer and key is None:
        raise SettingsError(
            "GATE_SIGNER: this version signs with a private key only; give GATE_PRIVATE_KEY or GATE_PRIVATE_KEY_FILE"
        )
    client = GitHubClient(
        api_url=settings.github_api_url,
        graphql_url=settings.github_graphql_url,
        app_id=str(settings.app_id),
        private_key="" if key is None else key.get_secret_value(),
        ca_file=None if settings.ca_file is None else str(settings.ca_file),
        proxy=settings.https_proxy,
        count=metrics.count_github_call,
    )
    return GitHubDoor(client)


def warm() -> None:
    """Loads rules, catalogues and the client before the first delivery, whose stop must not wait for them."""
    load_rules()
    classify("README.md")
    identify(PullRequestTraits())
    warm_client()
