"""The pages: what is held or stopped now, and the evidence of one pull request or commit. Read only, server-rendered, no script."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from gate import clock
from gate.db import Database
from gate.evidence_page import evidence_page
from gate.page_templates import render
from gate.settings import Settings
from gate.store.page_rows import Evidence
from gate.store.pages import find_commit_evidence, find_pull_evidence, load_overview

_NAME = re.compile(r"[A-Za-z0-9._-]{1,100}\Z")  # of accounts and repositories on GitHub
_NUMBER = re.compile(r"[1-9][0-9]{0,9}\Z")
_SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
REFRESH_SECONDS = 30


def router(database: Database, settings: Settings, now: Callable[[], datetime] = clock.now) -> APIRouter:
    """The routes `/`, `/pulls/{owner}/{repo}/{number}` and `/commits/{owner}/{repo}/{sha}`. Who may see them is decided around them.

    `now` gives aware UTC; it is read once for each page.
    """
    pages = APIRouter(default_response_class=HTMLResponse)

    @pages.get("/")
    def show_overview() -> HTMLResponse:
        with database.reading() as session:
            overview = load_overview(session)
        return _page("overview.html", overview=overview, now=now(), refresh=REFRESH_SECONDS)

    @pages.get("/pulls/{owner}/{repository}/{number}")
    def show_pull(owner: str, repository: str, number: str) -> HTMLResponse:
        if not (_NAME.match(owner) and _NAME.match(repository) and _NUMBER.match(number)):
            return _unknown()
        with database.reading() as session:
            evidence = find_pull_evidence(session, owner, repository, int(number))
        return _evidence(evidence, settings, now())

    @pages.get("/commits/{owner}/{repository}/{sha}")
    def show_commit(owner: str, repository: str, sha: str) -> HTMLResponse:
        if not (_NAME.match(owner) and _NAME.match(repository) and _SHA.match(sha.lower())):
            return _unknown()
        with database.reading() as session:
            evidence = find_commit_evidence(session, owner, repository, sha.lower())
        return _evidence(evidence, settings, now())

    return pages


def _evidence(evidence: Evidence | None, settings: Settings, now: datetime) -> HTMLResponse:
    if evidence is None:
        return _unknown()
    page = evidence_page(evidence, settings.github_web_url)
    return _page("evidence.html", evidence=evidence, page=page, now=now)


def _unknown() -> HTMLResponse:
    reason = "Gate does not know this pull request or commit. It may be older than Gate’s installation, or its delivery is still to come."
    return _page("fault.html", status=404, heading="There is no such page", reason=reason)


def _page(template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    return HTMLResponse(render(template, status=status, **values), status_code=status)
