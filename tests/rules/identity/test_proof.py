"""Which commits a signature ties to their author: one row for each way to sign, and not to."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dossier import CommitText
from rules.identity import identify
from rules.identity.proof import UNSEEN, is_proven, unproven_commits
from tests.rules.identity.pull_requests import WEB_FLOW, by_person

ADAS: dict[str, Any] = {"author_login": "ada", "committer_login": "ada"}


@pytest.mark.parametrize(
    ("what", "fields", "proven"),
    [
        ("her registered key", {**ADAS, "verified": True, "signature": "ssh:other"}, True),
        (
            "her key, the login in other letters",
            {"author_login": "Ada", "committer_login": "ada", "verified": True},
            True,
        ),
        ("made in the browser", {**ADAS, "committer_login": "web-flow", "verified": True, "signature": WEB_FLOW}, True),
        ("no signature", ADAS, False),
        ("a key that GitHub does not know", {**ADAS, "signature": "gpg:other"}, False),
        ("a vendor's key", {**ADAS, "signature": "ssh:cursor-cloud"}, False),
        ("somebody else's key", {**ADAS, "committer_login": "eve", "verified": True, "signature": "gpg:other"}, False),
        (
            "the browser, for no account",
            {"committer_login": "web-flow", "verified": True, "signature": WEB_FLOW},
            False,
        ),
        ("a word for GitHub's signature that did not hold", {**ADAS, "signature": WEB_FLOW}, False),
        ("no accounts at all", {"verified": True}, False),
    ],
)
def test_a_signature_proves_its_account(what: str, fields: dict[str, Any], proven: bool) -> None:
    assert is_proven(CommitText(sha="a", **fields)) is proven, what


def test_commits_that_were_not_shown_are_not_proven() -> None:
    signed = CommitText(sha="a", verified=True, **ADAS)

    assert unproven_commits(by_person(signed)) == ()
    assert unproven_commits(by_person(signed, unseen_commits=3)) == (UNSEEN,)


def test_the_dossier_names_the_commits_without_proof() -> None:
    signed = CommitText(sha="a", verified=True, **ADAS)

    assert identify(by_person(signed, CommitText(sha="b", **ADAS))).unproven == ("b",)
