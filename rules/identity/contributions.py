"""Who did what on a pull request of several hands: lines by hand, the hand of every push, and whose commits touched which file.

A hand is an agent's name, or the kind where no agent is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.dossier import CommitJudgement, CommitText, Kind
from rules.identity.catalogue import load_catalogue
from rules.identity.pull_request_signals import clue_of_account
from rules.identity.weighing import UNKNOWN_AGENT
from rules.policy import AgentEntry


@dataclass(frozen=True, slots=True)
class SeenPush:
    """One push (or the opening) as it was observed: who, and the heads before and after it. `before` may be empty."""

    login: str
    user_id: int | None
    user_type: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Share:
    """What one hand made: how many commits, how many added and removed lines."""

    hand: str
    commits: int
    lines: int


@dataclass(frozen=True, slots=True)
class Push:
    """One push that is still part of the pull request: who pushed, the head it left, how many commits, and the hand it is judged to be."""

    login: str
    head_sha: str
    commits: int
    hand: str


@dataclass(frozen=True, slots=True)
class Touch:
    """One sensitive file, and the hands whose commits touched it. `is_whole` is False where the files of some commits are unknown."""

    path: str
    hands: tuple[str, ...]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Contributions:
    """The work of several hands. `uncounted` commits have no count of lines (merges, and where GitHub gave none)."""

    shares: tuple[Share, ...]
    uncounted: int
    pushes: tuple[Push, ...]
    touched: tuple[Touch, ...]

    def percent_of(self, share: Share) -> int | None:
        """A hand's share of the counted lines in percent; None when no lines were counted."""
        total = sum(one.lines for one in self.shares)
        return round(100 * share.lines / total) if total else None


def contributions(
    commits: Sequence[CommitText],
    judgements: Sequence[CommitJudgement],
    pushes: Sequence[SeenPush],
    *,
    files: Mapping[str, tuple[str, ...]],
    sensitive: Sequence[str],
    extra: Sequence[AgentEntry] = (),
) -> Contributions | None:
    """Who did what, or None where all of it is one hand's.

    `commits` and their `judgements` stand oldest first, `pushes` in the order in which they came. `files` gives the paths of a commit
    by its SHA where they are known; `sensitive` are the paths to tell the hands of. `extra` are a policy's agents.
    """
    landed = _landed([commit.sha for commit in commits], pushes)
    by_sha = {judgement.sha: judgement for judgement in judgements}
    hands = {sha: hand_of(judgement) for sha, judgement in by_sha.items()}
    judged: list[Push] = []
    for push, shas in landed:
        hand = _hand_of_push(push, [by_sha[sha] for sha in shas], extra)
        judged.append(Push(push.login, push.after, len(shas), hand))
        if _hand_of_account(push, extra) == hand:
            # An agent that pushes commits without a trace of their maker made them, until somebody else is shown.
            hands |= {sha: hand for sha in shas if hands[sha] == Kind.HUMAN.value}
    if len({*hands.values(), *(push.hand for push in judged)}) < 2:
        return None
    return Contributions(
        shares=_shares(commits, hands),
        uncounted=sum(1 for commit in commits if commit.changed_lines is None),
        pushes=tuple(judged),
        touched=_touched(sensitive, commits, hands, files),
    )


def hand_of(judgement: CommitJudgement) -> str:
    """The hand of one commit: the agent's name, or the kind."""
    return judgement.agent or judgement.kind.value


def _landed(order: Sequence[str], pushes: Sequence[SeenPush]) -> list[tuple[SeenPush, frozenset[str]]]:
    """The commits that each push brought. A push whose head is no part of the pull request any more brought nothing that counts."""
    places = {sha: place for place, sha in enumerate(order)}
    taken: set[str] = set()
    landed: list[tuple[SeenPush, frozenset[str]]] = []
    for push in pushes:
        if push.after not in places:
            continue
        start = places[push.before] + 1 if push.before in places else 0
        brought = frozenset(order[start : places[push.after] + 1]) - taken
        if brought:
            taken |= brought
            landed.append((push, brought))
    return landed


def _hand_of_account(push: SeenPush, extra: Sequence[AgentEntry]) -> str | None:
    clue = clue_of_account(push.login, push.user_id, push.user_type, "push_sender", load_catalogue(tuple(extra)))
    if clue is None or clue.kind is Kind.HUMAN:
        return None
    return (clue.name or UNKNOWN_AGENT) if clue.kind is Kind.AGENT else clue.kind.value


def _hand_of_push(push: SeenPush, brought: Sequence[CommitJudgement], extra: Sequence[AgentEntry]) -> str:
    """The account's, where it is a program's; else the surest agent's among its commits; else a person's."""
    account = _hand_of_account(push, extra)
    if account is not None:
        return account
    agents = [one for one in brought if one.kind is Kind.AGENT]
    if agents:
        return hand_of(max(agents, key=lambda one: (one.confidence, one.sha)))
    kinds = {one.kind for one in brought}
    return kinds.pop().value if len(kinds) == 1 else Kind.HUMAN.value


def _shares(commits: Sequence[CommitText], hands: Mapping[str, str]) -> tuple[Share, ...]:
    found: dict[str, Share] = {}
    for commit in commits:
        hand = hands[commit.sha]
        before = found.get(hand, Share(hand, 0, 0))
        found[hand] = Share(hand, before.commits + 1, before.lines + max(0, commit.changed_lines or 0))
    return tuple(sorted(found.values(), key=lambda share: (-share.lines, -share.commits, share.hand)))


def _touched(
    sensitive: Sequence[str],
    commits: Sequence[CommitText],
    hands: Mapping[str, str],
    files: Mapping[str, tuple[str, ...]],
) -> tuple[Touch, ...]:
    touching: dict[str, set[str]] = {path: set() for path in sensitive}
    for commit in commits:
        for path in touching.keys() & set(files.get(commit.sha, ())):
            touching[path].add(hands[commit.sha])
    is_whole = all(commit.sha in files for commit in commits)
    return tuple(Touch(path, tuple(sorted(found)), is_whole) for path, found in touching.items())
