"""Reads the traits of a pull request from a JSON object, as `gate identify` takes them.

Any field may be absent or null. Anything of another type is an error that names the field: guessing would judge something else
than what was given. A word for a signature that is not known is kept: it is no vendor's and not GitHub's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dossier import CommitText, PullRequestTraits
from rules.errors import RulesError


class TraitsError(RulesError):
    """The object is not one of traits: `str()` names the field and what is expected."""


def read_traits(document: Mapping[str, Any]) -> PullRequestTraits:
    """The traits in a JSON object. Raises `TraitsError`."""
    commits = document.get("commits")
    if commits is None:
        commits = []
    if not isinstance(commits, list):
        raise TraitsError("commits: a list is expected")
    return PullRequestTraits(
        author_login=_text(document, "author_login"),
        author_id=_number(document, "author_id"),
        author_type=_text(document, "author_type"),
        head_ref=_text(document, "head_ref"),
        labels=_texts(document, "labels"),
        title=_text(document, "title"),
        body=_text(document, "body_excerpt"),
        commits=tuple(_commit(commit, f"commits[{index}]") for index, commit in enumerate(commits)),
    )


def _commit(value: object, place: str) -> CommitText:
    if not isinstance(value, dict):
        raise TraitsError(f"{place}: an object is expected")
    verified = value.get("verified")
    if verified is not None and not isinstance(verified, bool):
        raise TraitsError(f"{place}.verified: true, false or null is expected")
    return CommitText(
        author_name=_text(value, "author_name", place),
        author_email=_text(value, "author_email", place),
        committer_name=_text(value, "committer_name", place),
        committer_email=_text(value, "committer_email", place),
        trailers=_texts(value, "message_trailers", place),
        verified=bool(verified),
        signature=_text(value, "signature", place) or "none",
        payload=_text(value, "payload", place),
        signature_text=_text(value, "signature_text", place),
        date=_text(value, "date", place),
    )


def _place(field: str, place: str) -> str:
    return f"{place}.{field}" if place else field


def _text(document: Mapping[str, Any], field: str, place: str = "") -> str:
    value = document.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TraitsError(f"{_place(field, place)}: a text is expected")
    return value


def _texts(document: Mapping[str, Any], field: str, place: str = "") -> tuple[str, ...]:
    value = document.get(field)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise TraitsError(f"{_place(field, place)}: a list of texts is expected")
    return tuple(value)


def _number(document: Mapping[str, Any], field: str) -> int | None:
    value = document.get(field)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise TraitsError(f"{field}: a whole number is expected")
    return value
