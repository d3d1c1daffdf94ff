"""Which commits a signature ties to the account of their author.

GitHub calls a commit verified when the key belongs to the account behind the committer's address (docs: "About commit signature
verification"). So a verified commit whose committer and author are one account was signed with a key that this account registered.
What is made in the browser GitHub signs itself. A key proves an account and not a person: whoever can use the key can sign.
"""

from __future__ import annotations

from rules.dossier import CommitText, PullRequestTraits
from rules.identity.commit_signals import WEB_FLOW

UNSEEN = "not shown"
"""Stands for the commits that GitHub did not show."""


def unproven_commits(traits: PullRequestTraits) -> tuple[str, ...]:
    """The SHAs of the commits without such a signature, in order; `UNSEEN` at the end where commits were not shown."""
    unproven = [commit.sha for commit in traits.commits if not is_proven(commit)]
    return (*unproven, UNSEEN) if traits.unseen_commits > 0 else tuple(unproven)


def is_proven(commit: CommitText) -> bool:
    """Whether a commit is signed by its author's registered key, or by GitHub for what its author made in the browser."""
    if not commit.verified or not commit.author_login:
        return False
    if commit.signature == WEB_FLOW:
        return True
    return commit.committer_login.lower() == commit.author_login.lower()
