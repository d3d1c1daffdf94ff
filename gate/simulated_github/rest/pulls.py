"""Calls about pull requests."""

from __future__ import annotations

from gate.simulated_github.git_diff import whole_diff
from gate.simulated_github.pulls import PullRequest
from gate.simulated_github.refusals import Refusal, not_found
from gate.simulated_github.routing import Answer, Call, page, route
from gate.simulated_github.shapes import pulls as shapes
from gate.simulated_github.shapes.commits import changed_file, commit
from gate.simulated_github.shapes.users import user

MOST_FILES = 3000
MOST_COMMITS = 250
MOST_DIFF_FILES = 300
MOST_DIFF_LINES = 20_000


@route("GET", "/repos/{owner}/{repo}/pulls", needs="pull_requests:read")
def list_pulls(call: Call) -> Answer:
    """Pull requests by state, head (`OWNER:BRANCH`) and base, in order of their creation or last change."""
    state = call.query.get("state", "open")
    found = [
        pull
        for pull in call.world.pulls.of_repository(call.repository)
        if state in ("all", "open" if pull.is_open else "closed")
    ]
    if "head" in call.query:
        owner, _, branch = call.query["head"].rpartition(":")
        found = [
            pull
            for pull in found
            if pull.head_branch == branch and owner.casefold() in ("", pull.head_repository.owner.login.casefold())
        ]
    if "base" in call.query:
        found = [pull for pull in found if pull.base_branch == call.query["base"]]
    sort = call.query.get("sort", "created")
    direction = call.query.get("direction", "desc" if sort == "created" else "asc")
    found.sort(key=lambda pull: (pull.updated_at, pull.number) if sort == "updated" else (pull.created_at, pull.number))
    if direction == "desc":
        found.reverse()
    return page(call, [shapes.pull_simple(call.world, pull) for pull in found])


@route("GET", "/repos/{owner}/{repo}/pulls/{number}", needs="pull_requests:read")
def get_pull(call: Call) -> Answer:
    """One pull request, or its diff."""
    pull = find_pull(call)
    if call.headers.get("accept", "").startswith(("application/vnd.github.diff", "application/vnd.github.v3.diff")):
        text = whole_diff(pull.repository.git, pull.merge_base or pull.base_sha, pull.head_sha)
        if len(pull.files()) > MOST_DIFF_FILES or text.count(b"\n") > MOST_DIFF_LINES:
            errors = [{"resource": "PullRequest", "field": "diff", "code": "too_large"}]
            message = f"Sorry, the diff exceeded the maximum number of files ({MOST_DIFF_FILES}) or lines ({MOST_DIFF_LINES})."
            raise Refusal(406, message, errors)
        return Answer(200, text, media_type="application/vnd.github.diff; charset=utf-8")
    return Answer(200, shapes.pull_full(call.world, pull))


@route("GET", "/repos/{owner}/{repo}/pulls/{number}/files", needs="pull_requests:read")
def list_files(call: Call) -> Answer:
    """Changed files; at most 3,000 of them are ever told."""
    pull = find_pull(call)
    files = pull.files()[:MOST_FILES]
    return page(call, [changed_file(call.world, pull.head_repository, change, pull.head_sha) for change in files])


@route("GET", "/repos/{owner}/{repo}/pulls/{number}/commits", needs="pull_requests:read")
def list_commits(call: Call) -> Answer:
    """Commits, oldest first; at most 250 of them are ever told."""
    pull = find_pull(call)
    return page(call, [commit(call.world, pull.repository, sha) for sha in pull.commits()[:MOST_COMMITS]])


@route("GET", "/repos/{owner}/{repo}/pulls/{number}/reviews", needs="pull_requests:read")
def list_reviews(call: Call) -> Answer:
    """Reviews, oldest first."""
    pull = find_pull(call)
    return page(call, [shapes.review(call.world, pull, review) for review in pull.reviews])


@route("GET", "/repos/{owner}/{repo}/pulls/{number}/reviews/{review_id}", needs="pull_requests:read")
def get_review(call: Call) -> Answer:
    """One review."""
    pull = find_pull(call)
    found = next((review for review in pull.reviews if review.id == call.number("review_id")), None)
    if found is None:
        raise not_found()
    return Answer(200, shapes.review(call.world, pull, found))


@route("GET", "/repos/{owner}/{repo}/pulls/{number}/requested_reviewers", needs="pull_requests:read")
def list_requested_reviewers(call: Call) -> Answer:
    """Who was asked for a review and has not given one."""
    return Answer(
        200, {"users": [user(call.world, account) for account in find_pull(call).requested_reviewers], "teams": []}
    )


def find_pull(call: Call) -> PullRequest:
    """The pull request of the path; raises `Refusal` 404."""
    found = call.world.pulls.find(call.repository, call.number("number"))
    if found is None:
        raise not_found()
    return found
