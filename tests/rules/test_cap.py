"""Whose turn it is: the oldest pull requests of agents take the places, the others wait and move up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from rules.cap import OF_ALL_AGENTS, OF_ONE_AGENT, OpenPull, queue

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def pull(number: int, agent: str = "devin", minutes: int | None = None) -> OpenPull:
    return OpenPull(number, agent, NOON + timedelta(minutes=number if minutes is None else minutes))


def test_without_caps_nothing_waits() -> None:
    assert queue([pull(number) for number in range(50)], {}) == {}


def test_the_oldest_take_the_places() -> None:
    queued = queue([pull(1, minutes=9), pull(2, minutes=1), pull(3, minutes=5)], {OF_ONE_AGENT: 2})

    assert list(queued) == [1]
    assert queued[1].holders == (2, 3)


def test_those_that_wait_stand_in_line_by_age() -> None:
    queued = queue([pull(number) for number in (4, 3, 2, 1)], {OF_ONE_AGENT: 1})

    assert {number: one.place for number, one in queued.items()} == {2: 1, 3: 2, 4: 3}


def test_one_agents_crowd_takes_no_place_from_another() -> None:
    assert list(queue([pull(1), pull(2), pull(3, "claude")], {OF_ONE_AGENT: 1})) == [2]


def test_all_agents_together_have_a_cap_of_their_own() -> None:
    queued = queue([pull(1), pull(2, "claude"), pull(3, "cursor")], {OF_ALL_AGENTS: 2})

    assert list(queued) == [3]
    assert queued[3].agent is None


def test_what_waits_for_its_agents_cap_takes_no_place_of_all_agents() -> None:
    caps = {OF_ONE_AGENT: 1, OF_ALL_AGENTS: 2}

    assert list(queue([pull(1), pull(2), pull(3, "claude")], caps)) == [2]


def test_the_reason_says_who_holds_the_places_and_what_moves_it_up() -> None:
    queued = queue([pull(1), pull(2), pull(3), pull(4)], {OF_ONE_AGENT: 2})

    assert "devin have 2 open pull requests here at once (#1, #2); this one is number 2 in line" in queued[4].why
    assert "closed or merged" in queued[4].why


PULLS = st.lists(
    st.builds(pull, st.integers(1, 30), st.sampled_from(["devin", "claude"])), unique_by=lambda one: one.number
)
CAPS = st.dictionaries(st.sampled_from([OF_ONE_AGENT, OF_ALL_AGENTS]), st.integers(1, 4))


@given(PULLS, CAPS)
def test_no_cap_is_ever_exceeded_and_a_place_that_is_free_is_taken(pulls: list[OpenPull], caps: dict[str, int]) -> None:
    queued = queue(pulls, caps)
    going = [one for one in pulls if one.number not in queued]

    assert len(going) <= caps.get(OF_ALL_AGENTS, 99)
    for agent in ("devin", "claude"):
        own = [one for one in going if one.agent == agent]
        assert len(own) <= caps.get(OF_ONE_AGENT, 99)
        if any(one.agent == agent for one in pulls if one.number in queued):
            assert len(own) == caps.get(OF_ONE_AGENT) or len(going) == caps.get(OF_ALL_AGENTS)


@given(PULLS.filter(bool), st.sampled_from([{OF_ONE_AGENT: 2}, {OF_ALL_AGENTS: 2}]), st.data())
def test_closing_one_never_sends_another_back(pulls: list[OpenPull], caps: dict[str, int], data: st.DataObject) -> None:
    closed = data.draw(st.sampled_from(pulls))

    assert queue([one for one in pulls if one is not closed], caps).keys() <= queue(pulls, caps).keys()
