"""Hears the two labels by which people correct the dossier: who set one, with which permission, at which commit.

A label counts by whoever set it, so only a delivery that names its sender makes one count. What a reading of the pull request shows beyond
that is told, and counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from gate.github_api.nouns import Account, Address, PullRead
from gate.store import record
from gate.store.verdict_body import CorrectionLine
from gate.store.verdicts import Key
from gate.tables import Voice
from rules.correction import (
    NOBODY,
    Claim,
    Corrections,
    LabelAct,
    claim_of,
    reported,
    unknown_labels,
    weigh,
    with_correction,
)
from rules.dossier import Dossier, Kind
from rules.finding import Severity
from rules.policy import Policy
from rules.release import CORRECTION, Subject
from worker.hands import Hands
from worker.judging import committers_of
from worker.voices import aim

_OFF = "_off"
_READINGS_LAG = timedelta(seconds=60)
"""GitHub may answer a reading with what was so a moment before; a label younger than this is not missed yet."""


def hear_label(
    hands: Hands,
    address: Address,
    guid: str,
    number: int,
    label: str,
    *,
    is_set: bool,
    sender: Account,
    head_sha: str,
    base_ref: str,
    at: datetime,
) -> bool:
    """Keeps that a label was set or taken off, with the sender's permission now. False for a label that is none of ours."""
    claim = claim_of(label)
    if claim is None:
        return False
    permission, account = hands.github.read_permission(address, sender.login)
    known = sender if account.id is None else account
    with hands.database.transaction() as session:
        voice = _voice(address, number, claim, is_set=is_set, source=f"label:{guid}", head_sha=head_sha, at=at)
        voice.login, voice.user_id, voice.user_type, voice.permission = known.login, known.id, known.type, permission
        aim(session, voice, base_ref)
        record.record_voice(session, voice)
    return True


def miss_labels(session: Session, address: Address, pull: PullRead, read_at: datetime) -> None:
    """Ends "no agent's" where the label is gone and no delivery told of it; `read_at` is when the reading began.

    An agent's mark that is gone stays until it is known who took it off: what tightens never ends by itself.
    """
    shown = {claim_of(label) for label in pull.labels}
    rows = [
        row for row in record.labels_on(session, address.repository_id, pull.number) if _claim(row) is Claim.NOT_AGENT
    ]
    if Claim.NOT_AGENT in shown or not rows or not _is_set(rows[-1]) or rows[-1].said_at > read_at - _READINGS_LAG:
        return
    source = f"label:missed:{rows[-1].id}"
    voice = _voice(
        address, pull.number, Claim.NOT_AGENT, is_set=False, source=source, head_sha=pull.head_sha, at=read_at
    )
    record.record_voice(session, voice)


def label_acts(session: Session, key: Key, also: Sequence[Key] = ()) -> list[LabelAct]:
    """The labels that were set on a pull request or taken off. For the runs of a commit, those of the pull requests in `also`."""
    if key.number:
        return [_act(row) for row in record.labels_on(session, key.repository_id, key.number)]
    return [
        _act(row, base=key.base if f"{row.base_ref}@{row.merge_base}" == other.base else "")
        for other in also
        for row in record.labels_on(session, other.repository_id, other.number)
    ]


def agents_by_label(session: Session, address: Address, pull: PullRead, dossier: Dossier, policy: Policy) -> Dossier:
    """The dossier, as an agent's where somebody with write access says so by the label."""
    subject = Subject(
        head_sha=pull.head_sha,
        base="",
        severity=Severity.NONE,
        author=pull.author.login,
        requester=dossier.requester,
        committers=committers_of(pull.commits),
        by_agent=dossier.kind is Kind.AGENT,
    )
    key = Key(address.repository_id, pull.number, pull.head_sha, pull.base_ref, "")
    found = weigh(label_acts(session, key), subject, policy.release)
    return with_correction(dossier, found, policy, pull.author.login if pull.author.type == "User" else None)


def unknown_claims(session: Session, address: Address, pull: PullRead) -> tuple[Claim, ...]:
    """The labels of ours that the pull request carries although no delivery told who set them."""
    acts = [_act(row) for row in record.labels_on(session, address.repository_id, pull.number)]
    return unknown_labels(pull.labels, acts)


def correction_lines(found: Corrections, unknown: Sequence[Claim]) -> tuple[CorrectionLine, ...]:
    """What pages and checks tell of corrections: who, which label, whether it counts, why not."""
    known = [
        CorrectionLine(one.act.login, one.act.claim.label, one.act.is_set, one.counts, one.why, one.act.said_at)
        for one in reported(found.weighed)
    ]
    why = "Nobody is known to have set this label. Take it off and set it again, so that GitHub tells who did."
    return (*known, *(CorrectionLine(NOBODY, claim.label, True, False, why, None) for claim in unknown))


def _voice(
    address: Address, number: int, claim: Claim, *, is_set: bool, source: str, head_sha: str, at: datetime
) -> Voice:
    return Voice(
        source=source,
        repository_id=address.repository_id,
        number=number,
        head_sha=head_sha,
        base_ref="",
        merge_base="",
        way=CORRECTION,
        says=claim.value if is_set else claim.value + _OFF,
        login=NOBODY,
        user_id=None,
        user_type="",
        permission="",
        words="",
        said_at=at,
    )


def _claim(row: Voice) -> Claim:
    return Claim(row.says.removesuffix(_OFF))


def _is_set(row: Voice) -> bool:
    return not row.says.endswith(_OFF)


def _act(row: Voice, *, base: str | None = None) -> LabelAct:
    return LabelAct(
        claim=_claim(row),
        is_set=_is_set(row),
        login=row.login,
        user_type=row.user_type,
        permission=row.permission,
        head_sha=row.head_sha,
        base=f"{row.base_ref}@{row.merge_base}" if base is None else base,
        said_at=row.said_at,
    )
