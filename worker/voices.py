"""Keeps what people say: reviews, buttons, re-runs. Permission is asked when it is said, and kept with it.

Whether a voice counts is decided elsewhere (`rules.release`), each time anew.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from gate.github_api.nouns import Account, Address, PullRead, ReviewRead
from gate.store import pulls, record, verdicts
from gate.tables import Voice
from worker.hands import Hands

_REVIEW_SAYS = {"approved": "release", "changes_requested": "changes_requested", "dismissed": "dismissed"}
_BUTTON_SAYS = {"release": "release", "refuse": "refuse"}
_LONGEST_WORDS = 2000


def hear_reviews(hands: Hands, address: Address, pull: PullRead) -> None:
    """Keeps the reviews that a reading of the pull request shows and no delivery brought (it may have been lost)."""
    said = [review for review in pull.reviews if review.state in _REVIEW_SAYS]
    with hands.database.transaction() as session:
        known = record.known_voices(session, [_review_source(review) for review in said])
    for review in said:
        if _review_source(review) not in known:
            hear_review(hands, address, pull.number, review, base_ref=None, current_base=pull.base_ref)


def hear_review(
    hands: Hands, address: Address, number: int, review: ReviewRead, *, base_ref: str | None, current_base: str = ""
) -> None:
    """Keeps one review. `base_ref` is the base of the moment, from the delivery; None when it was only found later."""
    if review.state not in _REVIEW_SAYS:
        return
    permission, account = hands.github.read_permission(address, review.author.login)
    with hands.database.transaction() as session:
        aimed = base_ref if base_ref is not None else _base_when(session, address, number, review, current_base)
        voice = _voice(
            source=_review_source(review),
            address=address,
            number=number,
            head_sha=review.commit_sha,
            way="review",
            says=_REVIEW_SAYS[review.state],
            account=_known(review.author, account),
            permission=permission,
            said_at=review.submitted_at,
        )
        voice.words = review.body[:_LONGEST_WORDS]
        aim(session, voice, aimed)
        record.record_voice(session, voice)


def hear_button(
    hands: Hands, address: Address, guid: str, button: str, head_sha: str, sender: Account, at: datetime
) -> list[int]:
    """Keeps a pressed button for every open pull request on that head, and for its runs; the pull requests' numbers."""
    permission, account = hands.github.read_permission(address, sender.login)
    with hands.database.transaction() as session:
        numbers = [row.number for row in pulls.open_pulls_at(session, address.repository_id, head_sha)]
        for number in (*numbers, 0):
            voice = _voice(
                source=f"button:{guid}:{number}",
                address=address,
                number=number,
                head_sha=head_sha,
                way="button",
                says=_BUTTON_SAYS[button],
                account=_known(sender, account),
                permission=permission,
                said_at=at,
            )
            aim(session, voice, None)
            record.record_voice(session, voice)
    return numbers


def hear_rerun(
    hands: Hands, address: Address, run_id: int, attempt: int, head_sha: str, actor: Account, at: datetime
) -> None:
    """Keeps a re-run that somebody started on GitHub: from a person who may release, it is a release of the runs."""
    source = f"rerun:{run_id}:{attempt}"
    with hands.database.transaction() as session:
        if record.known_voices(session, [source]):
            return
    permission, account = hands.github.read_permission(address, actor.login)
    with hands.database.transaction() as session:
        voice = _voice(
            source=source,
            address=address,
            number=0,
            head_sha=head_sha,
            way="rerun",
            says="release",
            account=_known(actor, account),
            permission=permission,
            said_at=at,
        )
        aim(session, voice, None)
        record.record_voice(session, voice)


def _voice(
    *,
    source: str,
    address: Address,
    number: int,
    head_sha: str,
    way: str,
    says: str,
    account: Account,
    permission: str,
    said_at: datetime,
) -> Voice:
    return Voice(
        source=source,
        repository_id=address.repository_id,
        number=number,
        head_sha=head_sha,
        base_ref="",
        merge_base="",
        way=way,
        says=says,
        login=account.login,
        user_id=account.id,
        user_type=account.type,
        permission=permission,
        words="",
        said_at=said_at,
    )


def aim(session: Session, voice: Voice, base_ref: str | None) -> None:
    """Binds a voice to the base that its verdict stood on when it was said, so that it never releases another."""
    standing = [
        row
        for row in verdicts.verdicts_at(session, voice.repository_id, voice.head_sha)
        if row.number == voice.number and base_ref in (None, row.base_ref)
    ]
    if standing:
        voice.base_ref, voice.merge_base = standing[-1].base_ref, standing[-1].merge_base
    elif base_ref is not None:
        voice.base_ref = base_ref  # before the first look; that look binds it


def _base_when(session: Session, address: Address, number: int, review: ReviewRead, current_base: str) -> str | None:
    """The base that a review found later was aimed at: the present one, unless the pull request was aimed elsewhere before."""
    bases = verdicts.bases_of(session, address.repository_id, number, review.commit_sha)
    return current_base if bases <= {current_base} else None


def _known(said: Account, found: Account) -> Account:
    # The permission answer knows the type for certain; a delivery or a query may only give the login.
    return Account(said.login, found.id or said.id, found.type if found.id is not None else said.type)


def _review_source(review: ReviewRead) -> str:
    return f"review:{review.id}:{review.state}"
