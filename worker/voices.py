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
from worker.shown import RELEASE, covered

_REVIEW_SAYS = {"approved": "release", "changes_requested": "changes_requested", "dismissed": "dismissed"}
_BUTTON_SAYS = {"release": "release", "refuse": "refuse"}
_LONGEST_WORDS = 2000


def review_of(source: str) -> str:
    """The review that a voice's source names ("review:ID"), or the source itself."""
    parts = source.split(":")
    return ":".join(parts[:2]) if parts[0] == "review" else source


def hear_reviews(hands: Hands, address: Address, pull: PullRead) -> None:
    """Keeps the reviews that a reading of the pull request shows and no delivery brought (it may have been lost)."""
    said = [review for review in pull.reviews if review.state in _REVIEW_SAYS]
    sources = [source for review in said for source in (_review_source(review), f"{_review_source(review)}:seen")]
    with hands.database.transaction() as session:
        known = record.known_voices(session, sources)
    for review in said:
        if not {_review_source(review), f"{_review_source(review)}:seen"} & known:
            hear_review(hands, address, pull.number, review, base_ref=None, current_base=pull.base_ref)


def hear_review(
    hands: Hands,
    address: Address,
    number: int,
    review: ReviewRead,
    *,
    base_ref: str | None,
    current_base: str = "",
    dismissed_by: Account | None = None,
) -> None:
    """Keeps one review. `base_ref` is the base of the moment, from the delivery; None when it was only found later.

    A dismissal is kept in the name of whoever dismissed; found later, nobody knows who that was, and the name is empty.
    """
    if review.state not in _REVIEW_SAYS:
        return
    author = review.author
    if review.state == "dismissed":
        author = dismissed_by or Account("", None, "User")
    permission, account = hands.github.read_permission(address, author.login) if author.login else ("", author)
    with hands.database.transaction() as session:
        aimed = base_ref if base_ref is not None else _base_when(session, address, number, review, current_base)
        voice = _voice(
            source=_review_source(review) + (":seen" if review.state == "dismissed" and not author.login else ""),
            address=address,
            number=number,
            head_sha=review.commit_sha,
            way="review",
            says=_REVIEW_SAYS[review.state],
            account=_known(author, account),
            permission=permission,
            said_at=review.submitted_at,
        )
        voice.words = review.body[:_LONGEST_WORDS]
        aim(session, voice, aimed)
        record.record_voice(session, voice)


def hear_button(
    hands: Hands, address: Address, guid: str, button: str, mark: str, head_sha: str, sender: Account, at: datetime
) -> None:
    """Keeps a pressed button: a release for what the check showed, a refusal for every open pull request on that head and its runs."""
    permission, account = hands.github.read_permission(address, sender.login)
    with hands.database.transaction() as session:
        numbers = [0, *(row.number for row in pulls.open_pulls_at(session, address.repository_id, head_sha))]
        if button == RELEASE:
            numbers = covered(session, address.repository_id, head_sha, mark)
        for number in numbers:
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
