"""Looks at one commit: whether its runs may go, with or without a pull request, and moves them accordingly."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.orm import Session

from gate.github_api.nouns import Address, PullRead
from gate.store import checks, effects, record, runs, verdicts
from gate.store.inspection_json import inspection_from_json
from gate.store.verdict_body import VerdictBody
from gate.store.verdicts import Key
from gate.tables import Observation, Repository, VerdictRow
from rules.change import PullRequestText
from rules.correction import is_by_correction
from rules.dossier import Dossier, Kind, PullRequestTraits
from rules.errors import PolicyError
from rules.finding import Inspection
from rules.identity import identify
from rules.policy import DEFAULT_POLICY, Policy
from rules.verdict import State, in_queue, judge, needs_reading
from worker.hands import Hands
from worker.hearing import Judged, settle, settle_unable
from worker.hold import hold_runs, is_waiting
from worker.judging import POLICY_MEND, committers_of, inspect_once, policy_fault, policy_of
from worker.publish import publish
from worker.release import let_go


def look_at_commit(hands: Hands, address: Address, head_sha: str, *, only_follow: bool, fresh: bool) -> None:
    """Brings the runs of one commit to what is right now, and says so on it.

    `only_follow` moves the runs under the verdict that stands (a stop is followed to its end); `fresh` inspects again.
    """
    with hands.database.transaction() as session:
        row = verdicts.commit_verdict(session, address.repository_id, head_sha)
        stands = row is not None and row.state != State.PENDING.value
    if not (only_follow and stands):
        default_branch = _default_branch(hands, address)
        policy: Policy | None = None
        try:
            policy = policy_of(hands.github.read_policy_text(address))
        except PolicyError as fault:
            settle_commit_unable(
                hands,
                address,
                head_sha,
                default_branch,
                dossier_of(hands, address, head_sha),
                reason=policy_fault(fault),
                mend=POLICY_MEND,
            )
        if policy is not None:
            _settle(hands, address, head_sha, default_branch, policy, fresh=fresh)
    move_runs(hands, address, head_sha, fresh=fresh)
    publish(hands, address, head_sha)


def settle_commit(hands: Hands, address: Address, judged: Judged, pull: PullRead, *, fresh: bool) -> None:
    """After a pull request was judged: the runs of its head follow the same judgement where it aims at the default branch.

    A head that aims elsewhere is judged anew against the default branch, since its runs see all of what it changed. Once an agent's
    hand was seen on a commit, a person's pull request on it does not take that back; a label that is taken off does.
    """
    key, default_branch = judged.key, pull.default_branch
    commit_key = Key(key.repository_id, 0, key.head_sha, default_branch, key.merge_base)
    with hands.database.transaction() as session:
        gated_before = _stays_gated(session, key)
    if gated_before and not judged.judgement.is_gated:
        pass
    elif key.base_ref == default_branch or not judged.judgement.is_gated:
        with hands.database.transaction() as session:
            settle(session, replace(judged, key=commit_key), hands.now(), also=(key,))
    else:
        _judge(
            hands,
            address,
            key.head_sha,
            default_branch,
            judged.policy,
            judged.dossier,
            judged.author,
            default_sha=pull.default_sha,
            queue=judged.queue,
            fresh=False,
        )
    move_runs(hands, address, key.head_sha, fresh=fresh)


def settle_commit_unable(
    hands: Hands, address: Address, head_sha: str, default_branch: str, dossier: Dossier, *, reason: str, mend: str
) -> None:
    """Something failed: an agent's runs are held all the same, a person's are not touched."""
    with hands.database.transaction() as session:
        settle_unable(
            session,
            Key(address.repository_id, 0, head_sha, default_branch, ""),
            reason=reason,
            mend=mend,
            holds_runs=dossier.kind is not Kind.HUMAN,
            dossier=dossier,
            now=hands.now(),
        )
    move_runs(hands, address, head_sha)


def move_runs(hands: Hands, address: Address, head_sha: str, *, fresh: bool = False) -> None:
    """Holds or lets go the runs of a commit, as its verdict says. Asks GitHub only where there is something to move.

    `fresh` tries again what GitHub refused before: somebody asked to look again.
    """
    with hands.database.transaction() as session:
        if fresh:
            known = runs.runs_at(session, address.repository_id, head_sha)
            effects.forget_refused(session, [f"go:{one.run_id}:{one.attempt}" for one in known])
        row = verdicts.commit_verdict(session, address.repository_id, head_sha)
        waiting = [
            one
            for one in runs.newest_attempts(runs.runs_at(session, address.repository_id, head_sha))
            if is_waiting(one)
        ]
    if row is None:
        return
    if row.holds_runs:
        hold_runs(hands, address, hands.github.list_runs(address, head_sha))
    elif row.state == State.RELEASED.value and (waiting or fresh or not _has_let_go(hands, address, head_sha)):
        let_go(hands, address, hands.github.list_runs(address, head_sha), github_holds_too=True)
    elif waiting and any(one.hold == "stopped" for one in waiting):
        let_go(hands, address, hands.github.list_runs(address, head_sha), github_holds_too=False)


def recall(session: Session, row: VerdictRow, policy: Policy) -> Judged:
    """A judgement made before, weighed again under the policy of now."""
    body = VerdictBody.from_json(row.body)
    known = verdicts.load_inspection(session, row.inspection_id)
    inspection = Inspection() if known is None else inspection_from_json(known.body)
    judgement = judge(inspection, body.dossier, policy)
    return Judged(
        key=Key(row.repository_id, row.number, row.head_sha, row.base_ref, row.merge_base),
        judgement=in_queue(judgement, body.queue) if body.queue else judgement,
        dossier=body.dossier,
        policy=policy,
        author=body.author,
        committers=frozenset(body.committers),
        inspection_id=row.inspection_id,
        queue=body.queue,
        contributions=body.contributions,
    )


def _stays_gated(session: Session, key: Key) -> bool:
    """Whether a commit's runs go on to be gated although this pull request on it is a person's.

    They do, unless a label on this pull request alone had made them an agent's, and does not any more.
    """
    standing = verdicts.commit_verdict(session, key.repository_id, key.head_sha)
    if standing is None or standing.kind == Kind.HUMAN.value:
        return False
    if not is_by_correction(VerdictBody.from_json(standing.body).dossier):
        return True
    others = verdicts.verdicts_at(session, key.repository_id, key.head_sha)
    return any(row.number not in (0, key.number) and row.kind != Kind.HUMAN.value for row in others)


def _settle(hands: Hands, address: Address, head_sha: str, default_branch: str, policy: Policy, *, fresh: bool) -> None:
    with hands.database.transaction() as session:
        row = verdicts.commit_verdict(session, address.repository_id, head_sha)
        if row is not None and not fresh and row.state not in (State.UNABLE.value, State.PENDING.value):
            judged = recall(session, row, policy)
            settle(session, judged, hands.now(), also=_same_findings(session, judged))
            return
        others = [one for one in verdicts.verdicts_at(session, address.repository_id, head_sha) if one.number]
        authors = [VerdictBody.from_json(one.body).author for one in others]
    dossier = dossier_of(hands, address, head_sha)
    _judge(hands, address, head_sha, default_branch, policy, dossier, authors[0] if authors else "", fresh=fresh)


def _judge(
    hands: Hands,
    address: Address,
    head_sha: str,
    default_branch: str,
    policy: Policy,
    dossier: Dossier,
    author: str,
    *,
    default_sha: str = "",
    queue: str = "",
    fresh: bool,
) -> None:
    """Judges a commit by what it changed since it left the default branch; for a person's, its commits are enough."""
    base = default_sha or hands.github.read_branch_head(address, default_branch)
    base = _before_push(hands, address, default_branch, base, head_sha)
    seen = hands.github.compare(address, base, head_sha)
    commits = seen.commits
    if dossier.kind is Kind.HUMAN:
        dossier = identify(replace(_traits(hands, address, head_sha), commits=commits), policy.agents)
    inspection, inspection_id = Inspection(), None
    if seen.ahead_by and needs_reading(dossier, policy):
        readable = hands.github.read_change(address, base, head_sha)
        text = PullRequestText(commit_messages=tuple(commit.message for commit in commits))
        inspection_id, inspection = inspect_once(hands, address, readable, policy, text, fresh=fresh)
    judgement = judge(inspection, dossier, policy)
    judged = Judged(
        key=Key(address.repository_id, 0, head_sha, default_branch, seen.merge_base),
        judgement=in_queue(judgement, queue) if queue else judgement,
        dossier=dossier,
        policy=policy,
        author=author or _traits(hands, address, head_sha).author_login,
        committers=committers_of(commits),
        inspection_id=inspection_id,
        queue=queue,
    )
    with hands.database.transaction() as session:
        settle(session, judged, hands.now(), also=_same_findings(session, judged))


def _before_push(hands: Hands, address: Address, default_branch: str, default_sha: str, head_sha: str) -> str:
    """What a commit is compared with: the default branch, or what that was before a machine pushed this commit to it.

    The merge of a pull request whose head had our success is no such push.
    """
    with hands.database.reading() as session:
        push = record.push_to(session, address.repository_id, f"refs/heads/{default_branch}", head_sha)
        if push is None or not _is_machine(push):
            return default_sha
        merged = record.merged_head(session, address.repository_id, head_sha)
        check = checks.find_check_row(session, address.repository_id, merged) if merged else None
        if check is not None and check.conclusion == "success":
            return default_sha
        before = str(push.body.get("before") or "")
    return before if before.strip("0") else default_sha


def _is_machine(push: Observation) -> bool:
    traits = PullRequestTraits(author_login=push.actor, author_id=push.actor_id, author_type=push.actor_type)
    return identify(traits).kind is Kind.AGENT


def _has_let_go(hands: Hands, address: Address, head_sha: str) -> bool:
    with hands.database.reading() as session:
        rows = runs.runs_at(session, address.repository_id, head_sha)
        return bool(rows) and not any(is_waiting(row) for row in rows)


def _same_findings(session: Session, judged: Judged) -> tuple[Key, ...]:
    """The pull requests on this head whose reader saw everything that holds its runs: what was said there counts here."""
    held = {finding.fingerprint for finding in judged.judgement.findings}
    keys = []
    for row in verdicts.verdicts_at(session, judged.key.repository_id, judged.key.head_sha):
        known = verdicts.load_inspection(session, row.inspection_id) if row.number else None
        if known is None:
            continue
        seen = {finding.fingerprint for finding in inspection_from_json(known.body).findings}
        if held <= seen:
            keys.append(Key(row.repository_id, row.number, row.head_sha, row.base_ref, row.merge_base))
    return tuple(keys)


def _default_branch(hands: Hands, address: Address) -> str:
    with hands.database.transaction() as session:
        row = session.get(Repository, address.repository_id)
        known = row.default_branch if row is not None else ""
    return known or hands.github.read_default_branch(address)


def dossier_of(hands: Hands, address: Address, head_sha: str) -> Dossier:
    """Who made a commit: what a pull request on it was judged to be, else what its pushers and starters show."""
    with hands.database.transaction() as session:
        rows = [row for row in verdicts.verdicts_at(session, address.repository_id, head_sha) if row.number]
        for row in rows:
            if row.kind != Kind.HUMAN.value:
                return VerdictBody.from_json(row.body).dossier
    return identify(_traits(hands, address, head_sha), DEFAULT_POLICY.agents)


def _traits(hands: Hands, address: Address, head_sha: str) -> PullRequestTraits:
    with hands.database.transaction() as session:
        seen = record.accounts_at(session, address.repository_id, head_sha)
        branches = [
            row.head_branch for row in runs.runs_at(session, address.repository_id, head_sha) if row.head_branch
        ]
    first = seen[0] if seen else ("", None, "")
    return PullRequestTraits(
        author_login=first[0],
        author_id=first[1],
        author_type=first[2],
        head_ref=branches[0] if branches else "",
        senders=tuple(seen),
    )
