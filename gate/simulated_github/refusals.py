"""A refusal: GitHub's answer when it does not do what it was asked."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):  # noqa: N818 - the word of the domain; it is an answer, not a fault
    """An HTTP answer with a status of 400 or more, in GitHub's words."""

    def __init__(self, status: int, message: str, errors: list[Any] | None = None) -> None:
        """`errors` are the details of a failed validation."""
        super().__init__(message)
        self.status = status
        self.message = message
        self.errors = errors


def not_found() -> Refusal:
    """What is not there, or not shown."""
    return Refusal(404, "Not Found")
