"""The kinds of values that settings have: each reads a text, tidies it, and raises `ValueError` when it makes no sense.

The words of a fault are not made here: every setting says itself what it expects.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from gate.github_urls import is_loopback

_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?\Z")
_IPV6 = re.compile(r"[0-9A-Fa-f:.]{2,45}\Z")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def listen_url(host: str, port: int) -> str:
    """The http URL of a listen address."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _url(text: str, schemes: set[str]) -> SplitResult:
    """The parts of a URL with one of `schemes`, a host and a possible port; raises `ValueError` for anything else."""
    parts = urlsplit(text)
    if parts.scheme not in schemes or not parts.hostname or re.search(r"\s", text) or _CONTROL.search(text):
        raise ValueError
    _ = parts.port  # raises when out of range
    return parts


def _plain(text: str) -> str:
    """An http URL without credentials, query or fragment, and without its trailing slash."""
    parts = _url(text, {"http", "https"})
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError
    return text.rstrip("/")


def _api_url(text: str) -> str:
    parts = urlsplit(_plain(text))
    # A token sent in the clear over a network is lost; on this machine it is a test.
    if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        raise ValueError
    return _plain(text)


def _proxy_url(text: str) -> str:
    _url(text, {"http", "https"})
    return text


def _smtp_url(text: str) -> str:
    _url(text, {"smtp", "smtps"})
    return text


def _broker_url(text: str) -> str:
    if text:
        _url(text, {"redis", "rediss"})
    return text


def _database_url(text: str) -> str:
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise ValueError from error
    if url.drivername in {"sqlite", "sqlite+pysqlite"}:
        # In memory nothing is durable, and every connection would see its own database.
        if not url.database or url.database == ":memory:":
            raise ValueError
        return text
    if url.drivername in {"postgres", "postgresql", "postgresql+psycopg"}:
        if not url.database:
            raise ValueError
        return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    raise ValueError


def _host(text: str) -> str:
    bare = text.strip().removeprefix("[").removesuffix("]")
    if not (_HOST.match(bare) or _IPV6.match(bare)):
        raise ValueError
    return bare


def _word(text: str) -> str:
    if not text or re.search(r"\s", text) or _CONTROL.search(text):
        raise ValueError
    return text


def _line(text: str) -> str:
    if not text.strip() or _CONTROL.search(text):
        raise ValueError
    return text.strip()


def _secret_word(secret: SecretStr) -> SecretStr:
    _word(secret.get_secret_value())
    return secret


def _webhook_secrets(secret: SecretStr) -> SecretStr:
    if not all(part.strip() for part in secret.get_secret_value().split(",")):
        raise ValueError
    return secret


def _private_key(secret: SecretStr) -> SecretStr:
    # Env files and many consoles cannot hold line ends; `\n` is what people write instead.
    text = secret.get_secret_value().replace("\\n", "\n").strip() + "\n"
    try:
        key = load_pem_private_key(text.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise ValueError from error
    if not isinstance(key, RSAPrivateKey):
        raise ValueError  # pydantic collects this kind only
    return SecretStr(text)


def _time_zone(text: str) -> str:
    try:
        # UTC needs no data; small images may have none.
        if text != "UTC":
            ZoneInfo(text)
    except (ZoneInfoNotFoundError, OSError) as error:
        raise ValueError from error
    return text


def _readable_file(path: Path) -> Path:
    try:
        with path.open("rb"):
            return path
    except OSError as error:
        raise ValueError from error


def _folder(path: Path) -> Path:
    """A folder, or a place where one can be made."""
    if path.exists() and not path.is_dir():
        raise ValueError
    return path


def _whole_number(value: object) -> object:
    """Only digits: pydantic alone would also take `1.0`, `1_000` and `true`."""
    if isinstance(value, str) and not re.fullmatch(r"[0-9]{1,18}", value.strip()):
        raise ValueError
    return value


ApiUrl = Annotated[str, AfterValidator(_api_url)]
PublicUrl = Annotated[str, AfterValidator(_plain)]
ProxyUrl = Annotated[str, AfterValidator(_proxy_url)]
SmtpUrl = Annotated[str, AfterValidator(_smtp_url)]
BrokerUrl = Annotated[str, AfterValidator(_broker_url)]
DatabaseUrl = Annotated[str, AfterValidator(_database_url)]
Host = Annotated[str, AfterValidator(_host)]
Word = Annotated[str, AfterValidator(_word)]
Line = Annotated[str, AfterValidator(_line)]
SecretWord = Annotated[SecretStr, AfterValidator(_secret_word)]
LongSecret = Annotated[SecretStr, Field(min_length=32)]
WebhookSecrets = Annotated[SecretStr, AfterValidator(_webhook_secrets)]
PrivateKey = Annotated[SecretStr, AfterValidator(_private_key)]
TimeZone = Annotated[str, AfterValidator(_time_zone)]
ReadableFile = Annotated[Path, AfterValidator(_readable_file)]
Folder = Annotated[Path, AfterValidator(_folder)]
PositiveInt = Annotated[int, BeforeValidator(_whole_number), Field(ge=1)]
Port = Annotated[int, BeforeValidator(_whole_number), Field(ge=1, le=65535)]
