"""Reads pull requests: one GraphQL query, or the same by REST where GraphQL is not to be had."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from gate.errors import NotFoundError
from gate.github_api.client import READ, GitHubClient, moment
from gate.github_api.nouns import GHOST, Account, Address, PullRead, ReviewRead
from rules.dossier import CommitText

POLICY_PATH = ".github/gate.yml"
MOST_COMMITS = 250
"""REST lists no more commits of a pull request than this (docs: "List commits on a pull request")."""

# `HEAD` is the default branch: the policy is never read from a pull request's own base or head (ADR 0009).
_PULL_QUERY = """
query GatePull($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name target { oid } }
    policy: object(expression: "HEAD:.github/gate.yml") { ... on Blob { text isTruncated isBinary } }
    pullRequest(number: $number) {
      number title body state createdAt
      author { __typename login ... on User { databaseId } ... on Bot { databaseId } }
      headRefOid headRefName headRepository { databaseId }
      baseRefName baseRefOid changedFiles
      labels(first: 50) { nodes { name } }
      assignees(first: 10) { nodes { login } }
      reviews(last: 50) {
        nodes {
          databaseId state body submittedAt commit { oid }
          author { __typename login ... on User { databaseId } ... on Bot { databaseId } }
        }
      }
      commits(first: 100, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { commit {
          oid message committedDate additions deletions parents(first: 1) { totalCount }
          author { name email user { login databaseId } }
          committer { name email user { login databaseId } }
          signature { isValid wasSignedByGitHub payload signature }
        } }
      }
    }
  }
}
"""


def read_pull(client: GitHubClient, address: Address, number: int) -> PullRead:
    """Reads a pull request, its commits (250 at most), its reviews, and the default branch's policy text.

    Raises NotFoundError where there is no such pull request.
    """
    variables: dict[str, Any] = {"owner": address.owner, "name": address.name, "number": number, "after": None}
    what = f"pull request {address.full_name}#{number}"
    answer = client.graphql(address, what, _PULL_QUERY, variables)
    if answer is None or answer.get("repository") is None:
        return _read_pull_by_rest(client, address, number)
    repository = answer["repository"]
    pull = repository["pullRequest"]
    if pull is None:
        raise NotFoundError(what, 404, "there is no such pull request")
    nodes = list(pull["commits"]["nodes"])
    page = pull["commits"]["pageInfo"]
    while page["hasNextPage"] and len(nodes) < MOST_COMMITS:
        more = client.graphql(address, what, _PULL_QUERY, {**variables, "after": page["endCursor"]})
        if more is None:
            return _read_pull_by_rest(client, address, number)
        commits = more["repository"]["pullRequest"]["commits"]
        nodes.extend(commits["nodes"])
        page = commits["pageInfo"]
    policy = repository["policy"]
    if policy is not None and (policy.get("isTruncated") or policy.get("isBinary") or policy.get("text") is None):
        policy = {"text": "\0"}  # there is a file, and it cannot be a policy: the reader says so
    return PullRead(
        number=pull["number"],
        title=pull["title"],
        body=pull["body"] or "",
        state=pull["state"].lower(),
        author=_graphql_account(pull["author"]),
        head_sha=pull["headRefOid"],
        head_ref=pull["headRefName"],
        head_repository_id=(pull["headRepository"] or {}).get("databaseId"),
        base_ref=pull["baseRefName"],
        base_sha=pull["baseRefOid"],
        changed_files=pull["changedFiles"],
        labels=tuple(node["name"] for node in (pull["labels"] or {"nodes": []})["nodes"]),
        assignees=tuple(node["login"] for node in pull["assignees"]["nodes"]),
        opened_at=moment(pull["createdAt"]),
        commits=tuple(_graphql_commit(node["commit"]) for node in nodes[:MOST_COMMITS]),
        commits_total=pull["commits"]["totalCount"],
        reviews=tuple(_graphql_review(node) for node in (pull["reviews"] or {"nodes": []})["nodes"]),
        default_branch=(repository["defaultBranchRef"] or {"name": ""})["name"],
        default_sha=((repository["defaultBranchRef"] or {}).get("target") or {}).get("oid", ""),
        policy_text=None if policy is None else policy["text"],
    )


def list_open_pulls(client: GitHubClient, address: Address) -> list[tuple[int, str, str]]:
    """All open pull requests as (number, head SHA, base branch); an unchanged answer costs no rate limit."""
    found: list[tuple[int, str, str]] = []
    for page in range(1, 31):  # 3,000 open pull requests; the sweep comes back for more as these close
        pulls = client.as_installation(
            address,
            READ,
            f"the open pull requests of {address.full_name}",
            lambda github, page=page: github.rest.pulls.list(  # type: ignore[misc]  # bound now, not later
                address.owner, address.name, state="open", sort="created", direction="desc", per_page=100, page=page
            ),
            conditional=True,
        )
        found += [(pull["number"], pull["head"]["sha"], pull["base"]["ref"]) for pull in pulls]
        if len(pulls) < 100:
            break
    return found


def read_default_branch(client: GitHubClient, address: Address) -> str:
    """The name of the default branch."""
    answer = client.as_installation(
        address,
        READ,
        f"the repository {address.full_name}",
        lambda github: github.rest.repos.get(address.owner, address.name),
        conditional=True,
    )
    return str(answer["default_branch"])


def read_branch_head(client: GitHubClient, address: Address, branch: str) -> str:
    """The commit that a branch points at. By its full name, since a tag of the same name would be found first."""
    answer = client.as_installation(
        address,
        READ,
        f"the branch {branch[:60]}",
        lambda github: github.rest.git.get_ref(address.owner, address.name, f"heads/{branch}"),
        conditional=True,
    )
    return str(answer["object"]["sha"])


def read_policy_text(client: GitHubClient, address: Address) -> str | None:
    """The policy file of the default branch, None where there is none."""
    return _read_text(client, address, POLICY_PATH)


def commit_from_rest(commit: Mapping[str, Any]) -> CommitText:
    """One entry of REST's commit lists (docs: "List commits") as our noun."""
    inner, verification = commit["commit"], commit["commit"].get("verification") or {}
    author, committer = commit.get("author") or {}, commit.get("committer") or {}
    return _commit(
        sha=commit["sha"],
        message=inner.get("message") or "",
        author=(inner.get("author") or {}, author.get("login"), author.get("type")),
        committer=(inner.get("committer") or {}, committer.get("login")),
        verified=bool(verification.get("verified")),
        by_github=bool(verification.get("verified")) and committer.get("login") == "web-flow",
        payload=verification.get("payload"),
        signature=verification.get("signature"),
        date=(inner.get("committer") or {}).get("date"),
    )


def _read_pull_by_rest(client: GitHubClient, address: Address, number: int) -> PullRead:
    what = f"pull request {address.full_name}#{number}"
    owner, name = address.owner, address.name
    pull = client.as_installation(address, READ, what, lambda github: github.rest.pulls.get(owner, name, number))
    commits: list[Any] = []
    for page in (1, 2, 3):
        part = client.as_installation(
            address,
            READ,
            what,
            lambda github, page=page: github.rest.pulls.list_commits(  # type: ignore[misc]  # bound now, not later
                owner, name, number, per_page=100, page=page
            ),
        )
        commits += part
        if len(part) < 100:
            break
    reviews = client.as_installation(
        address, READ, what, lambda github: github.rest.pulls.list_reviews(owner, name, number, per_page=100)
    )
    base = pull["base"]
    default_branch = (base.get("repo") or {}).get("default_branch", "")
    return PullRead(
        number=pull["number"],
        title=pull["title"],
        body=pull["body"] or "",
        state="merged" if pull.get("merged_at") else pull["state"],
        author=rest_account(pull["user"]),
        head_sha=pull["head"]["sha"],
        head_ref=pull["head"]["ref"],
        head_repository_id=(pull["head"].get("repo") or {}).get("id"),
        base_ref=base["ref"],
        base_sha=base["sha"],
        changed_files=pull["changed_files"],
        labels=tuple(label["name"] for label in pull["labels"]),
        assignees=tuple(one["login"] for one in pull.get("assignees") or ()),
        opened_at=moment(pull["created_at"]),
        commits=tuple(commit_from_rest(commit) for commit in commits[:MOST_COMMITS]),
        commits_total=pull["commits"],
        reviews=tuple(_rest_review(review) for review in reviews if review.get("submitted_at")),
        default_branch=default_branch,
        default_sha="",
        policy_text=_read_text(client, address, POLICY_PATH),
    )


def _read_text(client: GitHubClient, address: Address, path: str) -> str | None:
    try:
        content = client.as_installation(
            address,
            READ,
            f"{path} of {address.full_name}",
            lambda github: github.rest.repos.get_content(address.owner, address.name, path),
            conditional=True,
        )
    except NotFoundError:
        return None
    if not isinstance(content, dict) or content.get("type") != "file" or content.get("encoding") != "base64":
        return "\0"  # a folder, a link or something too large in the file's place: the reader refuses it
    return base64.b64decode(content["content"]).decode("utf-8", "surrogateescape")


def rest_account(user: Mapping[str, Any] | None) -> Account:
    """A REST account object; a deleted account is `ghost`."""
    if user is None:
        return GHOST
    return Account(user["login"], user.get("id"), user.get("type") or "User")


def _graphql_account(actor: Mapping[str, Any] | None) -> Account:
    if actor is None:
        return GHOST
    # GraphQL leaves out the mark that REST and webhooks put behind the name of a bot; the same account has one name here.
    is_bare_bot = actor["__typename"] == "Bot" and not actor["login"].endswith("[bot]")
    return Account(actor["login"] + ("[bot]" if is_bare_bot else ""), actor.get("databaseId"), actor["__typename"])


def _graphql_review(node: Mapping[str, Any]) -> ReviewRead:
    return ReviewRead(
        id=node["databaseId"],
        author=_graphql_account(node["author"]),
        state=node["state"].lower(),
        commit_sha=(node["commit"] or {}).get("oid", ""),
        submitted_at=moment(node["submittedAt"]),
        body=node["body"] or "",
    )


def _rest_review(review: Mapping[str, Any]) -> ReviewRead:
    return ReviewRead(
        id=review["id"],
        author=rest_account(review["user"]),
        state=review["state"].lower(),
        commit_sha=review.get("commit_id") or "",
        submitted_at=moment(review["submitted_at"]),
        body=review.get("body") or "",
    )


def _graphql_commit(commit: Mapping[str, Any]) -> CommitText:
    signature = commit.get("signature") or {}
    author, committer = commit.get("author") or {}, commit.get("committer") or {}
    return _commit(
        sha=commit["oid"],
        message=commit["message"],
        author=(author, (author.get("user") or {}).get("login"), None),
        committer=(committer, (committer.get("user") or {}).get("login")),
        verified=bool(signature.get("isValid")),
        by_github=bool(signature.get("isValid")) and bool(signature.get("wasSignedByGitHub")),
        payload=signature.get("payload"),
        signature=signature.get("signature"),
        date=commit.get("committedDate"),
        # A merge is counted against its first parent: its lines are the other side's work.
        changed_lines=commit["additions"] + commit["deletions"] if commit["parents"]["totalCount"] < 2 else None,
    )


def _commit(
    *,
    sha: str,
    message: str,
    author: tuple[Mapping[str, Any], str | None, str | None],
    committer: tuple[Mapping[str, Any], str | None],
    verified: bool,
    by_github: bool,
    payload: str | None,
    signature: str | None,
    date: str | None,
    changed_lines: int | None = None,
) -> CommitText:
    return CommitText(
        sha=sha,
        author_name=author[0].get("name") or "",
        author_email=author[0].get("email") or "",
        author_login=author[1] or "",
        author_type=author[2] or "",
        committer_name=committer[0].get("name") or "",
        committer_email=committer[0].get("email") or "",
        committer_login=committer[1] or "",
        message=message,
        verified=verified,
        signature=_signature_word(signature, by_github=by_github),
        payload=payload or "",
        signature_text=signature or "",
        date=date or "",
        changed_lines=changed_lines,
    )


def _signature_word(signature: str | None, *, by_github: bool) -> str:
    if not signature:
        return "none"
    if by_github:
        return "gpg:github-web-flow"
    return "ssh:other" if "SSH SIGNATURE" in signature else "gpg:other"
