"""The key that signs sessions and encrypts stored secrets: given by a setting, else made once and kept in the data folder."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from gate.errors import SettingsError

FILE_NAME = "secret_key"
_MADE_BYTES = 48


def load_secret_key(data_dir: Path, given: str | None) -> bytes:
    """The secret key in bytes; makes `data_dir/secret_key` (mode 0600) at the first call without `given`.

    Two processes that start at once agree: the file appears whole under its name, and the second one reads it.
    Raises `SettingsError` when the file can neither be read nor made, or holds less than 32 bytes.
    """
    if given is not None:
        return given.encode()
    path = data_dir / FILE_NAME
    try:
        if not path.exists():
            _make(path)
        key = path.read_bytes().strip()
    except OSError as error:
        raise SettingsError(
            f"GATE_SECRET_KEY: {path} can be neither read nor made ({error.strerror}), expected a writable data folder or a given key"
        ) from error
    if len(key) < 32:
        raise SettingsError(
            f"GATE_SECRET_KEY: {path} holds {len(key)} bytes, expected at least 32 (delete it to make a new one)"
        )
    return key


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{FILE_NAME}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(_MADE_BYTES))
        file.flush()
        os.fsync(file.fileno())
    try:
        # A link, unlike a rename, fails when another process was first.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
