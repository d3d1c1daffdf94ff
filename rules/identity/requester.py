"""Who asked the agent: the person whose change it is in the sense of separation of duties.

Nothing attests it. An agent's body or trailers name the person; a wrong name there may hide the right one, so whoever was
ever seen as the requester of a pull request keeps that role (`rules.release.Subject.asked_before`), and who opened it is kept apart anyway.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from rules.dossier import PullRequestTraits
from rules.identity.catalogue import Catalogue, read_private_address
from rules.identity.prose import Prose
from rules.identity.trailers import MessageEnd

_LOGIN = r"@([A-Za-z0-9][A-Za-z0-9-]{0,38})(?![\w-])"
_ASKED = re.compile(
    rf"\W{{0,4}}(?:PR created automatically by Jules for task .{{0,300}}started by |"
    rf"This pull request was created by @kiro-agent on behalf of |Requested by:? ){_LOGIN}",
    re.IGNORECASE,
)


def find_requester(
    traits: PullRequestTraits, prose: Prose, ends: Sequence[MessageEnd], catalogue: Catalogue
) -> str | None:
    """The login of the person who asked, or None when nobody can tell.

    `prose` is the body, `ends` are the message ends of the agent's own commits. In this order: named by the agent in the body; a person as co-author
    of the agent's commits (the one most often named); the person who opened the pull request; a sole assignee.
    """
    return (
        _named_in_body(prose, catalogue)
        or _co_author(traits, ends, catalogue)
        or (traits.author_login if _is_person(traits.author_login, traits.author_type, catalogue) else None)
        or _sole_assignee(traits.assignees, catalogue)
    )


def _is_person(login: str, kind: str, catalogue: Catalogue) -> bool:
    if not login or kind == "Bot" or login.endswith("[bot]"):
        return False
    return catalogue.find_account(login, None, False if kind else None) is None


def _named_in_body(prose: Prose, catalogue: Catalogue) -> str | None:
    for line in prose.lines:
        match = _ASKED.match(line)
        if match and _is_person(match[1], "", catalogue):
            return match[1]
    return None


def _co_author(traits: PullRequestTraits, ends: Sequence[MessageEnd], catalogue: Catalogue) -> str | None:
    logins = _known_logins(traits)
    named: Counter[str] = Counter()
    for end in ends:
        for trailer in end.trailers:
            if trailer.key != "co-authored-by":
                continue
            address = read_private_address(trailer.email)
            login = address.login if address else logins.get(trailer.email, "")
            if _is_person(login, "User", catalogue) and catalogue.find_private_address(trailer.email) is None:
                named[login] += 1
    # Most often named, then by name: the order of commits decides nothing.
    return min(named, key=lambda login: (-named[login], login), default=None)


def _known_logins(traits: PullRequestTraits) -> dict[str, str]:
    """Addresses of the pull request's commits that GitHub has tied to an account; the smallest login where several are."""
    logins: dict[str, str] = {}
    for commit in traits.commits:
        email = commit.author_email.lower()
        if commit.author_login and email:
            logins[email] = min(logins.get(email, commit.author_login), commit.author_login)
    return logins


def _sole_assignee(assignees: Iterable[str], catalogue: Catalogue) -> str | None:
    people = sorted({login for login in assignees if _is_person(login, "", catalogue)})
    return people[0] if len(people) == 1 else None
