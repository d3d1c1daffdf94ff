"""Who may release: every reason why a voice does not count, and what must hold whatever is said in whatever order."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.finding import Severity
from rules.policy import Approvals, Permission, ReleaseRules, RequesterRule, UnknownRequester
from rules.release import Hearing, Says, Subject, Voice, hear, needed

HEAD = "a" * 40
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SUBJECT = Subject(
    head_sha=HEAD,
    base="main@b",
    severity=Severity.HIGH,
    author="agent[bot]",
    requester="rosa",
    committers=frozenset({"carl"}),
    by_agent=True,
    machine_users=frozenset({"deploy-user"}),
)
RULES = ReleaseRules()
SOLO = ReleaseRules(solo=True)


def voice(login: str = "maria", says: Says = Says.RELEASE, **more: object) -> Voice:
    plain = Voice(
        login=login,
        user_type="User",
        permission="write",
        way="button",
        says=says,
        head_sha=HEAD,
        base="main@b",
        said_at=NOON,
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def why(one: Voice, rules: ReleaseRules = RULES, subject: Subject = SUBJECT) -> str:
    hearing = hear([one], subject, rules)
    assert not hearing.is_released
    return hearing.heard[0].why


def test_a_person_with_write_access_releases() -> None:
    assert hear([voice()], SUBJECT, RULES).is_released


def test_nobody_releases_when_nobody_spoke() -> None:
    assert not hear([], SUBJECT, RULES).is_released


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (voice(head_sha="c" * 40), "spoke about commit ccccccc; this is aaaaaaa"),
        (voice(base="release@b"), "aimed at another base"),
        (voice("other[bot]", user_type="Bot"), "only a person can release"),
        (voice("deploy-user"), "listed as a machine user"),
        (voice(permission="read"), "has read access to this repository; it takes write"),
        (voice(permission=""), "has no access"),
        (voice(permission="a custom role"), "it takes write"),
        (voice("AGENT[bot]"), "opened this pull request"),
        (voice("Carl"), "committed to this change"),
        (voice("Rosa"), "asked the agent for this change; somebody else has to release it"),
    ],
)
def test_a_voice_that_does_not_count_says_why(one: Voice, words: str) -> None:
    assert words in why(one)


def test_the_policy_may_ask_for_more_access() -> None:
    rules = ReleaseRules(permission=Permission.ADMIN)

    assert "it takes admin" in why(voice(permission="maintain"), rules)
    assert hear([voice(permission="admin")], SUBJECT, rules).is_released


def test_the_policy_may_name_the_people() -> None:
    rules = ReleaseRules(users=("Zoe",))

    assert "not among the people" in why(voice(), rules)
    assert hear([voice("zoe")], SUBJECT, rules).is_released


def test_two_people_are_two_people() -> None:
    rules = ReleaseRules(approvals=Approvals(high=2))
    twice = [voice(), voice(said_at=NOON + timedelta(minutes=1), way="review")]

    assert not hear(twice, SUBJECT, rules).is_released
    assert hear([voice(), voice("zoe")], SUBJECT, rules).is_released


def test_the_requester_counts_beside_a_second_person_where_the_policy_says_so() -> None:
    rules = ReleaseRules(requester=RequesterRule.SECOND_PERSON, approvals=Approvals(high=2))

    assert "counts once a second person releases too" in why(voice("rosa"), rules)
    assert hear([voice("rosa"), voice()], SUBJECT, rules).is_released


def test_the_requester_does_not_count_beside_a_second_person_by_default() -> None:
    rules = ReleaseRules(approvals=Approvals(high=2))

    assert not hear([voice("rosa"), voice()], SUBJECT, rules).is_released


def test_an_unknown_requester_may_cost_one_more_person() -> None:
    rules = ReleaseRules(unknown_requester=UnknownRequester.ONE_MORE)
    nobody_knows = replace(SUBJECT, requester=None)

    assert needed(nobody_knows, rules) == 2
    assert needed(SUBJECT, rules) == 1
    assert needed(replace(nobody_knows, by_agent=False), rules) == 1
    assert needed(nobody_knows, RULES) == 1


@pytest.mark.parametrize("login", ["carl", "rosa", "agent[bot]"])
def test_solo_needs_a_typed_reason(login: str) -> None:
    assert "with a typed reason" in why(voice(login), SOLO)
    assert hear([voice(login, words="tried it on staging")], SUBJECT, SOLO).is_released


def test_solo_does_not_ask_others_for_a_reason() -> None:
    assert hear([voice()], SUBJECT, SOLO).is_released


def test_requested_changes_keep_the_hold() -> None:
    hearing = hear([voice(), voice("zoe", Says.CHANGES_REQUESTED)], SUBJECT, RULES)

    assert hearing.objections == ("zoe",)
    assert not hearing.is_released


def test_a_refusal_keeps_the_hold() -> None:
    hearing = hear([voice(), voice("zoe", Says.REFUSE)], SUBJECT, RULES)

    assert hearing.refusals == ("zoe",)
    assert not hearing.is_released


def test_the_requester_may_refuse() -> None:
    assert hear([voice("rosa", Says.REFUSE)], SUBJECT, RULES).refusals == ("rosa",)


def test_who_may_not_write_cannot_stand_against_a_release() -> None:
    assert hear([voice(), voice("eve", Says.REFUSE, permission="read")], SUBJECT, RULES).is_released
    assert hear([voice(), voice("bot", Says.REFUSE, user_type="Bot")], SUBJECT, RULES).is_released


def test_the_newest_word_of_a_person_is_heard() -> None:
    later = NOON + timedelta(minutes=5)

    assert hear([voice("zoe", Says.REFUSE), voice("zoe", said_at=later)], SUBJECT, RULES).is_released
    assert not hear([voice("zoe"), voice("zoe", Says.REFUSE, said_at=later)], SUBJECT, RULES).is_released


@pytest.mark.parametrize("says", [Says.REFUSE, Says.CHANGES_REQUESTED, Says.DISMISSED])
def test_of_two_words_in_one_second_the_stricter_is_heard(says: Says) -> None:
    assert not hear([voice(), voice(says=says)], SUBJECT, RULES).is_released
    assert not hear([voice(says=says), voice()], SUBJECT, RULES).is_released


def test_a_dismissed_review_releases_nothing() -> None:
    later = NOON + timedelta(minutes=5)
    hearing = hear([voice(), voice(says=Says.DISMISSED, said_at=later)], SUBJECT, RULES)

    assert not hearing.is_released
    assert hearing.heard[0].why == "maria's review was dismissed."


VOICES = st.lists(
    st.builds(
        voice,
        login=st.sampled_from(["maria", "zoe", "rosa", "carl", "agent[bot]", "eve"]),
        says=st.sampled_from(Says),
        user_type=st.sampled_from(["User", "Bot"]),
        permission=st.sampled_from(["admin", "write", "read", "none", ""]),
        head_sha=st.sampled_from([HEAD, "c" * 40]),
        base=st.sampled_from(["main@b", "main@c"]),
        said_at=st.integers(0, 5).map(lambda minutes: NOON + timedelta(minutes=minutes)),
        words=st.sampled_from(["", "a reason"]),
    ),
    max_size=6,
)
ANY_RULES = st.builds(
    ReleaseRules,
    approvals=st.builds(Approvals, high=st.integers(1, 3)),
    requester=st.sampled_from(RequesterRule),
    solo=st.booleans(),
    unknown_requester=st.sampled_from(UnknownRequester),
)


def outcome(hearing: Hearing) -> tuple[bool, int, tuple[str, ...], tuple[str, ...]]:
    return hearing.is_released, hearing.have, hearing.objections, hearing.refusals


@given(VOICES, ANY_RULES, st.randoms())
def test_the_order_of_the_record_does_not_matter(voices: list[Voice], rules: ReleaseRules, random: object) -> None:
    distinct = list({(one.login, one.said_at): one for one in voices}.values())
    shuffled = distinct[:]
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    assert outcome(hear(distinct, SUBJECT, rules)) == outcome(hear(shuffled, SUBJECT, rules))


@given(VOICES, ANY_RULES)
def test_a_word_about_another_commit_or_base_never_helps(voices: list[Voice], rules: ReleaseRules) -> None:
    about_this = [one for one in voices if one.head_sha == HEAD and one.base == "main@b"]

    assert outcome(hear(voices, SUBJECT, rules)) == outcome(hear(about_this, SUBJECT, rules))


@given(VOICES, ANY_RULES)
def test_only_people_with_write_access_ever_count(voices: list[Voice], rules: ReleaseRules) -> None:
    for one in hear(voices, SUBJECT, rules).heard:
        if one.counts:
            assert one.voice.user_type == "User"
            assert one.voice.permission in ("admin", "write")


@given(VOICES, ANY_RULES)
def test_without_solo_nobody_releases_their_own_work(voices: list[Voice], rules: ReleaseRules) -> None:
    for one in hear(voices, SUBJECT, replace(rules, solo=False)).heard:
        if one.counts and one.voice.says is Says.RELEASE:
            assert one.voice.login not in ("agent[bot]", "carl")


@given(VOICES, ANY_RULES)
def test_asking_for_more_people_never_releases_more(voices: list[Voice], rules: ReleaseRules) -> None:
    stricter = replace(rules, approvals=Approvals(high=rules.approvals.high + 1))

    assert not (hear(voices, SUBJECT, stricter).is_released and not hear(voices, SUBJECT, rules).is_released)
