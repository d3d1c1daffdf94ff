"""Looks at one pull request: reads it as it is now, judges it, stops its runs, says so on its head SHA."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.orm import Session

from gate.errors import NotFoundError
from gate.github_api.changes import ReadableChange
from gate.github_api.nouns import Address, PullRead
from gate.store import checks, pulls, record, verdicts
from gate.store.pulls import PullNow
from gate.store.verdicts import Key
from rules.change import PullRequestText
from rules.dossier import Dossier, Evidence, EvidenceClass, Involvement, Kind, PullRequestTraits
from rules.errors import PolicyError
from rules.finding import Inspection
from rules.identity import identify
from rules.policy import DEFAULT_POLICY, Policy
from rules.verdict import in_queue, judge, needs_reading
from worker.commits import settle_commit, settle_commit_unable
from worker.contributing import contributions_to
from worker.corrections import agents_by_label, miss_labels, unknown_claims
from worker.hands import Hands
from worker.hearing import Judged, bind_voices, settle, settle_unable
from worker.judging import POLICY_MEND, committers_of, inspect_once, policy_fault, policy_of
from worker.publish import publish, publish_pending
from worker.queueing import move_queue, why_queued
from worker.voices import hear_reviews


def look_at_pull(hands: Hands, address: Address, number: int, *, fresh: bool) -> None:
    """Brings one pull request's verdict, runs and check to what is right now. `fresh` inspects again what was inspected before.

    Raises the errors of the door; whoever calls tries again or says why not.
    """
    read_at = hands.now()
    try:
        pull = hands.github.read_pull(address, number)
    except NotFoundError:
        with hands.database.transaction() as session:
            verdicts.end_verdicts(session, address.repository_id, number, hands.now())
            known = pulls.find_pull(session, address.repository_id, number)
        if known is not None:
            publish(hands, address, known.head_sha)
        return
    dossier = _save(hands, address, pull)
    if pull.state != "open":
        _free_place(hands, address, pull)
        publish(hands, address, pull.head_sha)  # another pull request may have this head, and it alone speaks now
        return
    _reset_first(hands, address, pull)
    hear_reviews(hands, address, pull)
    try:
        policy = policy_of(pull.policy_text)
    except PolicyError as fault:
        _unable(hands, address, pull, dossier, fault)
        return
    dossier = _gated_dossier(dossier, policy, pull, hands, address)
    with hands.database.transaction() as session:
        miss_labels(session, address, pull, read_at)
        dossier = agents_by_label(session, address, pull, dossier, policy)
    if not needs_reading(dossier, policy):
        judged = _person(address, pull, dossier, policy)
        with hands.database.transaction() as session:
            judged = replace(judged, unknown=unknown_claims(session, address, pull))
            settle(session, judged, hands.now())
        settle_commit(hands, address, judged, pull, fresh=fresh)
        publish(hands, address, pull.head_sha)
        return
    readable = hands.github.read_change(address, pull.base_sha, pull.head_sha, number=number)
    _judge(hands, address, pull, dossier, policy, readable, fresh=fresh)


def _judge(
    hands: Hands,
    address: Address,
    pull: PullRead,
    dossier: Dossier,
    policy: Policy,
    readable: ReadableChange,
    *,
    fresh: bool,
) -> None:
    text = PullRequestText(
        title=pull.title,
        body=pull.body,
        head_ref=pull.head_ref,
        author_login=pull.author.login,
        author_type=pull.author.type,
        commit_messages=tuple(commit.message for commit in readable.read.commits),
    )
    inspection_id, inspection = inspect_once(hands, address, readable, policy, text, fresh=fresh)
    judged = Judged(
        key=Key(address.repository_id, pull.number, pull.head_sha, pull.base_ref, readable.read.merge_base),
        judgement=judge(inspection, dossier, policy),
        dossier=dossier,
        policy=policy,
        author=pull.author.login,
        committers=committers_of(pull.commits) | committers_of(readable.read.commits),
        inspection_id=inspection_id,
    )
    with hands.database.transaction() as session:
        judged = _with_record(session, address, pull, judged)
        bind_voices(session, judged.key)
        settle(session, judged, hands.now())
        move_queue(session, address, policy, hands.now())
    settle_commit(hands, address, judged, pull, fresh=fresh)
    publish(hands, address, pull.head_sha)


def _with_record(session: Session, address: Address, pull: PullRead, judged: Judged) -> Judged:
    """What only the record tells: whether it waits for its turn, who did what, labels that nobody is known to have set."""
    why = why_queued(session, address, pull, judged.dossier, judged.policy)
    return replace(
        judged,
        judgement=in_queue(judged.judgement, why) if why else judged.judgement,
        queue=why,
        contributions=contributions_to(session, address, pull, judged.dossier, judged.judgement, judged.policy),
        unknown=unknown_claims(session, address, pull),
    )


def _free_place(hands: Hands, address: Address, pull: PullRead) -> None:
    """A pull request that is not open any more takes no place: whoever waits behind it moves up."""
    try:
        policy = policy_of(pull.policy_text)
    except PolicyError:
        policy = DEFAULT_POLICY  # caps nothing: all that waits is looked at, and says what is wrong with the policy
    with hands.database.transaction() as session:
        move_queue(session, address, policy, hands.now())


def _save(hands: Hands, address: Address, pull: PullRead) -> Dossier:
    """Writes the pull request and who made it; once an agent was seen on it, it stays an agent's."""
    now = PullNow(
        number=pull.number,
        title=pull.title,
        author_login=pull.author.login,
        author_type=pull.author.type,
        state=pull.state,
        head_sha=pull.head_sha,
        head_ref=pull.head_ref,
        base_ref=pull.base_ref,
        opened_at=pull.opened_at,
    )
    with hands.database.transaction() as session:
        pulls.save_pull(session, address.repository_id, hands.now(), now)
        if pull.state != "open":
            verdicts.end_verdicts(session, address.repository_id, pull.number, hands.now())
        senders = _senders(session, address, pull)
    return identify(_traits(pull, senders))


def _senders(session: Session, address: Address, pull: PullRead) -> tuple[tuple[str, int | None, str], ...]:
    """Whoever was seen to push: to this pull request, or its commits to any branch before it was opened."""
    seen = record.pushers(session, address.repository_id, pull.number)
    seen += record.pushers_of(session, address.repository_id, [commit.sha for commit in pull.commits])
    return tuple(dict.fromkeys(seen))


def _traits(pull: PullRead, senders: tuple[tuple[str, int | None, str], ...]) -> PullRequestTraits:
    return PullRequestTraits(
        author_login=pull.author.login,
        author_id=pull.author.id,
        author_type=pull.author.type,
        head_ref=pull.head_ref,
        labels=pull.labels,
        assignees=pull.assignees,
        title=pull.title,
        body=pull.body,
        commits=pull.commits,
        unseen_commits=max(0, pull.commits_total - len(pull.commits)),
        senders=senders,
    )


def _gated_dossier(dossier: Dossier, policy: Policy, pull: PullRead, hands: Hands, address: Address) -> Dossier:
    """The dossier under the policy's own agents, and with the mark that stays."""
    with hands.database.transaction() as session:
        if policy.agents:
            senders = _senders(session, address, pull)
            dossier = identify(_traits(pull, senders), policy.agents)
        row = pulls.find_pull(session, address.repository_id, pull.number)
        if row is None:
            return dossier
        is_agent = dossier.kind is Kind.AGENT and dossier.confidence >= policy.gate_from
        if is_agent and not row.marked_agent:
            row.marked_agent = f"{dossier.agent or 'an agent'} ({dossier.evidence_class.word}) at {pull.head_sha[:7]}"
        if is_agent or not row.marked_agent:
            return dossier
        seen = Evidence("seen before on this pull request", row.marked_agent, EvidenceClass.ATTESTED)
    return replace(
        dossier,
        kind=Kind.AGENT,
        confidence=max(dossier.confidence, policy.gate_from),
        involvement=Involvement.CONTRIBUTOR,
        evidence=(*dossier.evidence, seen),
    )


def _person(address: Address, pull: PullRead, dossier: Dossier, policy: Policy) -> Judged:
    # The change of a person is not read where the policy does not hold it: the merge base is not asked for either.
    return Judged(
        key=Key(address.repository_id, pull.number, pull.head_sha, pull.base_ref, ""),
        judgement=judge(Inspection(), dossier, policy),
        dossier=dossier,
        policy=policy,
        author=pull.author.login,
        committers=frozenset(),
        inspection_id=None,
    )


def _reset_first(hands: Hands, address: Address, pull: PullRead) -> None:
    """A check belongs to the commit: where it is green already and this pull request was not judged at this head, it is reset first."""
    with hands.database.transaction() as session:
        row = checks.find_check_row(session, address.repository_id, pull.head_sha)
        is_green = row is not None and row.conclusion == "success"
        known = [
            one.base_ref
            for one in verdicts.verdicts_at(session, address.repository_id, pull.head_sha)
            if one.number == pull.number
        ]
    if is_green and pull.base_ref not in known:
        publish_pending(hands, address, pull.head_sha)


def _unable(hands: Hands, address: Address, pull: PullRead, dossier: Dossier, fault: PolicyError) -> None:
    key = Key(address.repository_id, pull.number, pull.head_sha, pull.base_ref, "")
    with hands.database.transaction() as session:
        settle_unable(
            session,
            key,
            reason=policy_fault(fault),
            mend=POLICY_MEND,
            holds_runs=dossier.kind is not Kind.HUMAN,
            dossier=dossier,
            now=hands.now(),
        )
    settle_commit_unable(
        hands, address, pull.head_sha, pull.default_branch, dossier, reason=policy_fault(fault), mend=POLICY_MEND
    )
    publish(hands, address, pull.head_sha)
