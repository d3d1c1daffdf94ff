"""Traps and mixtures: what looks like an agent and is a person, what hides one, and who is exempt."""

from __future__ import annotations

import pytest

from rules.dossier import CommitText, EvidenceClass, Involvement, Kind
from rules.identity import identify, identify_commit
from rules.policy import AgentEntry
from tests.rules.identity.pull_requests import (
    ACTIONS,
    ADA,
    CLAUDE,
    COPILOT,
    DEPENDABOT,
    GITHUB,
    by_app,
    by_person,
    commit,
    signed_by_github,
)

CLAUDE_TRAILER = "Co-Authored-By: Claude Opus 5 <noreply@anthropic.com>"


# --- people ----------------------------------------------------------------------------------------------------------


def test_a_person_without_a_trace_is_not_certain() -> None:
    dossier = identify(by_person(commit()))

    assert dossier.kind is Kind.HUMAN
    assert dossier.evidence_class is EvidenceClass.NONE
    assert 0.5 <= dossier.confidence < 0.9


@pytest.mark.parametrize(
    "branch",
    [
        "cursor/pagination",
        "feat/cursor-pagination-events",
        "codex/sinaiticus",
        "devin/css",
        "claude/typo",
        "copilot-docker-test-helper",
        "claude-code-blog",
        "revert-12-copilot/fix-login",
        "amp-mcp-support",
        "jules/setup",
        "linear-ABC-12-fix",
    ],
)
def test_a_word_in_a_branch_is_no_agent(branch: str) -> None:
    assert identify(by_person(commit(), head_ref=branch)).kind is Kind.HUMAN


def test_a_namesakes_prefix_says_nothing() -> None:
    dossier = identify(by_person(commit("Claude Example <claude@example.org>"), head_ref="claude/fix-the-parser"))
    assert dossier.kind is Kind.HUMAN


def test_a_namesake_does_not_hide_a_products_own_branch_form() -> None:
    dossier = identify(by_person(commit("Devin Example <d@example.org>"), head_ref="devin/1750000000-fix"))
    assert dossier.agent == "devin"


@pytest.mark.parametrize(
    "body",
    [
        "Rejects `Co-authored-by: Cursor <cursoragent@cursor.com>` in commits.",
        f"Example:\n\n```\n{CLAUDE_TRAILER}\n```\n",
        f"Example:\n\n~~~~text\n```\n{CLAUDE_TRAILER}\n~~~~\n",
        f"Example:\n\n    {CLAUDE_TRAILER}\n",
        f"As said:\n\n> {CLAUDE_TRAILER}\n",
        f"<!--\n{CLAUDE_TRAILER}\n-->\n",
        "<!-- Generated with [Claude Code](https://claude.ai/code) -->",
        "<details>\n<summary>Release notes</summary>\n\nLink to Devin run: https://app.devin.ai/sessions/abc\n</details>\n",
        "## What's Changed\n\n🤖 Generated with [Claude Code](https://claude.ai/code)\n",
        f"We want\n\n{CLAUDE_TRAILER}\n\nto be rejected.",
        "This removes the Generated with [Claude Code](https://claude.ai/code) footer.",
        "Reject descriptions that link to a session such as https://claude.ai/code/session_abc in their text.",
        "Reviewed by [Cursor Bugbot](https://cursor.com/bugbot) for commit 1234.",
    ],
)
def test_a_quoted_mark_in_a_body_is_talk(body: str) -> None:
    assert identify(by_person(commit(), body=body)).kind is Kind.HUMAN


@pytest.mark.parametrize(
    "message",
    [
        f"Describe the trailer\n\n{CLAUDE_TRAILER}\n\nis what we want to reject.",
        f"{CLAUDE_TRAILER}",
        f"Show it\n\n    {CLAUDE_TRAILER}",
        f"Update a dependency\n\nRelease notes:\n> {CLAUDE_TRAILER}\n\nSigned-off-by: Ada <ada@example.com>",
        "Fix\n\nReviewed-by: Claude <noreply@anthropic.com>",
        "Fix\n\nAssisted-by: Bo Example",
        "Fix\n\nCo-authored-by: Bo <noreply@google.com>",
        "Fix\n\nCo-authored-by: Claude <claude@example.org>",
    ],
)
def test_a_trailer_elsewhere_or_of_another_meaning_is_none(message: str) -> None:
    assert identify(by_person(commit(message=message))).kind is Kind.HUMAN


def test_another_accounts_id_with_a_known_login_is_that_other_account() -> None:
    dossier = identify(by_person(commit("Codex Example <12345+Codex@users.noreply.github.com>")))
    assert dossier.kind is Kind.HUMAN


def test_a_formatters_commit_leaves_a_persons_pull_request_a_persons() -> None:
    formatter = signed_by_github("pre-commit-ci[bot] <66853113+pre-commit-ci[bot]@users.noreply.github.com>")
    dossier = identify(by_person(commit(), formatter))

    assert dossier.kind is Kind.HUMAN
    assert dossier.evidence_class is EvidenceClass.NONE


def test_an_accepted_suggestion_is_the_persons_change() -> None:
    trailer = "Co-authored-by: Copilot Autofix powered by AI <62310815+github-advanced-security[bot]@users.noreply.github.com>"
    dossier = identify(by_person(commit(committer=GITHUB, trailers=(trailer,))))

    assert (dossier.kind, dossier.involvement) == (Kind.HUMAN, Involvement.SUGGESTION)


# --- agents ----------------------------------------------------------------------------------------------------------


def test_an_unknown_app_is_treated_as_an_agent() -> None:
    dossier = identify(by_app("acme-coder[bot]", commit()))

    assert (dossier.kind, dossier.agent) == (Kind.AGENT, "unknown-agent")
    assert dossier.evidence_class is EvidenceClass.ATTESTED
    assert dossier.confidence < 0.9


def test_an_unknown_app_with_a_bots_name_is_not_that_bot() -> None:
    assert identify(by_app("dependabot-helper[bot]", head_ref="dependabot/npm/x")).agent == "unknown-agent"


def test_an_unknown_apps_agent_is_named_where_its_commits_name_it() -> None:
    dossier = identify(by_app("acme-coder[bot]", commit(trailers=(CLAUDE_TRAILER,))))
    assert (dossier.agent, dossier.evidence_class) == ("claude-code", EvidenceClass.ATTESTED)


def test_an_id_decides_before_a_login() -> None:
    dossier = identify(by_app("renamed-app[bot]", author_id=157164994))
    assert dossier.agent == "sentry-seer"


def test_a_known_bots_login_with_another_id_is_not_that_bot() -> None:
    dossier = identify(by_app("dependabot[bot]", author_id=4242))

    assert (dossier.kind, dossier.agent) == (Kind.AGENT, "unknown-agent")
    assert dossier.evidence_class is EvidenceClass.CONFLICT


def test_a_login_without_its_ending_is_found_for_a_bot() -> None:
    assert identify(by_app("devin-ai-integration")).agent == "devin"


def test_the_app_opened_it_though_a_person_rewrote_every_commit() -> None:
    dossier = identify(by_app("Copilot", commit(), commit("Bo <bo@example.com>")))
    assert (dossier.agent, dossier.involvement) == ("github-copilot", Involvement.AUTHOR)


def test_an_agents_commit_on_a_persons_pull_request_makes_it_a_contributor() -> None:
    dossier = identify(by_person(commit(), signed_by_github(COPILOT)))

    assert (dossier.agent, dossier.involvement) == ("github-copilot", Involvement.CONTRIBUTOR)
    assert dossier.evidence_class is EvidenceClass.ATTESTED
    assert [judged.kind for judged in dossier.commits] == [Kind.HUMAN, Kind.AGENT]


def test_an_agent_that_drops_its_trailer_is_still_seen_by_the_commit_that_had_it() -> None:
    dossier = identify(by_person(commit(trailers=(CLAUDE_TRAILER,)), commit(), commit()))
    assert (dossier.agent, dossier.involvement) == ("claude-code", Involvement.ASSISTED)


def test_a_push_by_an_agents_account_on_a_persons_pull_request_is_seen() -> None:
    dossier = identify(by_person(commit(), senders=(("Copilot", 198982749, "Bot"), ("ada", 7, "User"))))
    assert (dossier.agent, dossier.involvement) == ("github-copilot", Involvement.CONTRIBUTOR)


@pytest.mark.parametrize(
    "trailer",
    [
        "co-authored-by: claude <NOREPLY@ANTHROPIC.COM>",
        "Co-authored-by：Claude <noreply@anthropic.com>",
        "Co-authored-by: Cl\u200baude <noreply@anthropic\u200b.com>",
        "Generated-by: Claude Code",
        "Co-authored-by: Claude Sonnet 5 <ada@example.com>",
        "Claude-Session: https://claude.ai/code/session_abc",
        "🤖 Generated with [Claude Code](https://claude.com/claude-code)",
    ],
)
def test_every_dialect_of_a_trailer_is_read(trailer: str) -> None:
    assert identify(by_person(commit(trailers=(trailer,)))).agent == "claude-code"


def test_a_message_with_its_footer_apart_is_read() -> None:
    message = "Fix\n\nWords.\n\n💘 Generated with Crush\n\nSigned-off-by: Ada <ada@example.com>\n"
    assert identify(by_person(commit(message=message))).agent == "crush"


@pytest.mark.parametrize(
    ("body", "agent"),
    [
        ("Fix.\n\n------\nhttps://chatgpt.com/codex/tasks/task_e_0123", "openai-codex"),
        ('<div><a href="https://cursor.com/agents/bc-0123?x=y">Open in Web</a></div>', "cursor"),
        ("Fix.\n\nLink to Devin session: https://app.devin.ai/sessions/0123\nRequested by: @ada", "devin"),
        ("Fix.\n\nAmp-Thread-ID: https://ampcode.com/threads/T-0123", "amp"),
        ("Fix.\n\nCo-authored-by: Codex <noreply@openai.com>", "openai-codex"),
        ("Fix.\n<!-- START COPILOT CODING AGENT TIPS -->\ntips", "github-copilot"),
    ],
)
def test_a_products_mark_in_a_body_is_seen(body: str, agent: str) -> None:
    dossier = identify(by_person(body=body))

    assert dossier.agent == agent
    assert dossier.evidence_class is EvidenceClass.FORGEABLE


def test_a_label_counts_for_more_where_no_branch_could_contradict_it() -> None:
    assert identify(by_person(commit(), labels=("codex",))).agent == "openai-codex"
    assert identify(by_person(commit(), labels=("codex",), head_ref="fix/docs")).kind is Kind.HUMAN


def test_the_clean_word_of_an_agent_in_actions_is_not_hidden_by_actions() -> None:
    dossier = identify(
        by_app("github-actions[bot]", commit("claude[bot] <41898282+claude[bot]@users.noreply.github.com>"))
    )
    assert dossier.agent == "claude-code"


# --- signatures ------------------------------------------------------------------------------------------------------


def test_a_bots_address_with_another_id_is_a_conflict() -> None:
    judged = identify_commit(commit("d <4242+devin-ai-integration[bot]@users.noreply.github.com>"))
    assert (judged.agent, judged.evidence_class) == ("devin", EvidenceClass.CONFLICT)


def test_github_signs_for_an_agent_in_actions_too() -> None:
    judged = identify_commit(signed_by_github("claude[bot] <41898282+claude[bot]@users.noreply.github.com>"))
    assert (judged.agent, judged.evidence_class) == ("claude-code", EvidenceClass.ATTESTED)


@pytest.mark.parametrize(
    ("author", "agent"),
    [
        ("copilot-swe-agent[bot] <ada@example.com>", "github-copilot"),
        ("Cursor Agent <ada@example.com>", "cursor"),
        ("acme[bot] <ada@example.com>", None),
    ],
)
def test_a_products_whole_name_is_a_claim(author: str, agent: str | None) -> None:
    judged = identify_commit(commit(author))
    assert (judged.agent, judged.evidence_class) == (agent, EvidenceClass.CLAIMED)


def test_a_service_that_stacks_peoples_commits_writes_none_of_them() -> None:
    judged = identify_commit(commit(ADA, "graphite-app[bot] <96075541+graphite-app[bot]@users.noreply.github.com>"))
    assert judged.kind is Kind.HUMAN


def test_an_agent_as_committer_handled_a_persons_commit() -> None:
    judged = identify_commit(commit(ADA, "opencode-agent[bot] <opencode-agent[bot]@users.noreply.github.com>"))
    assert (judged.agent, judged.involvement) == ("opencode", Involvement.CONTRIBUTOR)


def test_the_mark_of_an_assistant_behind_the_committers_name_is_seen() -> None:
    judged = identify_commit(commit(ADA, "Ada (aider) <ada@example.com>"))
    assert (judged.agent, judged.involvement) == ("aider", Involvement.ASSISTED)


def test_a_person_of_an_agents_name_keeps_the_old_private_address() -> None:
    assert identify_commit(commit("Codex Example <codex@users.noreply.github.com>")).kind is Kind.HUMAN


def test_a_vendors_identity_without_its_signature_is_a_conflict() -> None:
    judged = identify_commit(commit(CLAUDE, date="2026-07-01"))

    assert judged.evidence_class is EvidenceClass.CONFLICT
    assert (judged.agent, judged.confidence) == ("claude-code", 0.6)


def test_an_undated_commit_counts_as_made_today() -> None:
    assert identify_commit(commit(COPILOT)).evidence_class is EvidenceClass.CONFLICT


def test_before_the_vendor_signed_its_identity_is_a_claim() -> None:
    assert identify_commit(commit(CLAUDE, date="2025-06-01")).evidence_class is EvidenceClass.CLAIMED


def test_a_person_who_rebased_it_has_removed_the_signature() -> None:
    assert identify_commit(commit(COPILOT, ADA, date="2026-06-01")).evidence_class is EvidenceClass.CLAIMED


def test_a_signature_by_github_under_another_committer_attests_nothing() -> None:
    judged = identify_commit(commit(COPILOT, ADA, signature="gpg:github-web-flow", verified=True))
    assert judged.evidence_class is EvidenceClass.CLAIMED


def test_a_persons_commit_signed_by_a_vendor_was_handled_by_its_agent() -> None:
    judged = identify_commit(commit(ADA, CLAUDE, signature="ssh:claude-web", date="2026-06-01"))

    assert (judged.agent, judged.involvement) == ("claude-code", Involvement.CONTRIBUTOR)
    assert judged.evidence_class is EvidenceClass.VENDOR_SIGNATURE


def test_a_key_before_its_time_is_a_conflict() -> None:
    judged = identify_commit(commit(CLAUDE, signature="ssh:claude-web", date="2024-01-01"))
    assert EvidenceClass.VENDOR_SIGNATURE not in {piece.evidence_class for piece in judged.evidence}


# --- dependency bots and automation ----------------------------------------------------------------------------------


def test_a_dependency_bot_is_exempt_when_all_is_attested() -> None:
    dossier = identify(
        by_app("dependabot[bot]", signed_by_github(DEPENDABOT), senders=(("dependabot[bot]", 49699333, "Bot"),))
    )

    assert dossier.kind is Kind.DEPENDENCY_BOT
    assert dossier.wholly_attested


@pytest.mark.parametrize(
    ("name", "foreign"),
    [
        ("a person's commit", commit()),
        ("its own name without a signature", commit(DEPENDABOT)),
        ("another bot's commit", signed_by_github(ACTIONS)),
        ("an unknown app's commit", signed_by_github("x[bot] <207571483+x[bot]@users.noreply.github.com>")),
    ],
)
def test_a_foreign_commit_ends_a_bots_exemption(name: str, foreign: CommitText) -> None:
    dossier = identify(by_app("dependabot[bot]", signed_by_github(DEPENDABOT), foreign))

    assert dossier.kind is Kind.DEPENDENCY_BOT
    assert not dossier.wholly_attested, name


def test_a_foreign_push_ends_a_bots_exemption() -> None:
    dossier = identify(by_app("dependabot[bot]", signed_by_github(DEPENDABOT), senders=(("ada", 7, "User"),)))
    assert not dossier.wholly_attested


def test_nothing_is_exempt_without_its_commits() -> None:
    assert not identify(by_app("dependabot[bot]")).wholly_attested


def test_an_agents_commit_on_a_bots_pull_request_is_the_agents() -> None:
    dossier = identify(
        by_app("dependabot[bot]", signed_by_github(DEPENDABOT), commit(CLAUDE, signature="ssh:claude-web"))
    )
    assert (dossier.kind, dossier.agent, dossier.involvement) == (Kind.AGENT, "claude-code", Involvement.CONTRIBUTOR)


def test_a_bots_name_on_a_persons_commits_is_a_disguise() -> None:
    dossier = identify(by_person(commit(DEPENDABOT), head_ref="dependabot/npm/x", labels=("dependencies",)))

    assert dossier.kind is Kind.HUMAN
    assert dossier.evidence_class is EvidenceClass.CONFLICT


def test_a_dependency_bots_body_quotes_others() -> None:
    body = "Update x\n\n🤖 Generated with [Claude Code](https://claude.com/claude-code)"
    dossier = identify(
        by_app("renovate[bot]", signed_by_github("r <29139614+renovate[bot]@users.noreply.github.com>"), body=body)
    )
    assert dossier.kind is Kind.DEPENDENCY_BOT


def test_a_dependency_bots_message_quotes_others() -> None:
    dossier = identify(by_app("dependabot[bot]", signed_by_github(DEPENDABOT, trailers=(CLAUDE_TRAILER,))))
    assert dossier.kind is Kind.DEPENDENCY_BOT


def test_a_bots_signed_commit_of_unknown_opener_is_the_bots() -> None:
    assert identify(by_person(signed_by_github(DEPENDABOT), author_login="")).kind is Kind.DEPENDENCY_BOT


def test_a_robots_account_is_automation_and_not_surely_so() -> None:
    dossier = identify(by_person(commit("osv-robot <osv-robot@example.com>"), author_login="osv-robot"))
    assert (dossier.kind, dossier.confidence < 0.6) == (Kind.AUTOMATION, True)


# --- what a policy says ----------------------------------------------------------------------------------------------


def test_a_policy_adds_an_agent() -> None:
    entry = AgentEntry(
        name="house-bot",
        emails=("bot@example.com",),
        branches=("house/*",),
        trailers=("House-Run: *", "Co-authored-by: House <house@example.com>"),
        labels=("made-by-house",),
    )
    assert identify(by_person(commit("Bot <bot@example.com>")), [entry]).agent == "house-bot"
    assert identify(by_person(commit(), head_ref="house/any"), [entry]).agent == "house-bot"
    assert identify(by_person(commit(trailers=("House-Run: 7",))), [entry]).agent == "house-bot"
    assert (
        identify(by_person(commit(trailers=("Co-authored-by: H <house@example.com>",))), [entry]).agent == "house-bot"
    )
    assert identify(by_person(commit(), labels=("made-by-house",)), [entry]).agent == "house-bot"


def test_a_policy_says_that_an_account_is_a_persons() -> None:
    entry = AgentEntry(name="real-agent-person", kind="human", logins=("ada-agent",))
    traits = by_person(commit(), author_login="ada-agent")

    assert identify(traits).kind is Kind.AGENT
    assert identify(traits, [entry]).kind is Kind.HUMAN


def test_a_correction_keeps_the_kind_that_is_known() -> None:
    entry = AgentEntry(name="dependabot", user_ids=(77,))
    assert identify(by_app("dependabot[bot]", author_id=77), [entry]).kind is Kind.DEPENDENCY_BOT


def test_a_policys_word_about_an_account_wins_over_ours() -> None:
    entry = AgentEntry(name="in-house", kind="automation", logins=("pixeebot[bot]",), user_ids=(104101892,))
    assert identify(by_app("pixeebot[bot]", author_id=104101892), [entry]).kind is Kind.AUTOMATION


def test_an_account_under_which_any_agent_may_run_is_never_exempt() -> None:
    dossier = identify(by_app("github-actions[bot]", signed_by_github(ACTIONS, sha="a")))

    assert dossier.kind is Kind.AUTOMATION
    assert not dossier.wholly_attested
