"""What holds for every pull request, whatever is written in it."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dossier import CommitText, EvidenceClass, Kind, PullRequestTraits
from rules.identity import identify
from rules.identity.json_traits import TraitsError, read_traits
from tests.rules.identity.pull_requests import (
    ACTIONS,
    ADA,
    CLAUDE,
    COPILOT,
    DEPENDABOT,
    GITHUB,
    WEB_FLOW,
    by_app,
    by_person,
    commit,
    signed_by_github,
)

TRAILERS = (
    "Co-Authored-By: Claude <noreply@anthropic.com>",
    "Co-authored-by: Cursor <cursoragent@cursor.com>",
    "Co-authored-by: Bo <7+bo@users.noreply.github.com>",
    "Assisted-by: Agent:model-1",
    "Copilot-Session: 1",
    "Signed-off-by: dependabot[bot] <support@github.com>",
    "🤖 Generated with [Claude Code](https://claude.ai/code)",
    "words",
)
BRANCHES = ("", "devin/1750000000-x", "cursor/x-d02f", "codex/fix-a-thing", "dependabot/npm/x", "main")
BODIES = (
    "",
    "Link to Devin run: https://app.devin.ai/sessions/abc",
    "Co-authored-by: Codex <noreply@openai.com>",
    "text",
)
LABELS = ("codex", "jules", "dependencies", "sweep")
PEOPLE = (
    ADA,
    CLAUDE,
    COPILOT,
    DEPENDABOT,
    ACTIONS,
    "Bo (aider) <bo@example.com>",
    "x[bot] <9+x[bot]@users.noreply.github.com>",
)

commits = st.builds(
    commit,
    st.sampled_from(PEOPLE),
    st.sampled_from((None, ADA, GITHUB)),
    trailers=st.lists(st.sampled_from(TRAILERS), max_size=3).map(tuple),
    signature=st.sampled_from(("none", WEB_FLOW, "ssh:claude-web", "gpg:other")),
    date=st.sampled_from(("", "2025-01-01", "2026-08-01")),
)
pull_requests = st.builds(
    PullRequestTraits,
    author_login=st.sampled_from(
        ("ada", "Copilot", "dependabot[bot]", "x[bot]", "github-actions[bot]", "osv-robot", "")
    ),
    author_type=st.sampled_from(("User", "Bot", "")),
    head_ref=st.sampled_from(BRANCHES),
    labels=st.lists(st.sampled_from(LABELS), max_size=2).map(tuple),
    body=st.sampled_from(BODIES),
    commits=st.lists(commits, max_size=5).map(tuple),
)
texts: st.SearchStrategy[dict[str, Any]] = st.builds(
    dict,
    head_ref=st.sampled_from(BRANCHES),
    labels=st.lists(st.sampled_from(LABELS), max_size=2).map(tuple),
    body=st.sampled_from(BODIES),
    title=st.sampled_from(("", "Sweep: x", "⚡️ Speed up function `x` by 7%")),
)


@given(pull_requests, st.randoms())
def test_the_order_of_commits_and_labels_does_not_matter(traits: PullRequestTraits, random: Random) -> None:
    shuffled = list(traits.commits)
    random.shuffle(shuffled)
    other = replace(traits, commits=tuple(shuffled), labels=traits.labels[::-1])

    assert replace(identify(other), commits=()) == replace(identify(traits), commits=())


@given(pull_requests)
def test_forgeable_evidence_alone_never_makes_more_than_its_limit(traits: PullRequestTraits) -> None:
    dossier = identify(traits)
    if dossier.kind is Kind.AGENT and dossier.evidence_class is EvidenceClass.FORGEABLE:
        assert dossier.confidence <= 0.6
    assert 0 <= dossier.confidence <= 1


@given(texts, st.lists(st.sampled_from(TRAILERS), max_size=3).map(tuple))
@pytest.mark.parametrize(
    "attested",
    [
        by_app("Copilot", commit()),
        by_app("Copilot", commit(CLAUDE)),
        by_person(commit(), signed_by_github(COPILOT)),
        by_app("dependabot[bot]", signed_by_github(DEPENDABOT)),
    ],
    ids=["the account", "the account, another agent's commit", "a commit on a person's", "a dependency bot"],
)
def test_what_anybody_can_write_never_moves_what_is_attested(
    attested: PullRequestTraits, text: dict[str, Any], trailers: tuple[str, ...]
) -> None:
    before = identify(attested)
    written = tuple(replace(commit, trailers=trailers) for commit in attested.commits)
    after = identify(replace(attested, commits=written, **text))

    assert (
        after.kind,
        after.agent,
        after.confidence,
        after.evidence_class,
        after.involvement,
        after.wholly_attested,
    ) == (
        before.kind,
        before.agent,
        before.confidence,
        before.evidence_class,
        before.involvement,
        before.wholly_attested,
    )


@given(pull_requests, commits)
def test_a_further_commit_never_makes_an_agents_pull_request_less_of_one(
    traits: PullRequestTraits, more: CommitText
) -> None:
    before = identify(traits)
    after = identify(replace(traits, commits=(*traits.commits, more)))

    if before.kind is Kind.AGENT and before.evidence_class > EvidenceClass.FORGEABLE:
        assert after.kind is Kind.AGENT
        assert after.confidence >= before.confidence


@given(pull_requests)
def test_only_a_bots_own_attested_work_is_exempt(traits: PullRequestTraits) -> None:
    dossier = identify(traits)
    if dossier.wholly_attested:
        assert dossier.kind in {Kind.DEPENDENCY_BOT, Kind.AUTOMATION}
        assert {judged.evidence_class for judged in dossier.commits} == {EvidenceClass.ATTESTED}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("id", "author_login", "author_type", "author_id", "head_ref", "labels", "title", "body_excerpt", "commits")
COMMIT_FIELDS = (
    "author_name",
    "author_email",
    "committer_email",
    "message_trailers",
    "verified",
    "signature",
    "date",
    "payload",
)


@given(
    st.dictionaries(
        st.sampled_from(FIELDS),
        json_values
        | st.lists(st.dictionaries(st.sampled_from(COMMIT_FIELDS), json_values | st.lists(st.text())), max_size=3),
    )
)
def test_every_json_object_is_judged_or_refused(document: dict[str, object]) -> None:
    with contextlib.suppress(TraitsError):
        assert identify(read_traits(json.loads(json.dumps(document)))).kind in Kind
