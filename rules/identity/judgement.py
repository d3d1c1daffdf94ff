"""Clues to judgement: one per commit, and one per pull request.

The strongest class found is what is reported; classes are never added up. Forgeable clues of different kinds support each other a
little, up to a fixed limit, and never move what something stronger says (ADR 0003: same traits, same dossier).
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.dossier import (
    CommitJudgement,
    CommitText,
    Dossier,
    EvidenceClass,
    Involvement,
    Kind,
    PullRequestTraits,
)
from rules.identity import clues as weights
from rules.identity.agents import Agent
from rules.identity.catalogue import Catalogue, load_catalogue
from rules.identity.clues import Clue
from rules.identity.commit_signals import clues_of_commit, message_end
from rules.identity.proof import unproven_commits
from rules.identity.prose import read_prose
from rules.identity.pull_request_signals import clue_of_account, clues_of_text, is_machine_user
from rules.identity.requester import find_requester
from rules.identity.weighing import UNKNOWN_AGENT, confidence_of, evidence_of, name_of, order, strongest_of
from rules.policy import AgentEntry

# A person without any trace: agents work under people's tokens and leave none, so this is far from certain.
_NO_TRACE = 0.7
_MACHINE_USER = 0.55
_BOT_WITH_FOREIGN_COMMITS = 0.8
_BOT_THAT_MAY_HIDE_AGENTS = 0.8


def identify(traits: PullRequestTraits, extra: Sequence[AgentEntry] = ()) -> Dossier:
    """Who made a pull request. `extra` are a policy's additions and corrections. Never raises, whatever the texts hold."""
    catalogue = load_catalogue(tuple(extra))
    ends = [message_end(commit) for commit in traits.commits]
    found = [clues_of_commit(commit, catalogue, end) for commit, end in zip(traits.commits, ends, strict=True)]
    commits = tuple(_judge_commit(commit, seen) for commit, seen in zip(traits.commits, found, strict=True))
    accounts = _account_clues(traits, catalogue)
    prose = read_prose(traits.body)
    people = _people(traits, commits)
    text = [] if _is_remit_of_bot(accounts, commits) else clues_of_text(traits, prose, catalogue, people)
    decisive = _decisive(accounts, commits, found, text)
    agents = [clue for clue in decisive if clue.kind is Kind.AGENT]
    everything = [*accounts, *text, *(clue for seen in found for clue in seen)]
    if confidence_of(agents) >= weights.DECIDES:
        own = [end for end, commit in zip(ends, commits, strict=True) if _is_author(commit)]
        return Dossier(
            kind=Kind.AGENT,
            agent=name_of(agents),
            confidence=confidence_of(agents),
            evidence_class=strongest_of(agents),
            requester=find_requester(traits, prose, own, catalogue),
            involvement=_involvement(accounts, commits, text),
            evidence=evidence_of(everything),
            commits=commits,
            unproven=unproven_commits(traits),
        )
    kind, confidence, relevant = _other_kind(traits, accounts, commits, found)
    if kind is Kind.HUMAN:
        confidence = min(confidence, 1 - confidence_of(agents))
        relevant = [
            clue
            for clue in everything
            if clue.kind in {Kind.AGENT, Kind.HUMAN} or clue.evidence_class is EvidenceClass.CONFLICT
        ]
    suggested = any(clue.part is Involvement.SUGGESTION for clue in everything) and kind is Kind.HUMAN
    return Dossier(
        kind=kind,
        agent=None,
        confidence=round(confidence, 2),
        evidence_class=strongest_of(relevant),
        requester=None,
        involvement=Involvement.SUGGESTION if suggested else Involvement.NONE,
        evidence=evidence_of(everything),
        commits=commits,
        unproven=unproven_commits(traits),
        wholly_attested=_is_wholly_attested(traits, kind, accounts, found),
    )


def identify_commit(commit: CommitText, extra: Sequence[AgentEntry] = ()) -> CommitJudgement:
    """Who made one commit, by what the commit alone shows. Never raises, whatever the texts hold."""
    catalogue = load_catalogue(tuple(extra))
    return _judge_commit(commit, clues_of_commit(commit, catalogue, message_end(commit)))


def _judge_commit(commit: CommitText, found: Sequence[Clue]) -> CommitJudgement:
    authorship = [clue for clue in found if clue.signal in {"commit_author", "commit_signature"}]
    best = max(authorship, key=order, default=None)
    # What is attested is not moved by what the message says of itself: a bot's message quotes its upstream.
    if best and best.evidence_class is EvidenceClass.ATTESTED and best.agent:
        found = authorship
    agents = [clue for clue in found if clue.kind is Kind.AGENT]
    if confidence_of(agents) >= weights.DECIDES:
        kind, agent, confidence, relevant = Kind.AGENT, name_of(agents), confidence_of(agents), agents
        part = max(agents, key=order).part
    elif best and best.kind not in {Kind.AGENT, Kind.HUMAN} and best.evidence_class is not EvidenceClass.CONFLICT:
        kind, agent, confidence, relevant = best.kind, None, best.confidence, [best]
        part = Involvement.NONE
    else:
        kind, agent, relevant = Kind.HUMAN, None, list(found)
        confidence = round(min(_NO_TRACE, 1 - confidence_of(agents)), 2)
        suggested = any(clue.part is Involvement.SUGGESTION for clue in found)
        part = Involvement.SUGGESTION if suggested else Involvement.NONE
    return CommitJudgement(commit.sha, kind, agent, confidence, strongest_of(relevant), part, evidence_of(found))


def _account_clues(traits: PullRequestTraits, catalogue: Catalogue) -> list[Clue]:
    opened = clue_of_account(traits.author_login, traits.author_id, traits.author_type, "pr_author", catalogue)
    pushed = [
        clue_of_account(login, user_id, kind, "push_sender", catalogue) for login, user_id, kind in traits.senders
    ]
    return [clue for clue in (opened, *pushed) if clue]


def _people(traits: PullRequestTraits, commits: Sequence[CommitJudgement]) -> list[str]:
    return [
        commit.author_name
        for commit, judged in zip(traits.commits, commits, strict=True)
        if not _is_author(judged) and judged.kind in {Kind.HUMAN, Kind.AGENT}
    ]


def _is_author(commit: CommitJudgement) -> bool:
    return commit.kind is Kind.AGENT and commit.involvement is Involvement.AUTHOR


def _is_bot(clue: Clue) -> bool:
    return (
        clue.kind in {Kind.DEPENDENCY_BOT, Kind.AUTOMATION} and clue.agent is not None and not clue.agent.hides_agents
    )


def _is_remit_of_bot(accounts: Sequence[Clue], commits: Sequence[CommitJudgement]) -> bool:
    """Whether the pull request's text is a bot's: it quotes others, agents' footers too, and says nothing of who made it."""
    opened = next((clue for clue in accounts if clue.signal == "pr_author"), None)
    if opened:
        return _is_bot(opened)
    return bool(commits) and all(commit.kind is Kind.DEPENDENCY_BOT for commit in commits)


def _decisive(
    accounts: Sequence[Clue], commits: Sequence[CommitJudgement], found: Sequence[Sequence[Clue]], text: Sequence[Clue]
) -> list[Clue]:
    """The clues that may decide the kind of the pull request.

    An unknown app's commit on the pull request of a known bot stays that bot's pull request (a helper that mends the lockfile): the
    commit is judged apart, and the exemption is over.
    """
    opened = next((clue for clue in accounts if clue.signal == "pr_author"), None)
    of_bot = opened is not None and opened.kind in {Kind.DEPENDENCY_BOT, Kind.AUTOMATION}
    decisive = [*accounts, *text]
    for commit, seen in zip(commits, found, strict=True):
        if of_bot and commit.agent == UNKNOWN_AGENT and any(clue.signal == "commit_author" for clue in seen):
            continue
        attested_bot = commit.kind is not Kind.AGENT and commit.evidence_class is EvidenceClass.ATTESTED
        decisive.extend([] if attested_bot else seen)
    return decisive


def _involvement(accounts: Sequence[Clue], commits: Sequence[CommitJudgement], text: Sequence[Clue]) -> Involvement:
    """How the agent took part: as author of everything, as one among others, or beside a person."""
    opened = next((clue for clue in accounts if clue.signal == "pr_author"), None)
    if opened and opened.kind is Kind.AGENT:
        return Involvement.AUTHOR
    authored = [commit for commit in commits if _is_author(commit)]
    others = [commit for commit in commits if commit.kind is not Kind.AUTOMATION and not _is_author(commit)]
    if authored:
        return Involvement.CONTRIBUTOR if others else Involvement.AUTHOR
    if any(clue.kind is Kind.AGENT for clue in accounts):
        return Involvement.CONTRIBUTOR
    if any(commit.kind is Kind.AGENT for commit in commits):
        return Involvement.CONTRIBUTOR if opened and opened.kind is not Kind.HUMAN else Involvement.ASSISTED
    if any(clue.signal == "body_trailer" and clue.kind is Kind.AGENT for clue in text):
        return Involvement.ASSISTED
    return Involvement.AUTHOR


def _other_kind(
    traits: PullRequestTraits,
    accounts: Sequence[Clue],
    commits: Sequence[CommitJudgement],
    found: Sequence[Sequence[Clue]],
) -> tuple[Kind, float, list[Clue]]:
    """Dependency bot, automation or human, how sure, and by which clues."""
    authors = [clue for seen in found for clue in seen if clue.signal == "commit_author"]
    opened = next((clue for clue in accounts if clue.signal == "pr_author"), None)
    if opened and opened.kind in {Kind.DEPENDENCY_BOT, Kind.AUTOMATION}:
        same = all(any(clue.agent is opened.agent for clue in seen) for seen in found)
        confidence = opened.confidence if same else _BOT_WITH_FOREIGN_COMMITS
        if opened.agent and opened.agent.hides_agents:
            confidence = min(confidence, _BOT_THAT_MAY_HIDE_AGENTS)
        return opened.kind, confidence, [opened, *(clue for clue in authors if clue.kind is opened.kind)]
    kinds = {commit.kind for commit in commits}
    if kinds and kinds <= {Kind.DEPENDENCY_BOT, Kind.AUTOMATION} and not _is_spoofed(traits, found):
        kind = Kind.DEPENDENCY_BOT if Kind.DEPENDENCY_BOT in kinds else Kind.AUTOMATION
        own = [clue for clue in authors if clue.kind is kind]
        return kind, min(commit.confidence for commit in commits), own
    if opened is None and is_machine_user(traits.author_login):
        bumps = traits.head_ref.startswith(("renovate/", "dependabot/"))
        return (Kind.DEPENDENCY_BOT if bumps else Kind.AUTOMATION), _MACHINE_USER, authors
    return Kind.HUMAN, _NO_TRACE, []


def _is_spoofed(traits: PullRequestTraits, found: Sequence[Sequence[Clue]]) -> bool:
    """Whether a person's pull request names an app that signs all it makes, without any such signature."""
    if not traits.author_login:
        return False
    return any(
        clue.signal == "commit_author" and clue.evidence_class < EvidenceClass.ATTESTED and _always_signs(clue)
        for seen in found
        for clue in seen
    )


def _always_signs(clue: Clue) -> bool:
    return clue.account is not None and clue.account.signed is not None


def _is_wholly_attested(
    traits: PullRequestTraits, kind: Kind, accounts: Sequence[Clue], found: Sequence[Sequence[Clue]]
) -> bool:
    """Whether the account that opened, every observed push and every commit (by GitHub's signature) are attested as the same bot's.

    Never for an account under which any agent may run: what started it cannot be told from here.
    """
    opened = next((clue for clue in accounts if clue.signal == "pr_author"), None)
    if (
        kind not in {Kind.DEPENDENCY_BOT, Kind.AUTOMATION}
        or not opened
        or opened.evidence_class is not EvidenceClass.ATTESTED
        or opened.agent is None
        or opened.agent.hides_agents
    ):
        return False
    pushes = [clue for clue in accounts if clue.signal == "push_sender" and _is_attested(clue, opened.agent)]
    if len(pushes) != len(traits.senders):
        return False
    return bool(found) and all(
        any(clue.signal == "commit_author" and _is_attested(clue, opened.agent) for clue in seen) for seen in found
    )


def _is_attested(clue: Clue, agent: Agent | None) -> bool:
    return clue.agent is agent and clue.evidence_class is EvidenceClass.ATTESTED
