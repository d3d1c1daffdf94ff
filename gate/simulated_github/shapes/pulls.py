"""Pull requests and reviews, as GitHub writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.simulated_github.shapes.repositories import repository, repository_url, short_repository
from gate.simulated_github.shapes.users import user

if TYPE_CHECKING:
    from gate.simulated_github.accounts import Account
    from gate.simulated_github.pulls import PullRequest, Review
    from gate.simulated_github.repositories import Repository
    from gate.simulated_github.world import World


def label(name: str) -> dict[str, Any]:
    """A label."""
    number = sum(name.encode())
    return {
        "id": number,
        "node_id": f"LA_{number}",
        "url": f"https://github.example.com/labels/{name}",
        "name": name,
        "color": "ededed",
        "default": False,
        "description": None,
        "archived_at": None,
        "archived_by": None,
    }


def association(repository_: Repository, account: Account) -> str:
    """The author association, which is no permission."""
    if account.id == repository_.owner.id:
        return "OWNER"
    return "COLLABORATOR" if repository_.may_write(account) else "NONE"


def pull_simple(world: World, pull: PullRequest) -> dict[str, Any]:
    """The form of lists."""
    here = pull.repository
    url = f"{repository_url(world, here)}/pulls/{pull.number}"
    issue = f"{repository_url(world, here)}/issues/{pull.number}"
    web = world.web(f"/{here.full_name}/pull/{pull.number}")
    links = {
        "self": url,
        "html": web,
        "issue": issue,
        "comments": f"{issue}/comments",
        "review_comments": f"{url}/comments",
        "review_comment": f"{repository_url(world, here)}/pulls/comments{{/number}}",
        "commits": f"{url}/commits",
        "statuses": f"{repository_url(world, here)}/statuses/{pull.head_sha}",
    }
    assignees = [user(world, account) for account in pull.assignees]
    return {
        "url": url,
        "id": pull.id,
        "node_id": f"PR_{pull.id}",
        "html_url": web,
        "diff_url": f"{web}.diff",
        "patch_url": f"{web}.patch",
        "issue_url": issue,
        "commits_url": links["commits"],
        "review_comments_url": links["review_comments"],
        "review_comment_url": links["review_comment"],
        "comments_url": links["comments"],
        "statuses_url": links["statuses"],
        "number": pull.number,
        "state": "open" if pull.is_open else "closed",
        "locked": False,
        "active_lock_reason": None,
        "title": pull.title,
        "user": user(world, pull.author),
        "body": pull.body,
        "labels": [label(name) for name in pull.labels],
        "milestone": None,
        "created_at": world.stamp(pull.created_at),
        "updated_at": world.stamp(pull.updated_at),
        "closed_at": world.stamp(pull.closed_at),
        "merged_at": world.stamp(pull.merged_at),
        "merge_commit_sha": pull.merge_sha,
        "assignee": assignees[0] if assignees else None,
        "assignees": assignees,
        "requested_reviewers": [user(world, account) for account in pull.requested_reviewers],
        "requested_teams": [],
        "head": _side(world, pull.head_repository, pull.head_branch, pull.head_sha),
        "base": _side(world, here, pull.base_branch, pull.base_sha),
        "_links": {name: {"href": address} for name, address in links.items()},
        "author_association": association(here, pull.author),
        "auto_merge": None,
        "draft": pull.is_draft,
    }


def pull_full(world: World, pull: PullRequest) -> dict[str, Any]:
    """The form of one pull request, with its counts."""
    files = pull.files()
    is_mergeable = pull.merge_sha is not None
    return pull_simple(world, pull) | {
        "merged": pull.merged_at is not None,
        "mergeable": is_mergeable if pull.is_open else None,
        "rebaseable": is_mergeable if pull.is_open else None,
        "mergeable_state": ("clean" if is_mergeable else "dirty") if pull.is_open else "unknown",
        "merged_by": user(world, pull.merged_by) if pull.merged_by else None,
        "comments": 0,
        "review_comments": 0,
        "maintainer_can_modify": False,
        "commits": len(pull.commits()),
        "additions": sum(change.additions for change in files),
        "deletions": sum(change.deletions for change in files),
        "changed_files": len(files),
    }


def pull_minimal(world: World, pull: PullRequest) -> dict[str, Any]:
    """The form inside check runs and workflow runs."""
    return {
        "id": pull.id,
        "number": pull.number,
        "url": f"{repository_url(world, pull.repository)}/pulls/{pull.number}",
        "head": {"ref": pull.head_branch, "sha": pull.head_sha, "repo": short_repository(world, pull.head_repository)},
        "base": {"ref": pull.base_branch, "sha": pull.base_sha, "repo": short_repository(world, pull.repository)},
    }


def review(world: World, pull: PullRequest, review_: Review) -> dict[str, Any]:
    """A review, with its state in upper case."""
    url = f"{repository_url(world, pull.repository)}/pulls/{pull.number}"
    web = world.web(f"/{pull.repository.full_name}/pull/{pull.number}#pullrequestreview-{review_.id}")
    return {
        "id": review_.id,
        "node_id": f"PRR_{review_.id}",
        "user": user(world, review_.account),
        "body": review_.body,
        "state": review_.state,
        "html_url": web,
        "pull_request_url": url,
        "author_association": association(pull.repository, review_.account),
        "_links": {"html": {"href": web}, "pull_request": {"href": url}},
        "submitted_at": world.stamp(review_.submitted_at),
        "commit_id": review_.commit_id,
    }


def _side(world: World, there: Repository, branch: str, sha: str) -> dict[str, Any]:
    return {
        "label": f"{there.owner.login}:{branch}",
        "ref": branch,
        "sha": sha,
        "user": user(world, there.owner),
        "repo": repository(world, there),
    }
