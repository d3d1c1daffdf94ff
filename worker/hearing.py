"""From a judgement and the voices on record to the verdict row: one funnel for every way a person can speak."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from gate.store import record, verdicts
from gate.store.verdict_body import CorrectionLine, PolicyLine, Requirement, VerdictBody, VoiceLine
from gate.store.verdicts import Key
from gate.tables import LedgerRow, VerdictRow
from gate.tables import Voice as VoiceRow
from rules.correction import Claim, weigh
from rules.dossier import Dossier, Kind
from rules.identity.contributions import Contributions
from rules.policy import Policy
from rules.release import Hearing, Says, Subject, Voice, hear, may_release, needed
from rules.verdict import Judgement, State, Verdict, decide
from worker.corrections import correction_lines, label_acts
from worker.voices import review_of


@dataclass(frozen=True, slots=True)
class Judged:
    """A change that was judged, ready to be decided. `author` is the account that opened or pushed it.

    `queue` says why it waits for its turn (`rules.cap`); `unknown` are labels of ours that nobody is known to have set.
    """

    key: Key
    judgement: Judgement
    dossier: Dossier
    policy: Policy
    author: str
    committers: frozenset[str]
    inspection_id: int | None
    queue: str = ""
    contributions: Contributions | None = None
    unknown: tuple[Claim, ...] = ()
    asked_before: frozenset[str] = frozenset()

    @property
    def subject(self) -> Subject:
        """Who and what a release is about."""
        return Subject(
            head_sha=self.key.head_sha,
            base=self.key.base,
            severity=self.judgement.severity,
            author=self.author,
            requester=self.dossier.requester,
            committers=self.committers,
            by_agent=self.dossier.kind is Kind.AGENT,
            asked_before=self.asked_before,
        )


def settle(session: Session, judged: Judged, now: datetime, *, also: tuple[Key, ...] = ()) -> Verdict:
    """Hears every voice about a subject, decides, and writes the verdict with its reasons; a change of state enters the ledger.

    A head that left and came back (or a pull request that was closed and opened again) is a new question: earlier voices are over.

    `also` are keys whose voices count for this one too, since whoever spoke there saw everything that is held here.
    """
    row = verdicts.ensure_verdict(session, judged.key, now)
    before = row.state
    heard_from = row.changed_at if before == State.SUPERSEDED.value else VerdictBody.from_json(row.body).heard_from
    judged = _with_hands(session, judged, also, now)
    voices = [voice for voice in _voices(session, judged, also) if heard_from is None or voice.said_at > heard_from]
    acts = label_acts(session, judged.key, also)
    # "It is an agent's" outlives a head; "it is none" is a release of it, and over with the others.
    living = [act for act in acts if act.claim is Claim.AGENT or heard_from is None or act.said_at > heard_from]
    corrections = weigh(living, judged.subject, judged.policy.release)
    hearing = hear([*voices, *corrections.releases], judged.subject, judged.policy.release)
    verdict = decide(judged.judgement, hearing, judged.policy.mode)
    _write(row, judged, verdict, hearing, heard_from, correction_lines(corrections, judged.unknown))
    if before != verdict.state.value:
        row.changed_at = now
        _enter_ledger(session, judged, verdict, hearing, now)
    verdicts.supersede(session, judged.key, now)
    return verdict


def settle_unable(
    session: Session, key: Key, *, reason: str, mend: str, holds_runs: bool, dossier: Dossier | None, now: datetime
) -> None:
    """Writes the verdict "unable": Gate, GitHub or the policy failed, so nothing passes, and the reason says so."""
    row = verdicts.ensure_verdict(session, key, now)
    body = (
        VerdictBody(reason=reason, mend=mend)
        if dossier is None
        else VerdictBody(dossier=dossier, reason=reason, mend=mend)
    )
    if row.state != State.UNABLE.value:
        row.changed_at = now
    row.state, row.severity, row.inspection_id = State.UNABLE.value, "none", None
    row.holds_runs, row.holds_merge, row.would_hold = holds_runs, True, False
    if dossier is not None:
        row.kind, row.agent = dossier.kind.value, dossier.agent or ""
    row.body = body.to_json()
    # What was judged on this head before stands beside it: a slip in the policy must not cost a release.
    verdicts.supersede_heads(session, key, now)


def bind_voices(session: Session, key: Key) -> None:
    """Binds voices that came before the first look to the base they were given for."""
    said = record.voices_on(session, key.repository_id, key.number, key.head_sha)
    for row in (*said, *record.labels_on(session, key.repository_id, key.number)):
        if row.head_sha == key.head_sha and row.merge_base == "" and row.base_ref == key.base_ref:
            row.merge_base = key.merge_base


def _with_hands(session: Session, judged: Judged, also: tuple[Key, ...], now: datetime) -> Judged:
    """Who had a hand in the change beside what git says: whoever pushed it, and whoever was ever seen as its requester."""
    key = judged.key
    numbers = {key.number, *(other.number for other in also)} - {0}
    pushed = [*record.pushers_of(session, key.repository_id, [key.head_sha])]
    for number in numbers:
        pushed += record.pushers(session, key.repository_id, number)
        if judged.dossier.requester:
            record.note_requester(session, key.repository_id, number, judged.dossier.requester, now)
    return replace(
        judged,
        committers=judged.committers | {login.lower() for login, _id, _type in pushed},
        asked_before=record.requesters(session, key.repository_id, sorted(numbers)),
    )


def _voices(session: Session, judged: Judged, also: tuple[Key, ...]) -> list[Voice]:
    key = judged.key
    heard = [_voice(row, says) for row, says in _living(session, judged, key)]
    for other in also:
        for row, says in _living(session, judged, other):
            if row.head_sha == key.head_sha and f"{row.base_ref}@{row.merge_base}" == other.base:
                heard.append(_voice(row, says, base=key.base))
    return heard


def _living(session: Session, judged: Judged, key: Key) -> list[tuple[VoiceRow, Says]]:
    """What each word is worth now. A dismissal takes back the one review that it names, whenever it came to be known.

    An approval is taken back by anybody's dismissal; an objection only by its own author or by somebody who could release.
    """
    rows = record.voices_on(session, key.repository_id, key.number, key.head_sha)
    dismissals: dict[str, list[VoiceRow]] = {}
    for row in rows:
        if row.says == Says.DISMISSED.value:
            dismissals.setdefault(review_of(row.source), []).append(row)
    living = []
    for row in rows:
        if row.says == Says.DISMISSED.value:
            continue
        ends = dismissals.get(review_of(row.source), [])
        if row.says != Says.RELEASE.value:
            ends = [end for end in ends if _may_end(end, row, judged)]
        living.append((row, Says.DISMISSED if ends else Says(row.says)))
    return living


def _may_end(end: VoiceRow, objection: VoiceRow, judged: Judged) -> bool:
    if end.login.lower() == objection.login.lower():
        return True
    said = _voice(end, Says.RELEASE)
    return bool(end.login) and may_release(said, judged.subject, judged.policy.release)


def _voice(row: VoiceRow, says: Says, *, base: str = "") -> Voice:
    return Voice(
        login=row.login,
        user_type=row.user_type,
        permission=row.permission,
        way=row.way,
        says=says,
        head_sha=row.head_sha,
        base=base or f"{row.base_ref}@{row.merge_base}",
        said_at=row.said_at,
        words=row.words,
    )


def _write(
    row: VerdictRow,
    judged: Judged,
    verdict: Verdict,
    hearing: Hearing,
    heard_from: datetime | None,
    corrections: tuple[CorrectionLine, ...],
) -> None:
    policy = judged.policy
    row.state, row.severity = verdict.state.value, verdict.severity.word
    row.holds_runs, row.holds_merge, row.would_hold = verdict.holds_runs, verdict.holds_merge, verdict.would_hold
    row.kind, row.agent = judged.dossier.kind.value, judged.dossier.agent or ""
    row.inspection_id = judged.inspection_id
    row.body = VerdictBody(
        dossier=judged.dossier,
        requirement=Requirement(hearing.needed, who_may_release(judged)),
        voices=tuple(
            VoiceLine(one.voice.login, one.voice.way, one.voice.says.value, one.counts, one.why, one.voice.said_at)
            for one in hearing.heard
        ),
        reason=verdict.why,
        policy=PolicyLine(policy.source, policy.digest, policy.not_in_force),
        mode=policy.mode,
        author=judged.author,
        committers=tuple(sorted(judged.committers)),
        heard_from=heard_from,
        queue=judged.queue,
        corrections=corrections,
        contributions=judged.contributions,
    ).to_json()


def who_may_release(judged: Judged) -> str:
    """One plain sentence: how many people, with which access, and who not."""
    rules, subject = judged.policy.release, judged.subject
    count = needed(subject, rules)
    people = "One person" if count == 1 else f"{count} people"
    among = f" out of {', '.join(rules.users)}" if rules.users else ""
    not_these = {subject.author.lower(): "opened it"} if subject.author else {}
    if subject.requester:
        not_these.setdefault(subject.requester.lower(), "asked for it")
    for login in sorted(subject.committers):
        not_these.setdefault(login, "committed to it")
    names = "; ".join(f"not {login}, who {why}" for login, why in list(not_these.items())[:6])
    return f"{people} with {rules.permission.value} access{among}{f' ({names})' if names and not rules.solo else ''}."


def _enter_ledger(session: Session, judged: Judged, verdict: Verdict, hearing: Hearing, now: datetime) -> None:
    counted = [one.voice for one in hearing.heard if one.counts]
    record.write_ledger(
        session,
        LedgerRow(
            repository_id=judged.key.repository_id,
            number=judged.key.number,
            head_sha=judged.key.head_sha,
            base_ref=judged.key.base_ref,
            merge_base=judged.key.merge_base,
            act=verdict.state.value,
            by=", ".join(sorted(voice.login for voice in counted)),
            way=", ".join(sorted({voice.way for voice in counted})),
            reason=verdict.why,
            policy=f"{judged.policy.source}@{judged.policy.digest[:12]}"[:80],
            body={"severity": verdict.severity.word, "needed": hearing.needed, "have": hearing.have},
            at=now,
        ),
    )
