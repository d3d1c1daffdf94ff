"""How calls are made: as the App or as one installation on one repository, with a token that can do just this.

githubkit does authentication, typed paths and bodies. Retries are ours (the row is tried again later), never a sleeping worker.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal, cast

import httpx
from githubkit import GitHub
from githubkit.auth import AppAuthStrategy, AppInstallationAuthStrategy
from githubkit.cache import MemCacheStrategy
from githubkit.exception import (
    AuthCredentialError,
    GitHubException,
    RateLimitExceeded,
    RequestError,
    RequestFailed,
    RequestTimeout,
)
from githubkit.response import Response

from gate.errors import (
    ConflictError,
    GitHubRefusedError,
    GitHubUnavailableError,
    InstallationGoneError,
    NotFoundError,
    RateLimitedError,
)
from gate.github_api.nouns import Address

Permissions = Mapping[str, Literal["read", "write"]]

READ: Permissions = {"metadata": "read", "contents": "read", "pull_requests": "read"}
CHECK: Permissions = {"checks": "write"}
SEE_RUNS: Permissions = {"actions": "read"}
MOVE_RUNS: Permissions = {"actions": "write"}

_TIMEOUT = httpx.Timeout(15.0, connect=5.0)


class _SharedTransport(httpx.BaseTransport):
    """One connection pool for all clients: githubkit makes a client per call where none is entered, and closes it."""

    def __init__(self, inner: httpx.BaseTransport, count: Callable[[str, str, int, Mapping[str, str]], None]) -> None:
        self._inner = inner
        self._count = count

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        self._count(request.method, request.url.path, response.status_code, response.headers)
        return response

    def close(self) -> None:
        """Does nothing: the pool outlives the clients."""

    def shut(self) -> None:
        """Closes the pool itself."""
        self._inner.close()


class _Nowhere(httpx.BaseTransport):
    """Answers every request with an empty object, without a network."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={}, request=request)


class GitHubClient:
    """Makes calls. Safe to share between threads.

    `count` is told of every call: method, path, status, headers.
    """

    def __init__(
        self,
        *,
        api_url: str,
        graphql_url: str,
        app_id: str,
        private_key: str,
        ca_file: str | None = None,
        proxy: str | None = None,
        count: Callable[[str, str, int, Mapping[str, str]], None] = lambda *_: None,
    ) -> None:
        self.graphql_url = graphql_url
        self._app_id, self._private_key = app_id, private_key
        verify: Any = httpx.create_ssl_context(verify=ca_file) if ca_file else True
        limits = httpx.Limits(max_connections=60, max_keepalive_connections=30)
        self._transport = _SharedTransport(httpx.HTTPTransport(verify=verify, limits=limits, proxy=proxy), count)
        self._base_url = api_url
        self._cache = MemCacheStrategy()

    def close(self) -> None:
        """Closes all connections."""
        self._transport.shut()

    def as_app(self, what: str, call: Callable[[GitHub[Any]], Response[Any]]) -> Any:
        """Makes one call as the App itself; the JSON of the answer."""
        return self._ask(what, self._github(AppAuthStrategy(self._app_id, self._private_key)), call)

    def as_app_page(self, what: str, call: Callable[[GitHub[Any]], Response[Any]]) -> tuple[Any, str]:
        """One page as the App itself: the JSON of the answer, and the cursor of the next page (empty: this was the last)."""
        response = self._answer(what, self._github(AppAuthStrategy(self._app_id, self._private_key)), call)
        following = response.raw_response.links.get("next", {}).get("url", "")
        return response.json(), httpx.URL(following).params.get("cursor", "") if following else ""

    def as_installation(
        self,
        address: Address,
        permissions: Permissions,
        what: str,
        call: Callable[[GitHub[Any]], Response[Any]],
        *,
        whole: bool = False,
        conditional: bool = False,
    ) -> Any:
        """Makes one call with a token narrowed to these permissions and this repository; the JSON of the answer.

        `whole` asks for a token of all repositories of the installation (listing them needs one). `conditional` revalidates an
        answer seen before, which costs nothing of the rate limit when it has not changed.
        """
        narrow = {} if whole else {"repository_ids": [address.repository_id]}
        auth = AppInstallationAuthStrategy(
            self._app_id,
            self._private_key,
            address.installation_id,
            permissions=cast(Any, dict(permissions)),
            **cast(Any, narrow),
        )
        try:
            return self._ask(what, self._github(auth, conditional=conditional), call)
        except InstallationGoneError as gone:
            raise InstallationGoneError(str(gone), address.installation_id) from gone

    def graphql(self, address: Address, what: str, query: str, variables: Mapping[str, Any]) -> dict[str, Any] | None:
        """Asks one GraphQL query with a reading token. None where GraphQL is not to be had (404, 501, 5xx): REST knows the same."""
        try:
            answer = self.as_installation(
                address,
                READ,
                what,
                lambda github: github.request(
                    "POST", self.graphql_url, json={"query": query, "variables": dict(variables)}
                ),
            )
        except (NotFoundError, GitHubUnavailableError):
            return None
        except GitHubRefusedError as refusal:
            if refusal.status == 501:
                return None
            raise
        data, errors = answer.get("data"), answer.get("errors") or []
        if any(error.get("type") == "RATE_LIMITED" for error in errors):
            raise RateLimitedError(f"GraphQL rate limit reached at {what}", 60.0)
        # A part that was not found answers null beside an error; anything else that is wrong is left to REST to say.
        if data is None or any(error.get("type") != "NOT_FOUND" for error in errors):
            return None
        return cast("dict[str, Any]", data)

    def _github(self, auth: Any, *, conditional: bool = False) -> GitHub[Any]:
        return GitHub(
            auth,
            base_url=self._base_url,
            user_agent="gate",
            transport=self._transport,
            timeout=_TIMEOUT,
            trust_env=False,
            auto_retry=False,
            http_cache=conditional,
            cache_strategy=self._cache,
        )

    def _answer(self, what: str, github: GitHub[Any], call: Callable[[GitHub[Any]], Response[Any]]) -> Response[Any]:
        try:
            return call(github)
        except GitHubException as fault:
            raise _our_error(what, fault) from fault

    def _ask(self, what: str, github: GitHub[Any], call: Callable[[GitHub[Any]], Response[Any]]) -> Any:
        response = self._answer(what, github, call)
        if not response.content:
            return None
        try:
            return response.json()
        except ValueError as fault:
            raise GitHubUnavailableError(f"GitHub's answer to {what} was not JSON") from fault


def warm() -> None:
    """Makes every kind of call once to nowhere: githubkit loads models at its first call, and the first stop must not wait for that."""
    github = GitHub("nobody", transport=_Nowhere(), trust_env=False, http_cache=False)
    github.rest.actions.list_workflow_runs_for_repo("o", "r", head_sha="s")
    github.rest.actions.cancel_workflow_run("o", "r", 1)
    github.rest.checks.create("o", "r", data={"name": "n", "head_sha": "s", "status": "in_progress"})
    github.rest.repos.compare_commits("o", "r", "a...b")
    github.rest.git.get_tree("o", "r", "s")
    github.rest.pulls.list("o", "r")


def _our_error(what: str, fault: GitHubException) -> Exception:
    if isinstance(fault, RequestError) and isinstance(fault.exc, GitHubException):
        return _mint_error(what, fault.exc)  # raised inside httpx while a token was minted
    if isinstance(fault, RateLimitExceeded):
        return RateLimitedError(f"rate limit reached at {what}", max(1.0, fault.retry_after.total_seconds()))
    if isinstance(fault, RequestFailed):
        return _status_error(what, fault)
    if isinstance(fault, RequestTimeout):
        return GitHubUnavailableError(f"GitHub did not answer {what} in time")
    if isinstance(fault, RequestError):
        return GitHubUnavailableError(f"no connection to GitHub for {what} ({type(fault.exc).__name__})")
    if isinstance(fault, AuthCredentialError):
        return GitHubRefusedError(what, 401, "the App's credentials are incomplete")
    return GitHubUnavailableError(f"GitHub client failed at {what} ({type(fault).__name__})")


def _mint_error(what: str, fault: GitHubException) -> Exception:
    if isinstance(fault, RequestFailed) and not isinstance(fault, RateLimitExceeded):
        status = fault.response.status_code
        if status in (403, 404):
            return InstallationGoneError(f"no token for {what}: the installation is suspended or gone ({status})")
        if status == 422:
            return GitHubRefusedError(what, 422, f"the installation does not grant what this needs: {_words(fault)}")
    return _our_error(f"a token for {what}", fault)


def _status_error(what: str, fault: RequestFailed) -> Exception:
    status, words = fault.response.status_code, _words(fault)
    if status >= 500 and status != 501:
        return GitHubUnavailableError(f"GitHub answered {what} with {status}")
    if status == 404:
        return NotFoundError(what, status, words)
    if status in (409, 422):
        return ConflictError(what, status, words)
    # Some limits come as a plain 403 that only says so (docs: "Rate limits for the REST API").
    if status in (403, 429) and "rate limit" in words.lower():
        return RateLimitedError(f"rate limit reached at {what}", 60.0)
    return GitHubRefusedError(what, status, words)


def _words(fault: RequestFailed) -> str:
    try:
        body = json.loads(fault.response.content)
    except ValueError:
        return ""
    message = body.get("message") if isinstance(body, dict) else None
    return str(message)[:300] if message else ""


def moment(text: str | None) -> datetime:
    """GitHub's ISO time as an aware UTC time; the epoch when there is none."""
    if not text:
        return datetime.fromtimestamp(0, UTC)
    return datetime.fromisoformat(text).astimezone(UTC)
