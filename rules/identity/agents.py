"""The nouns of the agent catalogue: an agent, its accounts, and the signals that point at it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from rules.dossier import Kind


class Weight(StrEnum):
    """How much one signal says among the others of its class."""

    STRONG = "strong"  # a form that the product makes
    FAIR = "fair"  # usual, but others may use it too
    WEAK = "weak"  # shown, decides nothing alone


@dataclass(frozen=True, slots=True)
class Signed:
    """How commits are signed since a day (ISO date), as a word of `gate identify`; a later commit without it is a conflict."""

    word: str
    since: str


@dataclass(frozen=True, slots=True)
class Account:
    """A GitHub account. `user_id` decides before the logins; `is_bot` is None when the type is not known."""

    logins: tuple[str, ...]
    user_id: int | None = None
    is_bot: bool | None = None
    signed: Signed | None = None


@dataclass(frozen=True, slots=True)
class Identity:
    """Author or committer text of a commit: an address, a whole name or the end of a name; lower case, empty when not asked for."""

    email: str = ""
    name: str = ""
    name_ends: str = ""
    weight: Weight = Weight.FAIR
    signed: Signed | None = None
    assisted: bool = False


@dataclass(frozen=True, slots=True)
class Trailer:
    """A trailer: `by` is the address of a person-like one ("*" for any, then `named` must match), else `key` and `value`.

    `authored` says that a reviewer's trailer means authorship all the same.
    """

    by: str = ""
    named: re.Pattern[str] | None = None
    key: str = ""
    value: re.Pattern[str] | None = None
    weight: Weight = Weight.FAIR
    authored: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A form of text, matched from its start. `alone` is the weight where nothing could contradict it."""

    pattern: re.Pattern[str]
    weight: Weight
    alone: Weight | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """A vendor's SSH key by fingerprint ("SHA256:..."), the word for its signature, and the days (ISO, inclusive) of its use."""

    fingerprint: str
    word: str
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Agent:
    """One entry of the catalogue. `output` is the name that is reported; `suggests` marks reviewers; `hides_agents` an account
    under which any agent may run.
    """

    name: str
    output: str
    kind: Kind
    suggests: bool = False
    hides_agents: bool = False
    accounts: tuple[Account, ...] = ()
    identities: tuple[Identity, ...] = ()
    trailers: tuple[Trailer, ...] = ()
    keys: tuple[Key, ...] = ()
    branches: tuple[Form, ...] = ()
    bodies: tuple[Form, ...] = ()
    links: tuple[Form, ...] = ()
    titles: tuple[Form, ...] = ()
    labels: tuple[Form, ...] = ()
