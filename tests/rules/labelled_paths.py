"""Reads the lists of paths in `data/`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "data"
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})")


@dataclass(frozen=True)
class LabelledPath:
    """A path, the categories a person gave it (the naming one first, none for an ordinary file), and a remark."""

    path: str
    expected: tuple[str, ...]
    note: str


def labelled_paths() -> list[LabelledPath]:
    """All rows of `labelled_paths.tsv`, escapes undone where the remark says that there are some."""
    rows = []
    for line in (DATA / "labelled_paths.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        path, expected, note = line.split("\t")
        if "escaped" in note:
            path = _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), path)
        rows.append(LabelledPath(path, () if expected == "none" else tuple(expected.split(",")), note))
    return rows


def names_other_tools_know() -> dict[str, list[list[str]]]:
    """For each public list of files that steer something: sample paths of each of its patterns."""
    names: dict[str, list[list[str]]] = json.loads((DATA / "names_other_tools_know.json").read_text(encoding="utf-8"))
    return names
