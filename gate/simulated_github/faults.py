"""Faults of the API: what the next calls meet instead of, or before, an answer."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field
from typing import Any

from gate.clock import now


@dataclass(slots=True)
class Fault:
    """A fault of the next `count` calls that match: an answer instead, a wait before, or a broken connection."""

    count: int
    method: str | None
    path: re.Pattern[str]
    status: int | None = None
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    is_reset: bool = False


class Faults:
    """The faults that are still to come. Thread-safe."""

    def __init__(self) -> None:
        """Starts without any."""
        self._lock = threading.Lock()
        self._coming: list[Fault] = []

    def answer(
        self,
        status: int,
        *,
        count: int = 1,
        message: str = "Server Error",
        headers: dict[str, str] | None = None,
        method: str | None = None,
        path: str = "",
    ) -> None:
        """Lets the next calls (of a method, with `path`, a regular expression, in their address) meet a status and message."""
        self._add(Fault(count, method, re.compile(path), status, {"message": message}, headers or {}))

    def secondary_limit(
        self, *, count: int = 1, retry_after: int = 60, status: int = 403, method: str | None = None, path: str = ""
    ) -> None:
        """Lets the next calls meet the secondary rate limit."""
        message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
        self.answer(
            status, count=count, message=message, headers={"retry-after": str(retry_after)}, method=method, path=path
        )

    def primary_limit(
        self, *, count: int = 1, reset_in: float = 60, status: int = 403, method: str | None = None, path: str = ""
    ) -> None:
        """Lets the next calls meet the used-up primary rate limit."""
        headers = {
            "x-ratelimit-limit": "5000",
            "x-ratelimit-remaining": "0",
            "x-ratelimit-used": "5000",
            "x-ratelimit-reset": str(int(now().timestamp() + reset_in)),
            "x-ratelimit-resource": "core",
        }
        self.answer(
            status,
            count=count,
            message="API rate limit exceeded for installation.",
            headers=headers,
            method=method,
            path=path,
        )

    def slow(self, seconds: float, *, count: int = 1, method: str | None = None, path: str = "") -> None:
        """Lets the next calls wait before they are answered."""
        self._add(Fault(count, method, re.compile(path), seconds=seconds))

    def reset_connection(self, *, count: int = 1, method: str | None = None, path: str = "") -> None:
        """Breaks the connection of the next calls in the middle of the answer; what they asked for is not done."""
        self._add(Fault(count, method, re.compile(path), is_reset=True))

    def graphql_off(self, status: int = 404, *, count: int = 1_000_000) -> None:
        """Switches GraphQL off: 404, 501, 502 ..."""
        self.answer(status, count=count, message="Not Found" if status == 404 else "Bad Gateway", path="^/graphql$")

    def clear(self) -> None:
        """Forgets all faults."""
        with self._lock:
            self._coming.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that a call meets, or None."""
        with self._lock:
            for fault in self._coming:
                if fault.method in (None, method) and fault.path.search(path):
                    fault.count -= 1
                    if fault.count <= 0:
                        self._coming.remove(fault)
                    return fault
        return None

    def _add(self, fault: Fault) -> None:
        with self._lock:
            self._coming.append(fault)
