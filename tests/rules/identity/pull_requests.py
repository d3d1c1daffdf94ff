"""Short ways to write the traits of a pull request in a test."""

from __future__ import annotations

import re
from typing import Any

from rules.dossier import CommitText, PullRequestTraits

ADA = "Ada <ada@example.com>"
GITHUB = "GitHub <noreply@github.com>"
COPILOT = "copilot-swe-agent[bot] <198982749+Copilot@users.noreply.github.com>"
CLAUDE = "Claude <noreply@anthropic.com>"
DEPENDABOT = "dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>"
ACTIONS = "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>"
WEB_FLOW = "gpg:github-web-flow"


def commit(author: str = ADA, committer: str | None = None, **fields: Any) -> CommitText:
    """A commit; author and committer as "Name <address>", the committer being the author where none is given."""
    name, email = _split(author)
    by_name, by_email = _split(committer if committer is not None else author)
    return CommitText(author_name=name, author_email=email, committer_name=by_name, committer_email=by_email, **fields)


def signed_by_github(author: str, **fields: Any) -> CommitText:
    """A commit that GitHub made and signed for its author."""
    return commit(author, GITHUB, signature=WEB_FLOW, verified=True, **fields)


def by_person(*commits: CommitText, **fields: Any) -> PullRequestTraits:
    """A pull request opened by the account of a person."""
    return PullRequestTraits(**{"author_login": "ada", "author_type": "User", "commits": commits, **fields})


def by_app(login: str, *commits: CommitText, **fields: Any) -> PullRequestTraits:
    """A pull request opened by an app."""
    return PullRequestTraits(author_login=login, author_type="Bot", commits=commits, **fields)


def _split(person: str) -> tuple[str, str]:
    match = re.fullmatch(r"(.*?)\s*<(.*)>", person)
    return (match[1], match[2]) if match else (person, "")
