"""Who is who in a log: the accounts, and the question that matters more than any formula, who counts as a reviewer."""

from __future__ import annotations

from collections.abc import Iterable

from gate.review_quality.events import AnyEvent, User


class People:
    """The accounts of a log by login. The last `user` event of a login counts."""

    def __init__(self, events: Iterable[AnyEvent]) -> None:
        self._users = {event.login: event for event in events if isinstance(event, User)}
        self._humans = frozenset(user.login for user in self._users.values() if user.kind == "human")

    def kind(self, login: str | None) -> str | None:
        """`human`, `agent` or `bot`; None for a login without a `user` event."""
        user = self._users.get(login) if login is not None else None
        return user.kind if user else None

    def is_human(self, login: str) -> bool:
        """Whether this login is known to be a person."""
        return login in self._humans

    def team(self, login: str) -> str | None:
        """The team of a login."""
        user = self._users.get(login)
        return user.team if user else None

    def zone(self, login: str) -> str:
        """The time zone of a login; UTC when unknown."""
        user = self._users.get(login)
        return user.zone if user else "UTC"

    @property
    def roster(self) -> list[str]:
        """The people who are expected to review, by login."""
        return sorted(user.login for user in self._users.values() if user.reviewer and user.kind == "human")

    def __eq__(self, other: object) -> bool:
        """Whether both know the same accounts in the same way, whenever they were told."""
        return isinstance(other, People) and self._traits() == other._traits()

    __hash__ = None  # type: ignore[assignment]  # compared, never looked up

    def _traits(self) -> dict[str, tuple[str, str | None, str, bool]]:
        return {user.login: (user.kind, user.team, user.zone, user.reviewer) for user in self._users.values()}
