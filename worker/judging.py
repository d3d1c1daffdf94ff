"""What judging a pull request and judging a commit share: the policy in force, one inspection a change, who committed."""

from __future__ import annotations

from dataclasses import replace

from gate.github_api.advisories import DependencyReview
from gate.github_api.changes import ReadableChange
from gate.github_api.nouns import Address
from gate.judge import inspect_change, inspection_digest
from gate.store import verdicts
from gate.store.inspection_json import inspection_from_json, inspection_to_json
from rules.change import PullRequestText
from rules.dossier import CommitText
from rules.errors import PolicyError
from rules.finding import Inspection
from rules.formats.dependency_files import reader_for
from rules.policy import DEFAULT_POLICY, Policy
from rules.policy_reader import read_policy
from worker.hands import Hands

POLICY_SOURCE = ".github/gate.yml on the default branch"
POLICY_MEND = "Mend that line on the default branch, then press Look again. Until then nothing passes."


def policy_of(text: str | None) -> Policy:
    """The policy of a repository; the defaults where there is no file. Raises PolicyError."""
    return DEFAULT_POLICY if text is None else read_policy(text, source=POLICY_SOURCE)


def policy_fault(fault: PolicyError) -> str:
    """What is said where a policy cannot be understood."""
    return f"The policy ({POLICY_SOURCE}) cannot be understood: {fault}."


def inspect_once(
    hands: Hands, address: Address, readable: ReadableChange, policy: Policy, text: PullRequestText, *, fresh: bool
) -> tuple[int, Inspection]:
    """Inspects a change, or finds what exactly these rules said of exactly this change before; its id and the inspection."""
    today = hands.now().date().isoformat()
    digest = inspection_digest(policy, today, repr(text))
    merge_base, head_sha = readable.read.merge_base, readable.read.head_sha
    if not fresh:
        with hands.database.transaction() as session:
            known = verdicts.find_inspection(session, address.repository_id, merge_base, head_sha, digest)
            if known is not None:
                return known.id, inspection_from_json(known.body)
    review = _review(hands, address, readable)
    change = replace(readable.as_change(text), advisories=review.advisories)
    inspection = inspect_change(change, policy, today, notes=(review.note,) if review.note else ())
    with hands.database.transaction() as session:
        inspection_id = verdicts.save_inspection(
            session, address.repository_id, merge_base, head_sha, digest, inspection_to_json(inspection), hands.now()
        )
    return inspection_id, inspection


def _review(hands: Hands, address: Address, readable: ReadableChange) -> DependencyReview:
    """Known holes of what comes in, asked for only where a manifest or lockfile changes."""
    names = (name for file in readable.read.files for name in file.names)
    if not any(reader_for(name) for name in names):
        return DependencyReview()
    return hands.github.review_dependencies(address, readable.read.merge_base, readable.read.head_sha, hands.now())


def committers_of(commits: tuple[CommitText, ...]) -> frozenset[str]:
    """The accounts, in lower case, that wrote or committed any of these commits; GitHub's own merge account is none."""
    logins = {login.lower() for commit in commits for login in (commit.author_login, commit.committer_login) if login}
    return frozenset(logins - {"web-flow"})
