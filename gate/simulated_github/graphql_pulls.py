"""Pull requests and reviews, as GraphQL sees them."""

from __future__ import annotations

from typing import Any

from gate.simulated_github.accounts import Account
from gate.simulated_github.git_diff import FileChange
from gate.simulated_github.graphql_connection import connection
from gate.simulated_github.graphql_repository import Shape, account, commit, reference, repository, state_of
from gate.simulated_github.pulls import PullRequest, Review
from gate.simulated_github.routing import Call
from gate.simulated_github.shapes.commits import clean
from gate.simulated_github.shapes.pulls import association

CHANGE_TYPES = {
    "added": "ADDED",
    "removed": "DELETED",
    "renamed": "RENAMED",
    "copied": "COPIED",
    "changed": "CHANGED",
    "modified": "MODIFIED",
}


def pull_request(call: Call, pull: PullRequest) -> dict[str, Any]:
    """A pull request."""
    here, there = pull.repository, pull.head_repository
    stamp = call.world.stamp

    def reviews(states: list[str] | None = None, author: str | None = None) -> list[Review]:
        return [
            review
            for review in pull.reviews
            if (states is None or review.state in states) and author in (None, review.account.login)
        ]

    def opinions(**wanted: Any) -> list[Review]:
        newest = {review.account: review for review in pull.reviews if review.state != "COMMENTED"}
        return [review for review in newest.values() if not wanted.get("writersOnly") or here.may_write(review.account)]

    def assigned() -> list[Account]:
        return [person for person in pull.assignees if person.type == "User"]

    def commit_of(sha: str | None) -> Shape:
        return None if sha is None else commit(call, here, sha)

    mergeable = "UNKNOWN" if not pull.is_open else "MERGEABLE" if pull.merge_sha else "CONFLICTING"
    return {
        "id": f"PR_{pull.id}",
        "databaseId": pull.id,
        "fullDatabaseId": str(pull.id),
        "number": pull.number,
        "title": pull.title,
        "body": pull.body or "",
        "bodyText": pull.body or "",
        "url": call.world.web(f"/{here.full_name}/pull/{pull.number}"),
        "state": state_of(pull),
        "isDraft": pull.is_draft,
        "closed": not pull.is_open,
        "closedAt": stamp(pull.closed_at),
        "merged": pull.merged_at is not None,
        "mergedAt": stamp(pull.merged_at),
        "mergedBy": account(call, pull.merged_by) if pull.merged_by else None,
        "mergeable": mergeable,
        "author": account(call, pull.author),
        "authorAssociation": association(here, pull.author),
        "headRefName": pull.head_branch,
        "headRefOid": pull.head_sha,
        "headRef": lambda _info: reference(call, there, f"refs/heads/{pull.head_branch}"),
        "headRepository": lambda _info: repository(call, there),
        "headRepositoryOwner": account(call, there.owner),
        "baseRefName": pull.base_branch,
        "baseRefOid": pull.base_sha,
        "baseRef": lambda _info: reference(call, here, f"refs/heads/{pull.base_branch}"),
        "baseRepository": lambda _info: repository(call, here),
        "repository": lambda _info: repository(call, here),
        "isCrossRepository": pull.is_from_fork,
        "maintainerCanModify": False,
        "changedFiles": lambda _info: len(pull.files()),
        "additions": lambda _info: sum(change.additions for change in pull.files()),
        "deletions": lambda _info: sum(change.deletions for change in pull.files()),
        "createdAt": stamp(pull.created_at),
        "updatedAt": stamp(pull.updated_at),
        "locked": False,
        "labels": connection(
            "labels", lambda **_more: pull.labels, lambda name: {"id": f"LA_{name}", "name": name, "color": "ededed"}
        ),
        "assignees": connection("assignees", assigned, lambda person: account(call, person)),
        "reviewRequests": connection(
            "reviewRequests", lambda: pull.requested_reviewers, lambda person: _request(call, pull, person)
        ),
        "commits": connection("commits", pull.commits, lambda sha: _pull_commit(call, pull, sha)),
        "reviews": connection("reviews", reviews, lambda review: _review(call, pull, review)),
        "latestOpinionatedReviews": connection(
            "latestOpinionatedReviews", opinions, lambda review: _review(call, pull, review)
        ),
        "reviewDecision": None,
        "files": connection("files", pull.files, _file),
        "mergeCommit": lambda _info: commit_of(pull.merge_sha if pull.merged_at else None),
        "potentialMergeCommit": lambda _info: commit_of(pull.merge_sha if pull.is_open else None),
    }


def _file(change: FileChange) -> dict[str, Any]:
    return {
        "path": clean(change.path),
        "changeType": CHANGE_TYPES[change.status],
        "additions": change.additions,
        "deletions": change.deletions,
    }


def _pull_commit(call: Call, pull: PullRequest, sha: str) -> dict[str, Any]:
    url = call.world.web(f"/{pull.repository.full_name}/pull/{pull.number}/commits/{sha}")
    return {"id": f"PRC_{sha}", "url": url, "commit": commit(call, pull.repository, sha)}


def _request(call: Call, pull: PullRequest, person: Account) -> dict[str, Any]:
    return {"id": f"RR_{pull.id}_{person.id}", "asCodeOwner": False, "requestedReviewer": account(call, person)}


def _review(call: Call, pull: PullRequest, review: Review) -> dict[str, Any]:
    return {
        "id": f"PRR_{review.id}",
        "databaseId": review.id,
        "fullDatabaseId": str(review.id),
        "author": account(call, review.account),
        "authorAssociation": association(pull.repository, review.account),
        "authorCanPushToRepository": pull.repository.may_write(review.account),
        "body": review.body,
        "state": review.state,
        "submittedAt": call.world.stamp(review.submitted_at),
        "createdAt": call.world.stamp(review.submitted_at),
        "commit": lambda _info: commit(call, pull.repository, review.commit_id),
        "url": call.world.web(f"/{pull.repository.full_name}/pull/{pull.number}#pullrequestreview-{review.id}"),
    }
