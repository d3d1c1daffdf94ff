"""Reads an env file: lines of `NAME=value`, as Docker and shells know them; no variable is expanded, no command run."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from dotenv.parser import parse_stream

DEFAULT = Path(".env")
_SIZE_LIMIT = 1024 * 1024


def read_env_file(path: Path, faults: list[str]) -> dict[str, str]:
    """The variables of `path`; a line is appended to `faults` for what cannot be read.

    The default file may be missing; a file that somebody named may not.
    """
    if path == DEFAULT and not path.exists():
        return {}
    try:
        with path.open("rb") as file:
            content = file.read(_SIZE_LIMIT + 1)
        if len(content) > _SIZE_LIMIT:
            faults.append(f"--env-file: {path} is larger than 1 MB, expected lines of NAME=value")
            return {}
        # utf-8-sig: editors on Windows put a mark at the beginning.
        text = content.decode("utf-8-sig")
    except OSError as error:
        faults.append(f"--env-file: {path} cannot be read ({error.strerror}), expected a file with lines of NAME=value")
        return {}
    except UnicodeDecodeError:
        faults.append(f"--env-file: {path} is not UTF-8 text, expected lines of NAME=value")
        return {}
    variables: dict[str, str] = {}
    for binding in parse_stream(StringIO(text)):
        if binding.error:
            faults.append(f"--env-file: {path} line {binding.original.line} cannot be understood, expected NAME=value")
        elif binding.key is not None and binding.value is not None:
            variables[binding.key] = binding.value
    return variables
