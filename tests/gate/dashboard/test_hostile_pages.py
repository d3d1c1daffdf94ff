"""Nothing that a pull request holds becomes more than text on a page."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Dialog

from gate.db import Database
from gate.evidence_page import evidence_page
from gate.page_templates import render
from gate.run_state import RunState
from gate.store.page_rows import (
    Evidence,
    Health,
    OtherVerdict,
    Overview,
    Place,
    PullText,
    RunLine,
    SettledLine,
    TimelineEntry,
    VerdictView,
    WaitingLine,
)
from gate.store.pages import UNREADABLE
from gate.store.verdict_body import PolicyLine, Requirement, VerdictBody, VoiceLine
from rules.dossier import Dossier, EvidenceClass, Involvement, Kind
from rules.dossier import Evidence as Clue
from rules.finding import FileReport, Inspection, Severity
from tests.gate.dashboard import story
from tests.gate.dashboard.page_reading import read_page
from tests.gate.nouns import Words, inspections, pools, several, verdict_bodies

ATTACK = (
    "\"'><script>alert(1)</script><img src=https://example.com/x.png onerror=alert(2)><svg onload=alert(3)>"
    "<iframe src=https://example.com></iframe><style>*{display:none}</style><base href=https://example.com>"
    "<meta http-equiv=refresh content='0;url=https://example.com'><form action=https://example.com><a href=javascript:alert(4)>x</a>"
    "{{ 7 * 7 }}{% raw %}\u202e\u200b\x00</pre></code></title></textarea>--><!--"
)


def attacked() -> dict[str, Any]:
    body = VerdictBody(
        dossier=Dossier(
            Kind.AGENT,
            ATTACK,
            1.0,
            EvidenceClass.CONFLICT,
            ATTACK,
            Involvement.AUTHOR,
            (Clue(ATTACK, ATTACK, EvidenceClass.FORGEABLE),),
        ),
        requirement=Requirement(1, ATTACK),
        voices=(VoiceLine(ATTACK, ATTACK, ATTACK, False, ATTACK, story.NOW),),
        reason=ATTACK,
        mend=ATTACK,
        policy=PolicyLine(ATTACK, ATTACK, (ATTACK,)),
    )
    inspection = Inspection(
        files=(
            FileReport(ATTACK, ATTACK + "old", ATTACK, (), (), Severity.HIGH),
            FileReport("q" + ATTACK, None, ATTACK, (), (), Severity.NONE),
        ),
        findings=(story.finding(ATTACK, 3, Severity.CRITICAL, ATTACK, evidence=ATTACK, instead=ATTACK, rule=ATTACK),),
        notes=(ATTACK,),
        reading_order=(ATTACK,),
        incomplete=(ATTACK,),
    )
    return {"body": body.to_json(), "inspection": inspection, "agent": ATTACK[:100], "base_ref": ATTACK}


def test_a_browser_shows_a_hostile_pull_request_and_does_nothing_else(
    pages_database: Database, served: Callable[[Database], str], browser: Browser
) -> None:
    with pages_database.transaction() as session:
        story.add_repository(session, 1)
        story.add_pull(session, 128, story.HEAD, title=ATTACK, author_login=ATTACK, head_ref=ATTACK, base_ref=ATTACK)
        story.add_verdict(session, 128, story.HEAD, **attacked())
        story.add_run(
            session, 1, "stopped", workflow=ATTACK, event=ATTACK, actor=ATTACK, steps=[ATTACK], note=ATTACK,
            html_url=f"https://github.com/acme/{ATTACK}", stopped_at=story.NOW,
        )  # fmt: skip
        story.add_act(session, 128, story.HEAD, "released", story.NOW, by=ATTACK, way=ATTACK, reason=ATTACK)
        story.add_act(session, 128, story.HEAD, ATTACK, story.NOW, by=ATTACK, way=ATTACK, reason=ATTACK)
    address = served(pages_database)
    asked: list[str] = []
    faults: list[str] = []

    def note_dialog(dialog: Dialog) -> None:
        faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", note_dialog)
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("console", lambda message: faults.append(f"console: {message.text}"))
    paths = ("/", "/pulls/acme/shop/128", f"/commits/acme/shop/{story.HEAD}")

    for path in paths:
        page.goto(address + path, wait_until="networkidle")
        assert "<script>alert(1)</script>" in page.inner_text("main")
        assert page.locator("script, style, iframe, form, base, img[onerror]").count() == 0

    page.close()
    assert faults == []
    assert {url.removeprefix(address) for url in asked} <= {*paths, "/static/gate.css", "/static/gate.svg"}


def lines_of(words: Words) -> st.SearchStrategy[tuple[Overview, Evidence]]:
    place = Place("acme", "shop", 7, story.HEAD)
    bodies = st.none() | verdict_bodies(words)
    run = st.builds(
        RunLine,
        workflow=words,
        event=words,
        state=st.sampled_from(RunState),
        steps=several(words),
        attempt=st.just(1),
        actor=words,
        url=words,
        note=words,
        seen_at=st.just(story.NOW),
    )
    runs = st.lists(run, max_size=2).map(tuple)
    state = st.sampled_from(["pending", "clear", "held", "released", "refused", "superseded", "unable"])
    severity = st.sampled_from(["none", "review", "high", "critical"])
    verdict = st.builds(
        VerdictView,
        state=state,
        severity=severity,
        head_sha=words,
        base_ref=words,
        merge_base=words,
        holds_runs=st.booleans(),
        holds_merge=st.booleans(),
        would_hold=st.booleans(),
        made_at=st.just(story.NOW),
        changed_at=st.just(story.NOW),
        body=bodies,
        inspection=st.none() | inspections(words),
        fault=st.sampled_from(["", UNREADABLE]),
    )
    entry = st.builds(
        TimelineEntry, at=st.just(story.NOW), act=words, by=words, way=words, reason=words, head_sha=words
    )
    evidence = st.builds(
        Evidence,
        place=st.just(place),
        pull=st.none()
        | st.builds(
            PullText, title=words, author=words, state=words, head_ref=words, base_ref=words, opened_at=st.none()
        ),
        verdict=st.none() | verdict,
        runs=runs,
        timeline=st.lists(entry, max_size=2).map(tuple),
        others=st.builds(
            OtherVerdict,
            place=st.just(place),
            state=words,
            severity=severity,
            base_ref=words,
            changed_at=st.just(story.NOW),
        ).map(lambda other: (other,)),
    )
    waiting = st.builds(
        WaitingLine,
        place=st.just(place),
        title=words,
        state=state,
        severity=severity,
        agent=words,
        kind=words,
        since=st.just(story.NOW),
        holds_runs=st.booleans(),
        holds_merge=st.booleans(),
        would_hold=st.booleans(),
        runs=runs,
        body=bodies,
    )
    settled = st.builds(
        SettledLine,
        place=st.just(place),
        title=words,
        act=words,
        by=words,
        way=words,
        reason=words,
        at=st.just(story.NOW),
    )
    health = Health(None, 0, None, 0, 0)
    overview = st.builds(
        Overview,
        waiting=st.lists(waiting, max_size=2).map(tuple),
        more=st.just(0),
        settled=st.lists(settled, max_size=2).map(tuple),
        health=st.just(health),
        repositories=st.just(1),
    )
    return st.tuples(overview, evidence)


@given(pools().flatmap(lines_of))
def test_no_text_adds_an_element_or_attribute_or_breaks_the_page(given_lines: tuple[Overview, Evidence]) -> None:
    overview, evidence = given_lines
    first = render("overview.html", status=200, overview=overview, now=story.NOW, refresh=30)
    second = render(
        "evidence.html",
        status=200,
        evidence=evidence,
        page=evidence_page(evidence, "https://github.com"),
        now=story.NOW,
    )

    for html in (first, second):
        page = read_page(html)
        assert (page.strangers, page.wrong, page.open) == (set(), [], [])
        assert all(link.startswith(("/", "#", "https://github.com/")) for link in page.links)
        assert {character for character in html if not character.isprintable()} <= {"\n", "\t"}


@given(pools().flatmap(lines_of))
def test_headings_go_down_one_step_at_a_time(given_lines: tuple[Overview, Evidence]) -> None:
    _, evidence = given_lines
    html = render(
        "evidence.html",
        status=200,
        evidence=evidence,
        page=evidence_page(evidence, "https://github.com"),
        now=story.NOW,
    )
    levels = [level for level, _ in read_page(html).headings]

    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in itertools.pairwise(levels))
