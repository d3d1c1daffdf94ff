"""Who may release, and whether enough of them did.

A voice is what one person said about one head SHA. It counts only if that person could decide about this very commit; each voice that
does not count carries the sentence that says why, so that the person reads it where they spoke.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rules.finding import Severity
from rules.policy import ReleaseRules, RequesterRule, UnknownRequester

CORRECTION = "correction"
"""The way of a voice that says "no agent made this" (`rules.correction`)."""


class Says(StrEnum):
    """What a voice says. The newest voice of a person is the one that is heard."""

    RELEASE = "release"
    REFUSE = "refuse"
    CHANGES_REQUESTED = "changes_requested"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Voice:
    """What one account said about one head SHA, aimed at one base.

    `permission` is GitHub's answer when it was said (admin, maintain, write, triage, read, none); `way` is review, button, rerun,
    dashboard or correction; `words` is the typed text of a review.
    """

    login: str
    user_type: str
    permission: str
    way: str
    says: Says
    head_sha: str
    base: str
    said_at: datetime
    words: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is to be released: one head SHA on one base, how severe, and the accounts that may not decide about their own work.

    `base` names base branch and merge base; it is compared only with the voices' own. `asked_before` are accounts (in lower case) that
    were seen as requesters earlier: nobody gets rid of that role by editing the pull request.
    """

    head_sha: str
    base: str
    severity: Severity
    author: str
    requester: str | None
    committers: frozenset[str]
    by_agent: bool
    machine_users: frozenset[str] = frozenset()
    asked_before: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Heard:
    """A voice, whether it counts, and why not (one sentence, empty when it counts)."""

    voice: Voice
    counts: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Hearing:
    """All voices about a subject: `have` of `needed` people release; `objections` and `refusals` name who stands against it."""

    heard: tuple[Heard, ...]
    needed: int
    have: int
    objections: tuple[str, ...]
    refusals: tuple[str, ...]

    @property
    def is_released(self) -> bool:
        """Whether enough people release and nobody stands against it."""
        return self.have >= self.needed and not self.objections and not self.refusals


# GitHub's order of repository permissions (docs: "Repository roles for an organization").
_RANK = {"none": 0, "read": 1, "triage": 2, "write": 3, "maintain": 4, "admin": 5}


def hear(voices: Sequence[Voice], subject: Subject, rules: ReleaseRules) -> Hearing:
    """Weighs the voices about a subject under the policy's release rules; their order does not matter."""
    newest: dict[str, Voice] = {}
    others: list[Heard] = []
    # GitHub's times are whole seconds: of two words in the same second the one that does not release is the later one.
    for voice in sorted(voices, key=lambda one: (one.said_at, one.says is not Says.RELEASE, one.says, one.way)):
        if voice.head_sha != subject.head_sha:
            others.append(Heard(voice, False, _for_another_commit(voice, subject)))
        elif voice.base != subject.base:
            others.append(Heard(voice, False, f"{voice.login} spoke when this change was aimed at another base."))
        else:
            newest[voice.login.lower()] = voice
    heard: list[Heard] = []
    second_hand: list[Voice] = []
    for voice in newest.values():
        if voice.says is not Says.RELEASE:
            heard.append(_against(voice))
        elif why := _cannot_release(voice, subject, rules):
            heard.append(Heard(voice, False, why))
        elif _asked(voice, subject) and not rules.solo:
            second_hand.append(voice)  # asked for it: counts at most beside a second person
        else:
            heard.append(Heard(voice, True))
    releasing = sum(1 for one in heard if one.counts and one.voice.says is Says.RELEASE)
    for voice in second_hand:
        beside = rules.requester is RequesterRule.SECOND_PERSON and releasing > 0
        heard.append(Heard(voice, beside, "" if beside else _requester_why(voice, rules)))
    against = [one.voice for one in heard if one.counts and one.voice.says is not Says.RELEASE]
    return Hearing(
        heard=tuple(heard + others),
        needed=needed(subject, rules),
        have=sum(1 for one in heard if one.counts and one.voice.says is Says.RELEASE),
        objections=tuple(sorted(voice.login for voice in against if voice.says is Says.CHANGES_REQUESTED)),
        refusals=tuple(sorted(voice.login for voice in against if voice.says is Says.REFUSE)),
    )


def may_release(voice: Voice, subject: Subject, rules: ReleaseRules) -> bool:
    """Whether an account could release this subject by itself: what ending somebody else's objection takes as well."""
    return not _cannot_release(voice, subject, rules) and not _asked(voice, subject)


def needed(subject: Subject, rules: ReleaseRules) -> int:
    """How many people a subject's release takes."""
    more = (
        subject.by_agent
        and subject.requester is None
        and rules.unknown_requester is UnknownRequester.ONE_MORE
        and not rules.solo
    )
    return rules.approvals.at(subject.severity) + (1 if more else 0)


def _against(voice: Voice) -> Heard:
    # Standing against a release only tightens, so whoever may write to the repository may do it, the requester included.
    if voice.says is Says.DISMISSED:
        return Heard(voice, False, f"{voice.login}'s review was dismissed.")
    if voice.user_type != "User":
        return Heard(voice, False, f"{voice.login} is not a person.")
    if _rank(voice.permission) < _RANK["write"]:
        return Heard(voice, False, f"{voice.login} has no write access to this repository.")
    return Heard(voice, True)


def _cannot_release(voice: Voice, subject: Subject, rules: ReleaseRules) -> str:
    if voice.user_type != "User":
        return f"{voice.login} is not a person; only a person can release."
    if voice.login.lower() in subject.machine_users:
        return f"{voice.login} is listed as a machine user; only a person can release."
    if _rank(voice.permission) < _RANK[rules.permission.value]:
        return f"{voice.login} has {voice.permission or 'no'} access to this repository; it takes {rules.permission.value}."
    if rules.users and voice.login.lower() not in {user.lower() for user in rules.users}:
        return f"{voice.login} is not among the people whom the policy names for releases."
    own = _is(voice, subject.author) or voice.login.lower() in subject.committers
    if own and not rules.solo:
        what = "opened this pull request" if _is(voice, subject.author) else "committed to this change"
        return f"{voice.login} {what}; somebody else has to release it."
    if (own or _asked(voice, subject)) and rules.solo and not voice.words.strip():
        return (
            f"{voice.login} releases their own work: the policy allows it with a typed reason, in an approving review."
        )
    return ""


def _requester_why(voice: Voice, rules: ReleaseRules) -> str:
    if rules.requester is RequesterRule.SECOND_PERSON:
        return f"{voice.login} asked the agent for this change; it counts once a second person releases too."
    return f"{voice.login} asked the agent for this change; somebody else has to release it."


def _for_another_commit(voice: Voice, subject: Subject) -> str:
    return f"{voice.login} spoke about commit {voice.head_sha[:7]}; this is {subject.head_sha[:7]}."


def _asked(voice: Voice, subject: Subject) -> bool:
    return _is(voice, subject.requester) or voice.login.lower() in subject.asked_before


def _is(voice: Voice, login: str | None) -> bool:
    return login is not None and voice.login.lower() == login.lower()


def _rank(permission: str) -> int:
    # A custom role's name is unknown here: GitHub's answer maps it to one of the legacy words, and anything else is nothing.
    return _RANK.get(permission, 0)
