"""The worked log: events with every value that follows from them, and how near a computed value must come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gate.review_quality.configuration import Configuration, read_configuration
from gate.review_quality.event_log import EventLog, read_event_log

DATA = Path(__file__).parent / "data"
EVENTS = DATA / "events.jsonl"
EXPECTED: dict[str, Any] = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))
VECTORS: dict[str, Any] = EXPECTED["vectors"]


def lines() -> list[bytes]:
    return EVENTS.read_bytes().splitlines()


def log() -> EventLog:
    return read_event_log(lines())


def configuration(**changes: Any) -> Configuration:
    return read_configuration(json.dumps({**EXPECTED["config"], **changes}).encode())


def differences(found: Any, expected: Any, place: str = "") -> list[str]:
    """Where two documents differ: counts and words exactly, fractions by more than 1e-9, relative or absolute."""
    if isinstance(expected, dict) and isinstance(found, dict):
        faults = [f"{place}: {sorted(set(found) ^ set(expected))}"] if set(found) != set(expected) else []
        shared = sorted(set(found) & set(expected))
        return faults + [fault for key in shared for fault in differences(found[key], expected[key], f"{place}.{key}")]
    if isinstance(expected, list) and isinstance(found, list | tuple):
        if len(found) != len(expected):
            return [f"{place}: {len(found)} entries, expected {len(expected)}"]
        pairs = enumerate(zip(found, expected, strict=True))
        return [fault for index, (one, other) in pairs for fault in differences(one, other, f"{place}[{index}]")]
    if is_number(expected) and is_number(found):
        near = abs(found - expected) <= 1e-9 * max(1.0, abs(expected))
        return [] if near else [f"{place}: {found} instead of {expected}"]
    return [] if found == expected else [f"{place}: {found!r} instead of {expected!r}"]


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
