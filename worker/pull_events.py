"""What happens to pull requests: their life, reviews, comments, threads."""

from __future__ import annotations

from datetime import datetime, timedelta

from gate import payloads
from gate.github_api.client import moment
from gate.github_api.nouns import Address, ReviewRead
from gate.store import record
from rules.correction import claim_of
from worker.arrivals import Arrival, Outcome, account_of, actor_of, address_of, ask, done, ignored
from worker.corrections import hear_label
from worker.hands import Hands
from worker.voices import hear_review

_PROMPT = timedelta(minutes=1)


def pull_request(hands: Hands, arrival: Arrival, payload: payloads.PullRequestPayload) -> Outcome:
    """Opened, pushed to, edited, labelled, merged, closed: the pull request gets a look."""
    pull = payload.pull_request
    kinds = {"opened": "opened", "synchronize": "pushed", "closed": "merged" if pull.merged else "closed"}
    kind = kinds.get(payload.action, payload.action[:32])
    actor = payload.sender
    if payload.action == "closed" and pull.merged_by is not None:
        actor = pull.merged_by
    with hands.database.transaction() as session:
        address = address_of(session, payload)
    if address is None:
        return ignored("it names no installation")
    _hear_label(hands, arrival, address, payload)
    with hands.database.transaction() as session:
        record.observe(
            session,
            f"{arrival.guid}:{kind}",
            repository_id=address.repository_id,
            number=payload.number,
            kind=kind,
            head_sha=pull.head.sha,
            actor=actor_of(actor),
            body={
                "before": payload.before,
                "after": payload.after,
                "base": pull.base.ref,
                "label": payload.label.name if payload.label else None,
                "merge_commit": pull.merge_commit_sha if pull.merged else None,
            },
            at=arrival.received_at,
        )
        label = payload.label.name if payload.label else ""
        urgent = payload.action in ("opened", "reopened", "synchronize", "edited") or claim_of(label) is not None
        ask(session, hands, "pull", address, str(payload.number), urgency=1 if urgent else 3)
    return done(f"pull request #{payload.number} is looked at again ({payload.action})")


def _hear_label(hands: Hands, arrival: Arrival, address: Address, payload: payloads.PullRequestPayload) -> None:
    if payload.action not in ("labeled", "unlabeled") or payload.label is None:
        return
    hear_label(
        hands,
        address,
        arrival.guid,
        payload.number,
        payload.label.name,
        is_set=payload.action == "labeled",
        sender=account_of(payload.sender),
        head_sha=payload.pull_request.head.sha,
        base_ref=payload.pull_request.base.ref,
        at=arrival.received_at,
    )


def review(hands: Hands, arrival: Arrival, payload: payloads.PullRequestReviewPayload) -> Outcome:
    """A review: what it says is kept as it was when it was said, then the pull request gets a look."""
    review, pull = payload.review, payload.pull_request
    with hands.database.transaction() as session:
        address = address_of(session, payload)
        if address is None:
            return ignored("it names no installation")
        record.observe(
            session,
            f"{arrival.guid}:review",
            repository_id=address.repository_id,
            number=pull.number,
            kind="review",
            head_sha=pull.head.sha,
            actor=actor_of(review.user),
            body={
                "action": payload.action,
                "review": review.id,
                "state": review.state.lower(),
                "commit": review.commit_id,
                "submitted_at": review.submitted_at,
                "length": len(review.body or ""),
            },
            at=arrival.received_at,
        )
    said = ReviewRead(
        id=review.id,
        author=account_of(review.user),
        state="dismissed" if payload.action == "dismissed" else review.state.lower(),
        commit_sha=review.commit_id or "",
        submitted_at=_said_at(arrival, payload),
        body=review.body or "",
    )
    if payload.action in ("submitted", "dismissed"):
        hear_review(hands, address, pull.number, said, base_ref=pull.base.ref, dismissed_by=account_of(payload.sender))
    with hands.database.transaction() as session:
        ask(session, hands, "pull", address, str(pull.number), urgency=1)
    return done(f"a review of #{pull.number} ({said.state})")


def comment(hands: Hands, arrival: Arrival, payload: payloads.PullRequestReviewCommentPayload) -> Outcome:
    """A comment on a line: kept for the record."""
    comment = payload.comment
    with hands.database.transaction() as session:
        address = address_of(session, payload)
        if address is None:
            return ignored("it names no installation")
        record.observe(
            session,
            f"{arrival.guid}:comment",
            repository_id=address.repository_id,
            number=payload.pull_request.number,
            kind="comment",
            head_sha=payload.pull_request.head.sha,
            actor=actor_of(comment.user),
            body={
                "action": payload.action,
                "comment": comment.id,
                "review": comment.pull_request_review_id,
                "path": comment.path,
            },
            at=arrival.received_at,
        )
    return done("a comment is kept for the record")


def thread(hands: Hands, arrival: Arrival, payload: payloads.PullRequestReviewThreadPayload) -> Outcome:
    """A review thread that was resolved or opened again: kept for the record."""
    with hands.database.transaction() as session:
        address = address_of(session, payload)
        if address is None:
            return ignored("it names no installation")
        record.observe(
            session,
            f"{arrival.guid}:thread",
            repository_id=address.repository_id,
            number=payload.pull_request.number,
            kind="thread",
            head_sha=payload.pull_request.head.sha,
            actor=actor_of(payload.sender),
            body={"action": payload.action, "thread": payload.thread.node_id},
            at=arrival.received_at,
        )
    return done("a review thread is kept for the record")


def _said_at(arrival: Arrival, payload: payloads.PullRequestReviewPayload) -> datetime:
    """When a review was given, as exactly as can be told: GitHub's own time is of whole seconds, the arrival of a prompt delivery is finer."""
    submitted_at = moment(payload.review.submitted_at)
    is_prompt = arrival.received_at - submitted_at < _PROMPT
    return arrival.received_at if is_prompt or payload.action == "dismissed" else submitted_at
