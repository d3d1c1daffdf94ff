"""Who did what where several hands worked: shares of lines, the hand of each push, whose commits touched which file."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from rules.dossier import CommitText
from rules.identity import identify
from rules.identity.contributions import Contributions, Push, SeenPush, Share, Touch, contributions
from rules.policy import AgentEntry
from tests.rules.identity.pull_requests import COPILOT, by_person, commit, signed_by_github


def told(
    commits: Sequence[CommitText],
    pushes: Sequence[SeenPush] = (),
    files: dict[str, tuple[str, ...]] | None = None,
    sensitive: Sequence[str] = (),
    extra: Sequence[AgentEntry] = (),
) -> Contributions | None:
    judged = identify(by_person(*commits), extra).commits
    return contributions(commits, judged, pushes, files=files or {}, sensitive=sensitive, extra=extra)


def agents(sha: str, lines: int | None = 2) -> CommitText:
    return signed_by_github(COPILOT, sha=sha, changed_lines=lines)


def persons(sha: str, lines: int | None = 1) -> CommitText:
    return commit(sha=sha, changed_lines=lines)


def pushed(login: str, before: str, after: str, kind: str = "User") -> SeenPush:
    return SeenPush(login, None, kind, before, after)


def test_lines_are_shared_by_hand() -> None:
    found = told([persons("a", 1), agents("b", 2), agents("c", 1)])

    assert found is not None
    assert found.shares == (Share("github-copilot", 2, 3), Share("human", 1, 1))
    assert [found.percent_of(share) for share in found.shares] == [75, 25]


def test_the_work_of_one_hand_has_no_shares() -> None:
    assert told([persons("a"), persons("b")]) is None
    assert told([agents("a"), agents("b")]) is None
    assert told([]) is None


def test_commits_without_counted_lines_are_told_apart_from_empty_ones() -> None:
    found = told([persons("a", None), agents("b", None)])

    assert found is not None
    assert found.uncounted == 2
    assert [found.percent_of(share) for share in found.shares] == [None, None]


def test_each_push_has_a_hand_of_its_own() -> None:
    order = [persons("a"), persons("b"), agents("c")]
    found = told(order, [pushed("ada", "", "b"), pushed("copilot-swe-agent[bot]", "b", "c", "Bot")])

    assert found is not None
    assert found.pushes == (Push("ada", "b", 2, "human"), Push("copilot-swe-agent[bot]", "c", 1, "github-copilot"))


def test_a_person_who_pushes_an_agents_commit_pushes_the_agents_work() -> None:
    found = told([persons("a"), agents("b")], [pushed("ada", "", "a"), pushed("ada", "a", "b")])

    assert found is not None
    assert [push.hand for push in found.pushes] == ["human", "github-copilot"]


def test_commits_without_a_trace_are_the_agents_that_pushed_them() -> None:
    found = told(
        [persons("a", 3), persons("b", 1)],
        [pushed("ada", "", "a"), pushed("devin-ai-integration[bot]", "a", "b", "Bot")],
    )

    assert found is not None
    assert {share.hand: share.lines for share in found.shares} == {"human": 3, "devin": 1}


def test_a_push_that_was_forced_away_brought_nothing() -> None:
    found = told([persons("a"), agents("b")], [pushed("ada", "", "gone"), pushed("eve", "gone", "b")])

    assert found is not None
    assert found.pushes == (Push("eve", "b", 2, "github-copilot"),)


def test_a_file_is_the_hands_whose_commits_touched_it() -> None:
    files = {"a": ("Makefile", "README.md"), "b": ("ci.yml",), "c": ("Makefile",)}
    found = told([persons("a"), agents("b"), agents("c")], files=files, sensitive=["ci.yml", "Makefile"])

    assert found is not None
    assert found.touched == (
        Touch("ci.yml", ("github-copilot",), True),
        Touch("Makefile", ("github-copilot", "human"), True),
    )


def test_a_commit_whose_files_are_unknown_leaves_every_file_in_part_unknown() -> None:
    found = told([persons("a"), agents("b")], files={"a": ("Makefile",)}, sensitive=["Makefile"])

    assert found is not None
    assert found.touched == (Touch("Makefile", ("human",), False),)


def test_a_policys_own_agent_is_a_hand() -> None:
    own = AgentEntry("our-coder", logins=("our-coder[bot]",))
    found = told([persons("a"), persons("b")], [pushed("our-coder[bot]", "a", "b", "Bot")], extra=[own])

    assert found is not None
    assert {share.hand for share in found.shares} == {"human", "our-coder"}


SHAS = st.sampled_from("abcdefg")
PUSHES = st.lists(
    st.builds(
        SeenPush,
        login=st.sampled_from(["ada", "devin-ai-integration[bot]"]),
        user_id=st.none(),
        user_type=st.sampled_from(["User", "Bot"]),
        before=SHAS,
        after=SHAS,
    ),
    max_size=6,
)


@given(st.lists(st.tuples(SHAS, st.booleans(), st.none() | st.integers(0, 99)), unique_by=lambda one: one[0]), PUSHES)
def test_every_commit_is_shared_once_whatever_was_pushed(
    rows: list[tuple[str, bool, int | None]], pushes: list[SeenPush]
) -> None:
    commits = [agents(sha, lines) if is_agents else persons(sha, lines) for sha, is_agents, lines in rows]
    found = told(commits, pushes)

    if found is not None:
        assert sum(share.commits for share in found.shares) == len(commits)
        assert sum(share.lines for share in found.shares) == sum(lines or 0 for _, _, lines in rows)
        assert sum(push.commits for push in found.pushes) <= len(commits)
