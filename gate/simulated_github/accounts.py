"""Accounts: people, bots and organizations with stable ids."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

COPILOT_ID = 198982749
GITHUB_ACTIONS_ID = 41898282


@dataclass(eq=False, slots=True)
class Account:
    """An account. `type` is GitHub's: `User`, `Bot` or `Organization`.

    `is_github_agent` marks agents that GitHub itself runs, whose workflow runs it holds. `is_new` marks an account that is new to
    GitHub (one of the policies on forks asks for it).
    """

    login: str
    id: int
    type: str = "User"
    name: str = ""
    email: str = ""
    is_github_agent: bool = False
    is_new: bool = False
    created_at: datetime = datetime(2020, 1, 1, tzinfo=UTC)

    @property
    def node_id(self) -> str:
        """GitHub's opaque id."""
        return f"{'BOT' if self.type == 'Bot' else 'U'}_{self.id}"

    @property
    def noreply_email(self) -> str:
        """The address that hides a person's own."""
        return f"{self.id}+{self.login}@users.noreply.github.com"

    @property
    def graphql_login(self) -> str:
        """GraphQL leaves the mark of bots out, and calls Copilot by its App's name."""
        if self.id == COPILOT_ID:
            return "copilot-swe-agent"
        return self.login.removesuffix("[bot]")


class Accounts:
    """All accounts, found by login whatever its case."""

    def __init__(self) -> None:
        """Knows GitHub's own accounts from the start."""
        self._by_login: dict[str, Account] = {}
        self._next_id = 1000
        self.actions = self.add("github-actions[bot]", kind="Bot", number=GITHUB_ACTIONS_ID)
        self.copilot = self.add("Copilot", kind="Bot", number=COPILOT_ID, is_github_agent=True)
        self.web_flow = self.add("web-flow", number=19864447, name="GitHub", email="noreply@github.com")

    def add(
        self,
        login: str,
        *,
        kind: str = "User",
        number: int | None = None,
        name: str = "",
        email: str = "",
        is_github_agent: bool = False,
        is_new: bool = False,
    ) -> Account:
        """Makes an account of a kind (`User`, `Bot`, `Organization`); raises `ValueError` when the login is taken."""
        if login.casefold() in self._by_login:
            raise ValueError(f"the login {login} is taken")
        if number is None:
            self._next_id += 1
            number = self._next_id
        account = Account(login, number, kind, name or login, email, is_github_agent, is_new)
        self._by_login[login.casefold()] = account
        return account

    def find(self, login: str) -> Account | None:
        """The account of a login, or None."""
        return self._by_login.get(login.casefold())

    def get(self, who: Account | str) -> Account:
        """The account of a login; a login that nobody has becomes a person (or a bot, by its mark)."""
        if isinstance(who, Account):
            return who
        found = self.find(who)
        return found or self.add(who, kind="Bot" if who.endswith("[bot]") else "User")

    def by_email(self, email: str) -> Account | None:
        """The account that a commit's address belongs to, or None, as GitHub links commits to accounts."""
        for account in self._by_login.values():
            if email and email.casefold() in (account.email.casefold(), account.noreply_email.casefold()):
                return account
        if email.endswith("@users.noreply.github.com"):
            number = email.partition("+")[0]
            return next((account for account in self._by_login.values() if number == str(account.id)), None)
        return None
