"""Hypothesis strategies for the nouns that are stored and shown: findings, inspections, dossiers, all with hostile text."""

from __future__ import annotations

from datetime import UTC

from hypothesis import strategies as st

from gate.store.verdict_body import CorrectionLine, PolicyLine, Requirement, VerdictBody, VoiceLine
from rules.dossier import Dossier, Evidence, EvidenceClass, Involvement, Kind
from rules.finding import Category, Confidence, FileReport, Finding, Inspection, Severity
from rules.identity.contributions import Contributions, Push, Share, Touch
from rules.policy import Mode
from tests.gate.markdown_reading import HOSTILE

Words = st.SearchStrategy[str]
LINE = st.none() | st.integers(1, 10_000)


def pools() -> st.SearchStrategy[Words]:
    """A few hostile texts for all fields of one example: drawing new ones for each field is slow and finds nothing more."""
    return st.lists(HOSTILE, min_size=1, max_size=4).map(st.sampled_from)


def several(words: Words) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(words, max_size=3).map(tuple)


def findings(words: Words) -> st.SearchStrategy[Finding]:
    return st.builds(
        Finding,
        rule=words,
        reason=words,
        path=st.none() | words,
        line=LINE,
        end_line=LINE,
        category=st.sampled_from(Category),
        severity=st.sampled_from(Severity),
        confidence=st.sampled_from(Confidence),
        message=words,
        instead=words,
        evidence=words,
        fingerprint=words,
    )


def file_reports(words: Words) -> st.SearchStrategy[FileReport]:
    return st.builds(
        FileReport,
        path=words,
        previous_path=st.none() | words,
        status=words,
        categories=st.lists(st.sampled_from(Category), max_size=3).map(tuple),
        tags=several(words),
        severity=st.sampled_from(Severity),
    )


def inspections(words: Words) -> st.SearchStrategy[Inspection]:
    return st.builds(
        Inspection,
        files=st.lists(file_reports(words), max_size=3).map(tuple),
        findings=st.lists(findings(words), max_size=4).map(tuple),
        notes=several(words),
        reading_order=several(words),
        incomplete=several(words),
    )


def evidences(words: Words) -> st.SearchStrategy[Evidence]:
    return st.builds(Evidence, signal=words, value=words, evidence_class=st.sampled_from(EvidenceClass))


def dossiers(words: Words) -> st.SearchStrategy[Dossier]:
    return st.builds(
        Dossier,
        kind=st.sampled_from(Kind),
        agent=st.none() | words,
        confidence=st.floats(0, 1),
        evidence_class=st.sampled_from(EvidenceClass),
        requester=st.none() | words,
        involvement=st.sampled_from(Involvement),
        evidence=st.lists(evidences(words), max_size=3).map(tuple),
        wholly_attested=st.booleans(),
        unproven=several(words),
    )


def contributions(words: Words) -> st.SearchStrategy[Contributions]:
    numbers = st.integers(0, 9)
    return st.builds(
        Contributions,
        shares=st.lists(st.builds(Share, words, numbers, numbers), max_size=3).map(tuple),
        uncounted=numbers,
        pushes=st.lists(st.builds(Push, words, words, numbers, words), max_size=3).map(tuple),
        touched=st.lists(st.builds(Touch, words, several(words), st.booleans()), max_size=3).map(tuple),
    )


def correction_lines(words: Words) -> st.SearchStrategy[CorrectionLine]:
    return st.builds(
        CorrectionLine,
        login=words,
        label=words,
        is_set=st.booleans(),
        counts=st.booleans(),
        why=words,
        at=st.none() | st.datetimes(timezones=st.just(UTC)),
    )


def voices(words: Words) -> st.SearchStrategy[VoiceLine]:
    return st.builds(
        VoiceLine,
        login=words,
        way=words,
        says=words,
        counts=st.booleans(),
        why=words,
        at=st.datetimes(timezones=st.just(UTC)),
    )


def verdict_bodies(words: Words) -> st.SearchStrategy[VerdictBody]:
    return st.builds(
        VerdictBody,
        dossier=dossiers(words),
        requirement=st.builds(Requirement, people=st.integers(0, 9), who=words),
        voices=st.lists(voices(words), max_size=3).map(tuple),
        reason=words,
        mend=words,
        policy=st.builds(PolicyLine, source=words, digest=words, not_in_force=several(words)),
        mode=st.sampled_from(Mode),
        queue=words,
        corrections=st.lists(correction_lines(words), max_size=3).map(tuple),
        contributions=st.none() | contributions(words),
    )


INSPECTIONS = pools().flatmap(inspections)
BODIES = pools().flatmap(verdict_bodies)
