"""The queries behind the pages, on both kinds of database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from sqlalchemy import event

from gate.db import Database
from gate.run_state import RunState
from gate.store.page_rows import Evidence, Overview
from gate.store.pages import find_commit_evidence, find_pull_evidence, load_overview
from gate.tables import Repository
from tests.gate.dashboard import story


def overview_of(database: Database) -> Overview:
    with database.transaction() as session:
        return load_overview(session)


def pull_of(database: Database, number: int = 128) -> Evidence:
    with database.transaction() as session:
        found = find_pull_evidence(session, "acme", "shop", number)
    assert found is not None
    return found


@contextmanager
def statements(database: Database) -> Iterator[list[str]]:
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        seen.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield seen
    event.remove(database.engine, "before_cursor_execute", note)


def test_the_story_is_read_whole(database: Database) -> None:
    with database.transaction() as session:
        story.tell(session)

    overview, evidence = overview_of(database), pull_of(database)

    assert [line.place.words for line in overview.waiting] == ["acme/shop#128"]
    assert [line.state for line in overview.waiting[0].runs] == [
        RunState.STOPPED,
        RunState.STOPPED,
        RunState.HELD_BY_GITHUB,
        RunState.NEEDS_CLICK,
    ]
    assert evidence.verdict is not None
    assert evidence.verdict.inspection == story.INSPECTION
    assert evidence.verdict.body == story.BODY
    assert [other.state for other in evidence.others] == ["superseded"]
    assert [entry.act for entry in evidence.timeline] == ["held", "said_release", "release_denied", "said_release"]


def test_deliveries_are_counted_by_what_became_of_them(database: Database) -> None:
    with database.transaction() as session:
        story.tell(session)

    health = overview_of(database).health

    assert (health.last_delivery_at, health.unfinished, health.failed) == (story.before(minutes=1), 1, 0)
    assert health.oldest_unfinished_at == story.before(minutes=1)


def test_an_empty_database_has_an_empty_first_page(database: Database) -> None:
    overview = overview_of(database)

    assert (overview.waiting, overview.more, overview.settled, overview.repositories) == ((), 0, (), 0)


def test_what_is_closed_or_superseded_or_clear_does_not_wait(database: Database) -> None:
    with database.transaction() as session:
        story.add_repository(session, 1)
        story.add_pull(session, 1, "a" * 40, state="closed")
        story.add_verdict(session, 1, "a" * 40)
        story.add_pull(session, 2, "b" * 40)
        story.add_verdict(session, 2, "b" * 40, state="superseded")
        story.add_verdict(session, 2, "c" * 40, state="clear")

    assert overview_of(database).waiting == ()


def test_the_runs_of_a_closed_pull_request_still_wait_by_their_commit(database: Database) -> None:
    with database.transaction() as session:
        story.add_repository(session, 1)
        story.add_pull(session, 1, "a" * 40, state="closed")
        story.add_verdict(session, 1, "a" * 40)
        story.add_verdict(session, 0, "a" * 40, holds_merge=False)

    assert [line.place.page for line in overview_of(database).waiting] == [f"/commits/acme/shop/{'a' * 40}"]


def test_a_pull_request_and_its_commit_are_one_line(database: Database) -> None:
    with database.transaction() as session:
        story.add_repository(session, 1)
        story.add_pull(session, 1, "a" * 40)
        story.add_verdict(session, 1, "a" * 40)
        story.add_verdict(session, 0, "a" * 40)

    assert [line.place.number for line in overview_of(database).waiting] == [1]


def test_the_same_commit_in_another_repository_is_its_own_line(database: Database) -> None:
    with database.transaction() as session:
        story.add_repository(session, 1)
        story.add_repository(session, 2, name="fork")
        story.add_pull(session, 1, "a" * 40)
        story.add_verdict(session, 1, "a" * 40)
        story.add_verdict(session, 0, "a" * 40, repository_id=2)
        story.add_run(session, 1, "stopped", head_sha="a" * 40, repository_id=2)

    lines = overview_of(database).waiting

    assert [(line.place.name, len(line.runs)) for line in lines] == [("shop", 0), ("fork", 1)]


def test_the_number_of_queries_does_not_grow_with_what_is_shown(database: Database) -> None:
    with database.transaction() as session:
        story.tell(session)
    with statements(database) as few:
        overview_of(database)
        pull_of(database)
    with database.transaction() as session:
        for number in range(200, 240):
            sha = f"{number:040x}"
            story.add_pull(session, number, sha)
            story.add_verdict(session, number, sha, inspection=story.INSPECTION)
            story.add_run(session, number, "stopped", head_sha=sha)
            story.add_act(session, 128, story.HEAD, "held", story.NOW)
            story.add_verdict(session, 128, sha, state="superseded")
    with statements(database) as many:
        assert len(overview_of(database).waiting) == 41
        pull_of(database)

    assert len(many) == len(few)


def test_a_long_list_is_cut_and_counted(database: Database) -> None:
    with database.transaction() as session:
        story.add_repository(session, 1)
        for number in range(1, 204):
            story.add_verdict(session, 0, f"{number:040x}", changed_at=story.NOW - timedelta(minutes=number))

    overview = overview_of(database)

    assert (len(overview.waiting), overview.more) == (200, 3)
    assert overview.waiting[0].since == story.NOW - timedelta(minutes=203)


def test_a_repository_that_took_over_a_name_is_found_by_it(database: Database) -> None:
    with database.transaction() as session:
        story.add_repository(session, 1)
        story.add_pull(session, 5, "a" * 40)
        story.add_repository(session, 2)
        story.add_pull(session, 5, "b" * 40, repository_id=2)
        removed = session.get(Repository, 1)
        assert removed is not None
        removed.removed_at = story.NOW

    assert pull_of(database, 5).place.head_sha == "b" * 40


def test_a_commit_with_runs_alone_has_evidence(database: Database) -> None:
    with database.transaction() as session:
        story.add_repository(session, 1)
        story.add_run(session, 1, "none")
        found = find_commit_evidence(session, "acme", "shop", story.HEAD)

    assert found is not None
    assert (found.verdict, [run.state for run in found.runs]) == (None, [RunState.FINISHED])


def test_steps_are_read_by_name_whether_or_not_more_is_kept(database: Database) -> None:
    with database.transaction() as session:
        story.add_repository(session, 1)
        story.add_run(session, 1, "stopped", steps=["Set up job", {"name": "Check out", "number": 2}])
        found = find_commit_evidence(session, "acme", "shop", story.HEAD)

    assert found is not None
    assert found.runs[0].steps == ("Set up job", "Check out")


def test_what_is_not_known_is_not_found(database: Database) -> None:
    with database.transaction() as session:
        story.add_repository(session, 1)
        found = [
            find_pull_evidence(session, "acme", "shop", 1),
            find_pull_evidence(session, "acme", "other", 1),
            find_commit_evidence(session, "acme", "shop", story.HEAD),
            find_commit_evidence(session, "acme", "other", story.HEAD),
        ]

    assert found == [None, None, None, None]
