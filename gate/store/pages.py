"""The queries behind the pages: a fixed number of them for each page, whatever is shown on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session

from gate.store.inspection_json import inspection_from_json
from gate.store.page_rows import (
    Evidence,
    Health,
    OtherVerdict,
    Overview,
    Place,
    PullText,
    SettledLine,
    TimelineEntry,
    VerdictView,
    WaitingLine,
)
from gate.store.page_runs import runs_of
from gate.store.verdict_body import VerdictBody
from gate.tables import Delivery, InspectionRow, LedgerRow, Pull, Repository, VerdictRow, Voice

WAITING = ("held", "unable")
MOST_WAITING = 200
MOST_SETTLED = 12
MOST_ENTRIES = 200
MOST_OTHERS = 30
UNREADABLE = (
    "Gate cannot read what it stored about this verdict; another version may have written it. Ask for another look."
)


def load_overview(session: Session) -> Overview:
    """What waits for a person now, what was settled lately, and whether deliveries come through."""
    of_pull = and_(Pull.repository_id == VerdictRow.repository_id, Pull.number == VerdictRow.number)
    waits = and_(
        or_(VerdictRow.state.in_(WAITING), VerdictRow.would_hold),
        or_(VerdictRow.number == 0, Pull.state == "open"),
        ~_is_shown_with_a_pull(),
    )
    found = (
        select(VerdictRow, Repository, Pull.title)
        .join(Repository, Repository.id == VerdictRow.repository_id)
        .outerjoin(Pull, of_pull)
        .where(waits)
    )
    total = session.scalar(select(func.count()).select_from(found.subquery())) or 0
    rows = session.execute(found.order_by(VerdictRow.changed_at, VerdictRow.id).limit(MOST_WAITING)).all()
    runs = runs_of(session, [(row.repository_id, row.head_sha) for row, _, _ in rows])
    waiting = tuple(
        WaitingLine(
            place=_place(repository, row.number, row.head_sha),
            title=title or "",
            state=row.state,
            severity=row.severity,
            agent=row.agent,
            kind=row.kind,
            since=row.changed_at,
            holds_runs=row.holds_runs,
            holds_merge=row.holds_merge,
            would_hold=row.would_hold,
            runs=runs[row.repository_id, row.head_sha],
            body=_body(row),
        )
        for row, repository, title in rows
    )
    return Overview(
        waiting=waiting,
        more=total - len(waiting),
        settled=_settled(session),
        health=_health(session),
        repositories=session.scalar(select(func.count(Repository.id)).where(Repository.removed_at.is_(None))) or 0,
    )


def find_pull_evidence(session: Session, owner: str, name: str, number: int) -> Evidence | None:
    """Everything about one pull request at the head that was last read; None when Gate does not know it."""
    repository = _find_repository(session, owner, name)
    if repository is None:
        return None
    pull = session.scalar(select(Pull).where(Pull.repository_id == repository.id, Pull.number == number))
    verdicts = _verdicts(session, and_(VerdictRow.repository_id == repository.id, VerdictRow.number == number))
    if pull is None:
        return None
    at_head = [row for row in verdicts if row.head_sha == pull.head_sha]
    shown = at_head[0] if at_head else None
    about = or_(LedgerRow.number == number, LedgerRow.head_sha == pull.head_sha)
    said = or_(Voice.number == number, Voice.head_sha == pull.head_sha)
    return Evidence(
        place=_place(repository, number, pull.head_sha),
        pull=PullText(pull.title, pull.author_login, pull.state, pull.head_ref, pull.base_ref, pull.opened_at),
        verdict=_verdict_view(session, shown),
        runs=runs_of(session, [(repository.id, pull.head_sha)])[repository.id, pull.head_sha],
        timeline=_timeline(session, repository.id, about, said),
        others=_others(repository, [row for row in verdicts if row is not shown]),
    )


def find_commit_evidence(session: Session, owner: str, name: str, head_sha: str) -> Evidence | None:
    """Everything about the runs of one commit; None when Gate has neither judged it nor seen a run of it."""
    repository = _find_repository(session, owner, name)
    if repository is None:
        return None
    verdicts = _verdicts(session, and_(VerdictRow.repository_id == repository.id, VerdictRow.head_sha == head_sha))
    runs = runs_of(session, [(repository.id, head_sha)])[repository.id, head_sha]
    if not verdicts and not runs:
        return None
    of_commit = [row for row in verdicts if row.number == 0]
    shown = of_commit[0] if of_commit else None
    return Evidence(
        place=_place(repository, 0, head_sha),
        pull=None,
        verdict=_verdict_view(session, shown),
        runs=runs,
        timeline=_timeline(session, repository.id, LedgerRow.head_sha == head_sha, Voice.head_sha == head_sha),
        others=_others(repository, [row for row in verdicts if row is not shown]),
    )


def _is_shown_with_a_pull() -> ColumnElement[bool]:
    """Whether a verdict on a commit's runs stands beside one on an open pull request with the same head: one line tells both."""
    beside = VerdictRow.__table__.alias("beside")
    open_pull = Pull.__table__.alias("open_pull")
    same_commit = and_(
        beside.c.repository_id == VerdictRow.repository_id,
        beside.c.head_sha == VerdictRow.head_sha,
        beside.c.number > 0,
        or_(beside.c.state.in_(WAITING), beside.c.would_hold),
    )
    is_open = and_(
        open_pull.c.repository_id == beside.c.repository_id,
        open_pull.c.number == beside.c.number,
        open_pull.c.state == "open",
    )
    found = select(beside.c.id).join(open_pull, is_open).where(same_commit).exists()
    return and_(VerdictRow.number == 0, found)


def _settled(session: Session) -> tuple[SettledLine, ...]:
    of_pull = and_(Pull.repository_id == LedgerRow.repository_id, Pull.number == LedgerRow.number)
    rows = session.execute(
        select(LedgerRow, Repository, Pull.title)
        .join(Repository, Repository.id == LedgerRow.repository_id)
        .outerjoin(Pull, of_pull)
        .where(LedgerRow.act.in_(("released", "refused")))
        .order_by(LedgerRow.id.desc())
        .limit(MOST_SETTLED)
    )
    return tuple(
        SettledLine(
            place=_place(repository, row.number, row.head_sha),
            title=title or "",
            act=row.act,
            by=row.by,
            way=row.way,
            reason=row.reason,
            at=row.at,
        )
        for row, repository, title in rows
    )


def _health(session: Session) -> Health:
    unfinished = Delivery.state.in_(("stored", "working"))
    count, oldest = session.execute(
        select(func.count(Delivery.id), func.min(Delivery.received_at)).where(unfinished)
    ).one()
    return Health(
        last_delivery_at=session.scalar(select(func.max(Delivery.received_at))),
        unfinished=count,
        oldest_unfinished_at=oldest,
        failed=session.scalar(select(func.count(Delivery.id)).where(Delivery.state == "failed")) or 0,
        pending=session.scalar(select(func.count(VerdictRow.id)).where(VerdictRow.state == "pending")) or 0,
    )


def _find_repository(session: Session, owner: str, name: str) -> Repository | None:
    """By name, in any case as GitHub does; of several that had the name the one that is still there, else the newest."""
    return session.scalar(
        select(Repository)
        .where(func.lower(Repository.owner) == owner.lower(), func.lower(Repository.name) == name.lower())
        .order_by(Repository.removed_at.is_(None).desc(), Repository.id.desc())
        .limit(1)
    )


def _verdicts(session: Session, about: ColumnElement[bool]) -> Sequence[VerdictRow]:
    """Verdicts that stand come before superseded ones, and newer before older."""
    stands = (VerdictRow.state != "superseded").desc()
    return session.scalars(
        select(VerdictRow)
        .where(about)
        .order_by(stands, VerdictRow.changed_at.desc(), VerdictRow.id.desc())
        .limit(MOST_OTHERS + 1)
    ).all()


def _verdict_view(session: Session, row: VerdictRow | None) -> VerdictView | None:
    if row is None:
        return None
    body = _body(row)
    inspection = None
    fault = "" if body is not None else UNREADABLE
    if row.inspection_id is not None:
        stored = session.get(InspectionRow, row.inspection_id)
        try:
            inspection = inspection_from_json(stored.body) if stored is not None else None
        except (KeyError, TypeError, ValueError):
            inspection = None
        fault = fault if inspection is not None else UNREADABLE
    return VerdictView(
        state=row.state,
        severity=row.severity,
        head_sha=row.head_sha,
        base_ref=row.base_ref,
        merge_base=row.merge_base,
        holds_runs=row.holds_runs,
        holds_merge=row.holds_merge,
        would_hold=row.would_hold,
        made_at=row.made_at,
        changed_at=row.changed_at,
        body=body,
        inspection=inspection,
        fault=fault,
    )


def _body(row: VerdictRow) -> VerdictBody | None:
    try:
        return VerdictBody.from_json(row.body)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _others(repository: Repository, rows: Iterable[VerdictRow]) -> tuple[OtherVerdict, ...]:
    return tuple(
        OtherVerdict(
            _place(repository, row.number, row.head_sha), row.state, row.severity, row.base_ref, row.changed_at
        )
        for row in rows
    )


def _timeline(
    session: Session, repository_id: int, about: ColumnElement[bool], said: ColumnElement[bool]
) -> tuple[TimelineEntry, ...]:
    """The latest acts and voices, oldest first."""
    acts = session.scalars(
        select(LedgerRow)
        .where(LedgerRow.repository_id == repository_id, about)
        .order_by(LedgerRow.id.desc())
        .limit(MOST_ENTRIES)
    ).all()
    voices = session.scalars(
        select(Voice).where(Voice.repository_id == repository_id, said).order_by(Voice.id.desc()).limit(MOST_ENTRIES)
    ).all()
    # A voice comes before what followed from it in the same moment.
    entries = [
        TimelineEntry(row.said_at, f"said_{row.says}", row.login, row.way, row.words, row.head_sha)
        for row in reversed(voices)
    ]
    entries += [TimelineEntry(row.at, row.act, row.by, row.way, row.reason, row.head_sha) for row in reversed(acts)]
    return tuple(sorted(entries, key=lambda entry: entry.at)[-MOST_ENTRIES:])


def _place(repository: Repository, number: int, head_sha: str) -> Place:
    return Place(repository.owner, repository.name, number, head_sha)
