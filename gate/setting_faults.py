"""The lines about wrong settings: the setting, what was found, what is expected. Never a secret's value."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic.fields import FieldInfo

_SHOWN = 80
_KEY_BYTES = 64 * 1024


def of_validation(error: ValidationError, fields: Mapping[str, FieldInfo]) -> list[str]:
    """One line for each setting that did not pass."""
    lines = []
    for fault in error.errors(include_url=False, include_context=False):
        name = str(fault["loc"][0])
        # A default that follows from a wrong setting is not a fault of its own.
        if fault["type"] != "default_factory_not_called":
            field = fields[name]
            lines.append(f"GATE_{name.upper()}: found {_found(field, fault['input'])}, expected {expected(field)}")
    return lines


def of_keys(values: dict[str, Any]) -> list[str]:
    """One line for each fault in how the Apps' ids, keys and secret go together; reads a named key file into `values`."""
    lines = []
    for prefix in ("", "releaser_"):
        text, file = f"{prefix}private_key", f"{prefix}private_key_file"
        if text in values and file in values:
            lines.append(f"GATE_{file.upper()}: found together with GATE_{text.upper()}, expected only one of the two")
        elif file in values:
            lines += _read_key(values, text, file)
    has_key = bool(values.keys() & {"private_key", "private_key_file", "signer"})
    needed = {
        "GATE_APP_ID": "app_id" in values,
        "GATE_PRIVATE_KEY or GATE_PRIVATE_KEY_FILE": has_key,
        "GATE_WEBHOOK_SECRET": "webhook_secret" in values,
    }
    lines += _all_or_none(needed)
    has_releaser_key = bool(values.keys() & {"releaser_private_key", "releaser_private_key_file"})
    lines += _all_or_none(
        {
            "GATE_RELEASER_APP_ID": "releaser_app_id" in values,
            "GATE_RELEASER_PRIVATE_KEY or GATE_RELEASER_PRIVATE_KEY_FILE": has_releaser_key
            or ("signer" in values and "releaser_app_id" in values),
        }
    )
    return lines


def unknown_line(name: str, fields: Mapping[str, FieldInfo]) -> str:
    """The line about a variable that no setting answers to, with the name that was perhaps meant."""
    near = difflib.get_close_matches(name, fields, n=1)
    hint = f", perhaps GATE_{near[0].upper()} was meant" if near else ""
    return f"{_printable('GATE_' + name.upper())} is not a setting{hint}"


def expected(field: FieldInfo) -> str:
    """What a setting expects, in words."""
    extra = field.json_schema_extra
    return str(extra["expected"]) if isinstance(extra, dict) else ""


def is_secret(field: FieldInfo) -> bool:
    """Whether a setting's value must never be shown: a secret, or a URL that may carry a password."""
    return not field.repr or "SecretStr" in str(field.annotation)


def _found(field: FieldInfo, value: object) -> str:
    text = str(value)
    if is_secret(field):
        return f"a value of {len(text)} characters that is not shown"
    return f'"{_printable(text)}"'


def _printable(text: str) -> str:
    """At most 80 characters on one line, whatever somebody put into a variable."""
    shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in shown
    )


def _all_or_none(needed: dict[str, bool]) -> list[str]:
    present = [name for name, is_given in needed.items() if is_given]
    if not present:
        return []
    return [
        f"{name}: found nothing, expected a value since {present[0]} is set"
        for name, is_given in needed.items()
        if not is_given
    ]


def _read_key(values: dict[str, Any], text: str, file: str) -> list[str]:
    path = Path(values[file])
    wanted = "expected a readable file with an RSA private key in PEM format"
    try:
        with path.open("rb") as opened:
            content = opened.read(_KEY_BYTES + 1)
        if len(content) > _KEY_BYTES:
            return [f'GATE_{file.upper()}: found "{_printable(str(path))}" (larger than 64 kB), {wanted}']
        values[text] = content.decode()
    except OSError as error:
        return [f'GATE_{file.upper()}: found "{_printable(str(path))}" ({error.strerror}), {wanted}']
    except UnicodeDecodeError:
        return [f'GATE_{file.upper()}: found "{_printable(str(path))}" (not text), {wanted}']
    return []
