"""Loads the agent catalogue and finds agents in it: by account, address, trailer and key.

The data is `rules/data/agents.yaml` and `agents_bots.yaml`. A policy adds agents and corrects ours: what it says about a login, id
or address wins over what we say.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

from rules.dossier import Kind
from rules.identity.agents import Account, Agent, Form, Identity, Key, Signed, Trailer, Weight
from rules.policy import AgentEntry

_FILES = ("agents.yaml", "agents_bots.yaml")

# GitHub's private address of an account: "ID+LOGIN@users.noreply.github.com"; accounts from before July 2017 lack the id.
# Source: GitHub docs, "Setting your commit email address". On GitHub Enterprise Server the host differs, and so do all ids.
_PRIVATE_ADDRESS = re.compile(r"(?:(\d{1,15})\+)?([^@\s+]{1,100})@users\.noreply\.([a-z0-9.-]{1,200})")


@dataclass(frozen=True, slots=True)
class PrivateAddress:
    """What GitHub's private address says: the id (None where it is absent or another server's) and the login, lower case."""

    user_id: int | None
    login: str


def read_private_address(email: str) -> PrivateAddress | None:
    """The account behind a lower-case private address of GitHub, or None for any other address."""
    match = _PRIVATE_ADDRESS.fullmatch(email)
    if match is None:
        return None
    user_id = int(match[1]) if match[1] and match[3] == "github.com" else None
    return PrivateAddress(user_id, match[2])


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every known agent, indexed. Logins, addresses, names and trailer keys are lower case."""

    agents: tuple[Agent, ...]
    by_id: Mapping[int, tuple[Agent, Account]]
    by_login: Mapping[str, tuple[tuple[Agent, Account], ...]]
    by_email: Mapping[str, tuple[Agent, Identity]]
    by_name: Mapping[str, tuple[Agent, Identity]]
    name_endings: tuple[tuple[str, Agent, Identity], ...]
    trailers_by_email: Mapping[str, tuple[tuple[Agent, Trailer], ...]]
    trailers_by_key: Mapping[str, tuple[tuple[Agent, Trailer], ...]]
    keys: Mapping[str, tuple[Agent, Key]]
    words: Mapping[str, Agent]
    any_body: re.Pattern[str]
    any_link: re.Pattern[str]

    def find_account(self, login: str, user_id: int | None, is_bot: bool | None) -> tuple[Agent, Account] | None:
        """The agent of an account. An id decides alone; a login only where the type does not contradict it.

        An app's login has the ending "[bot]" in REST answers and webhooks, and lacks it in GraphQL's.
        """
        if user_id is not None and user_id in self.by_id:
            return self.by_id[user_id]
        name = login.lower()
        entries = self.by_login.get(name, ())
        if is_bot and not name.endswith("[bot]"):
            entries = (*entries, *self.by_login.get(f"{name}[bot]", ()))
        for agent, account in entries:
            if is_bot is None or account.is_bot is None or account.is_bot == is_bot or name.endswith("[bot]"):
                return agent, account
        return None

    def find_private_address(self, email: str) -> tuple[Agent, Account] | None:
        """The agent of a private address. Without an id only an app's login counts: "codex@..." may be a person of that name."""
        address = read_private_address(email)
        if address is None:
            return None
        if address.user_id is None and not address.login.endswith("[bot]"):
            found = self.find_account(address.login, None, False)
            return found if found and found[1].is_bot is not True else None
        found = self.find_account(address.login, address.user_id, None)
        if found and not address.login.endswith("[bot]") and found[1].user_id not in (None, address.user_id):
            return None
        return found


@lru_cache(maxsize=64)
def load_catalogue(extra: tuple[AgentEntry, ...] = ()) -> Catalogue:
    """The catalogue with a policy's additions and corrections; loading is done once per set of them."""
    agents = {agent.name: agent for agent in _shipped()}
    for entry in extra:
        agents[entry.name] = _with_entry(agents.get(entry.name), entry)
    corrected = {entry.name for entry in extra}
    # Later entries win in the indexes: what the policy says comes last.
    return _index(sorted(agents.values(), key=lambda agent: agent.name in corrected))


@lru_cache(maxsize=1)
def _shipped() -> tuple[Agent, ...]:
    return tuple(_agent(entry) for document in load_data() for entry in document["agents"])


@lru_cache(maxsize=1)
def load_data() -> tuple[Mapping[str, Any], ...]:
    """The data files as written, for the self-test and the documentation."""
    folder = resources.files("rules") / "data"
    texts = [(folder / name).read_text(encoding="utf-8") for name in _FILES]
    return tuple(yaml.safe_load(text) for text in texts)  # noqa: TID251 - our own data, not a change's


def _signed(value: Mapping[str, str] | None) -> Signed | None:
    return Signed(value["word"], value["since"]) if value else None


def _pattern(text: str | None) -> re.Pattern[str] | None:
    return re.compile(text, re.IGNORECASE) if text else None


def _forms(values: Iterable[Mapping[str, str]]) -> tuple[Form, ...]:
    return tuple(
        Form(
            re.compile(value["form"], re.IGNORECASE),
            Weight(value["weight"]),
            Weight(value["alone"]) if "alone" in value else None,
        )
        for value in values
    )


def _agent(entry: Mapping[str, Any]) -> Agent:
    return Agent(
        name=entry["name"],
        output=entry.get("output", entry["name"]),
        kind=Kind(entry.get("kind", Kind.AGENT)),
        suggests=entry.get("suggests", False),
        hides_agents=entry.get("hides_agents", False),
        accounts=tuple(
            Account(
                logins=tuple(login.lower() for login in (*filter(None, [value.get("login")]), *value.get("also", ()))),
                user_id=value.get("id"),
                is_bot=value["type"] == "Bot",
                signed=_signed(value.get("signed")),
            )
            for value in entry.get("accounts", ())
        ),
        identities=tuple(
            Identity(
                email=value.get("email", "").lower(),
                name=value.get("name", "").lower(),
                name_ends=value.get("name_ends", "").lower(),
                weight=Weight(value["weight"]),
                signed=_signed(value.get("signed")),
                assisted=value.get("assisted", False),
            )
            for value in entry.get("identities", ())
        ),
        trailers=tuple(
            Trailer(
                by=value.get("by", "").lower(),
                named=_pattern(value.get("named")),
                key=value.get("key", ""),
                value=_pattern(value.get("value")),
                weight=Weight(value["weight"]),
                authored=value.get("authored", False),
            )
            for value in entry.get("trailers", ())
        ),
        keys=tuple(
            Key(value["fingerprint"], value["signature"], value.get("since", ""), value.get("until", ""))
            for value in entry.get("keys", ())
        ),
        branches=_forms(entry.get("branches", ())),
        bodies=_forms(entry.get("bodies", ())),
        links=_forms(entry.get("links", ())),
        titles=_forms(entry.get("titles", ())),
        labels=_forms(entry.get("labels", ())),
    )


def _glob(text: str) -> re.Pattern[str]:
    # fnmatch writes atomic groups (Python 3.11), so that a policy's many stars cannot backtrack.
    return re.compile(fnmatch.translate(text), re.IGNORECASE)


def _policy_trailer(text: str) -> Trailer:
    key, colon, value = text.partition(":")
    if "@" in value or not colon:
        return Trailer(by=(value or key).strip().strip("<>").split("<")[-1].lower(), weight=Weight.STRONG)
    return Trailer(key=key.strip().lower(), value=_glob(value.strip() or "*"), weight=Weight.STRONG)


def _with_entry(known: Agent | None, entry: AgentEntry) -> Agent:
    kind = Kind(entry.kind) if entry.kind else None
    base = known or Agent(name=entry.name, output=entry.name, kind=Kind.AGENT)
    accounts = [Account(logins=(login.lower(),)) for login in entry.logins]
    accounts += [Account(logins=(), user_id=user_id) for user_id in entry.user_ids]
    return replace(
        base,
        kind=kind or base.kind,
        accounts=(*base.accounts, *accounts),
        identities=(*base.identities, *(Identity(email=email.lower(), weight=Weight.STRONG) for email in entry.emails)),
        trailers=(*base.trailers, *(_policy_trailer(text) for text in entry.trailers)),
        branches=(*base.branches, *(Form(_glob(text), Weight.STRONG) for text in entry.branches)),
        labels=(*base.labels, *(Form(_glob(text), Weight.FAIR) for text in entry.labels)),
    )


def _index(agents: Sequence[Agent]) -> Catalogue:
    by_id: dict[int, tuple[Agent, Account]] = {}
    by_login: dict[str, tuple[tuple[Agent, Account], ...]] = {}
    by_email: dict[str, tuple[Agent, Identity]] = {}
    by_name: dict[str, tuple[Agent, Identity]] = {}
    endings: list[tuple[str, Agent, Identity]] = []
    trailers_by_email: dict[str, tuple[tuple[Agent, Trailer], ...]] = {}
    trailers_by_key: dict[str, tuple[tuple[Agent, Trailer], ...]] = {}
    keys: dict[str, tuple[Agent, Key]] = {}
    words: dict[str, Agent] = {}
    for agent in agents:
        for account in agent.accounts:
            if account.user_id is not None:
                by_id[account.user_id] = (agent, account)
            for login in account.logins:
                by_login[login] = ((agent, account), *by_login.get(login, ()))
        for identity in agent.identities:
            if identity.email:
                by_email[identity.email] = (agent, identity)
            elif identity.name:
                by_name[identity.name] = (agent, identity)
            else:
                endings.append((identity.name_ends, agent, identity))
        for trailer in agent.trailers:
            index, name = (trailers_by_email, trailer.by) if trailer.by else (trailers_by_key, trailer.key)
            index[name] = ((agent, trailer), *index.get(name, ()))
        for key in agent.keys:
            keys[key.fingerprint] = (agent, key)
            words[key.word] = agent
    return Catalogue(
        agents=tuple(agents),
        by_id=by_id,
        by_login=by_login,
        by_email=by_email,
        by_name=by_name,
        name_endings=tuple(endings),
        trailers_by_email=trailers_by_email,
        trailers_by_key=trailers_by_key,
        keys=keys,
        words=words,
        any_body=_any_of(form for agent in agents for form in agent.bodies),
        any_link=_any_of(form for agent in agents for form in agent.links),
    )


def _any_of(forms: Iterable[Form]) -> re.Pattern[str]:
    """One pattern that matches where any of the forms does: most lines are no product's mark, and are passed over at once."""
    return re.compile("|".join(f"(?:{form.pattern.pattern})" for form in forms), re.IGNORECASE)
