"""The operator's settings: one class, and the only reader of the environment.

A wrong value stops the program at start with one line per fault, all of them at once. A secret's value is never printed.
Building `Settings(...)` by hand reads nothing from outside; `load_settings` reads the environment and, for the service
commands, an env file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from gate import github_urls, setting_faults, setting_types
from gate.env_file import read_env_file
from gate.errors import SettingsError

PREFIX = "GATE_"


def _setting(description: str, expected: str, default: Any = None, **more: Any) -> Any:
    """A field: what it means, and what a fault's line says is expected. Both are printed in the documentation."""
    if "default_factory" not in more:
        more["default"] = default
    return Field(description=description, json_schema_extra={"expected": expected}, **more)


class Settings(BaseModel):
    """Every setting, checked. The variable's name is the field's in capitals after `GATE_`.

    URLs carry no trailing slash. `private_key` holds the PEM text, also when a file was named. What can hold a password
    is either a `SecretStr` or left out of `repr`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    github_api_url: setting_types.ApiUrl = _setting(
        "GitHub's REST base URL (GitHub Enterprise Server: `https://HOST/api/v3`)",
        "an https URL, or an http URL of this machine",
        github_urls.GITHUB_API_URL,
    )
    github_graphql_url: setting_types.ApiUrl = _setting(
        "GitHub's GraphQL URL; derived from the REST URL",
        "an https URL, or an http URL of this machine",
        default_factory=lambda data: github_urls.graphql_url(data["github_api_url"]),
    )
    github_web_url: setting_types.ApiUrl = _setting(
        "GitHub's web base URL, for signing in and links; derived from the REST URL",
        "an https URL, or an http URL of this machine",
        default_factory=lambda data: github_urls.web_url(data["github_api_url"]),
    )
    app_id: setting_types.PositiveInt | None = _setting("the GitHub App's id", "a whole number from 1")
    client_id: setting_types.Word | None = _setting("the GitHub App's client id", "one word, as on the App's page")
    client_secret: setting_types.SecretWord | None = _setting(
        "the GitHub App's client secret, for signing in", "one word, as GitHub showed it once"
    )
    private_key: setting_types.PrivateKey | None = _setting(
        "the GitHub App's private key as PEM text (line ends may be written `\\n`)", "an RSA private key in PEM format"
    )
    private_key_file: Path | None = _setting(
        "a file that holds the private key instead", "a readable file with an RSA private key in PEM format"
    )
    releaser_app_id: setting_types.PositiveInt | None = _setting(
        "id of a second GitHub App that stops and releases runs; without it the first App does", "a whole number from 1"
    )
    releaser_private_key: setting_types.PrivateKey | None = _setting(
        "the second App's private key as PEM text", "an RSA private key in PEM format"
    )
    releaser_private_key_file: Path | None = _setting(
        "a file that holds the second App's private key instead",
        "a readable file with an RSA private key in PEM format",
    )
    signer: setting_types.Line | None = _setting(
        "an external signer of App tokens (a command or URL) instead of a private key", "one line of text"
    )
    webhook_secret: setting_types.WebhookSecrets | None = _setting(
        "the webhook secret; several, separated by commas, while it is rotated",
        "one secret, or several separated by commas, none of them empty",
    )
    data_dir: setting_types.Folder = _setting("the data folder of the embedded default", "a folder", Path("./var"))
    database_url: setting_types.DatabaseUrl = _setting(
        "the database as an SQLAlchemy URL; without it a SQLite file in the data folder",
        "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME",
        default_factory=lambda data: f"sqlite:///{data['data_dir']}/gate.db",
        repr=False,
    )
    broker_url: setting_types.BrokerUrl = _setting(
        "Redis URL of Celery's broker; empty means worker threads in the web process",
        "redis://HOST:PORT/NUMBER, or nothing",
        "",
        repr=False,
    )
    host: setting_types.Host = _setting("the listen address", "a host name or an IP address", "127.0.0.1")
    port: setting_types.Port = _setting("the listen port", "a whole number from 1 to 65535", 8000)
    public_url: setting_types.PublicUrl = _setting(
        "where GitHub and browsers reach the service; `http://HOST:PORT` by default",
        "an http or https URL",
        default_factory=lambda data: setting_types.listen_url(data["host"], data["port"]),
    )
    secret_key: setting_types.LongSecret | None = _setting(
        "signs sessions and encrypts stored secrets; without it one is made and kept in the data folder",
        "at least 32 characters",
    )
    api_token: setting_types.SecretWord | None = _setting(
        "bearer token of `/api/v1`; without it the API is off", "one word"
    )
    ca_file: setting_types.ReadableFile | None = _setting(
        "certificate authorities of a network that needs its own", "a readable PEM file"
    )
    https_proxy: setting_types.ProxyUrl | None = _setting(
        "proxy for calls to GitHub", "an http or https URL", repr=False
    )
    smtp_url: setting_types.SmtpUrl | None = _setting(
        "mail server that sends reports",
        "smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the start",
        repr=False,
    )
    timezone: setting_types.TimeZone = _setting(
        "time zone of reports and pages", "a name of the time zone database, such as Europe/Berlin", "UTC"
    )
    retention_days: setting_types.PositiveInt = _setting(
        "how many days deliveries and evidence are kept", "a whole number from 1", 400
    )
    log_format: Literal["console", "json"] | None = _setting(
        "`console` or `json`; console on a terminal, else json", "console or json"
    )
    sweep_seconds: setting_types.PositiveInt = _setting(
        "how often the reconciling sweep runs, in seconds", "a whole number from 1", 60
    )

    warnings: tuple[str, ...] = ()
    """One line for each `GATE_` variable that no setting answers to, for the log at start. Not a setting itself."""

    @property
    def is_set_up(self) -> bool:
        """Whether the GitHub App is known. Without, `serve` shows the set-up page and answers webhooks with 503."""
        return self.app_id is not None

    @property
    def webhook_secrets(self) -> tuple[bytes, ...]:
        """The webhook secrets, any of which may sign; empty in set-up mode."""
        if self.webhook_secret is None:
            return ()
        return tuple(part.strip().encode() for part in self.webhook_secret.get_secret_value().split(","))

    def secret_values(self) -> tuple[str, ...]:
        """Every secret's text, passwords in URLs included, so that the log can strike them out wherever they turn up.

        Texts under six characters are left out: struck out everywhere, they would make the log unreadable.
        """
        texts = [value.get_secret_value() for _, value in self if isinstance(value, SecretStr)]
        texts += [secret.decode() for secret in self.webhook_secrets]
        urls = (self.database_url, self.broker_url, self.https_proxy, self.smtp_url)
        texts += [unquote(urlsplit(url).password or "") for url in urls if url]
        return tuple(text for text in texts if len(text) >= 6)


FIELDS = {name: field for name, field in Settings.model_fields.items() if field.description}
"""The settings by their lower-case names, in the order in which they are documented."""


def load_settings(env_file: Path | None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings from the environment, which wins, and from `env_file` (None: read no file; offline commands pass None).

    A missing file is a fault unless it is the default `.env`. An empty variable counts as not set. Raises `SettingsError`
    whose text has one line per fault: the setting, what was found, what is expected.
    """
    faults: list[str] = []
    given = read_env_file(env_file, faults) if env_file is not None else {}
    given |= os.environ if environ is None else environ
    values: dict[str, Any] = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in given.items()
        if name.startswith(PREFIX) and value.strip()
    }
    unknown = sorted(values.keys() - FIELDS.keys())
    for name in unknown:
        del values[name]
    faults += setting_faults.of_keys(values)
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        raise SettingsError("\n".join([*setting_faults.of_validation(error, FIELDS), *faults])) from None
    if faults:
        raise SettingsError("\n".join(faults))
    return settings.model_copy(
        update={"warnings": tuple(setting_faults.unknown_line(name, FIELDS) for name in unknown)}
    )
