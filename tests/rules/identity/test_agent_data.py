"""Every entry of the agent data is proved on its own samples; what must never match is tried."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dossier import CommitText, EvidenceClass, Kind
from rules.identity import identify
from rules.identity.catalogue import load_catalogue, load_data
from tests.rules.identity.pull_requests import by_person, commit

ENTRIES: list[dict[str, Any]] = [entry for document in load_data() for entry in document["agents"]]
SAMPLES = [
    pytest.param(entry, sample, id=f"{entry['name']}-{number}")
    for entry in ENTRIES
    for number, sample in enumerate(entry["samples"])
]
NEVER = load_data()[0]["never_match"]


def _traits(sample: dict[str, Any]) -> Any:
    login, kind = sample["author"]
    commits: tuple[CommitText, ...] = ()
    if "commit" in sample:
        written = dict(sample["commit"])
        trailers = tuple(written.pop("trailers", ()))
        commits = (commit(written.pop("author"), written.pop("committer", None), trailers=trailers, **written),)
    return by_person(
        *commits,
        author_login=login,
        author_type=kind,
        head_ref=sample.get("branch", ""),
        labels=tuple(sample.get("labels", ())),
        title=sample.get("title", ""),
        body=sample.get("body", ""),
    )


@pytest.mark.parametrize(("entry", "sample"), SAMPLES)
def test_an_agent_is_recognized_on_its_sample(entry: dict[str, Any], sample: dict[str, Any]) -> None:
    kind = sample.get("kind", entry.get("kind", "agent"))
    agent = sample.get("agent", entry.get("output", entry["name"])) if kind == "agent" else None

    dossier = identify(_traits(sample))

    assert (dossier.kind.value, dossier.agent) == (kind, agent)
    assert "involvement" not in sample or dossier.involvement.value == sample["involvement"]


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["name"] for entry in ENTRIES])
def test_every_account_opens_as_what_it_is(entry: dict[str, Any]) -> None:
    for account in entry.get("accounts", ()):
        dossier = identify(
            by_person(
                author_login=account.get("login", "anything"), author_id=account.get("id"), author_type=account["type"]
            )
        )
        assert dossier.kind.value == entry.get("kind", "agent")
        assert dossier.evidence_class is EvidenceClass.ATTESTED


def test_every_entry_has_a_sample() -> None:
    assert [entry["name"] for entry in ENTRIES if not entry.get("samples")] == []


def test_every_signal_has_a_class() -> None:
    classes = load_data()[0]["classes"]
    signals = {name for entry in ENTRIES for name, value in entry.items() if isinstance(value, list)} - {"samples"}

    assert signals <= set(classes)
    assert set(classes.values()) <= {evidence_class.word for evidence_class in EvidenceClass}


def test_names_and_ids_are_given_once() -> None:
    ids = [account["id"] for entry in ENTRIES for account in entry.get("accounts", ()) if "id" in account]

    assert len(ids) == len(set(ids))
    assert len(ENTRIES) == len({entry["name"] for entry in ENTRIES})


def test_no_whole_domain_is_anybodys_mark() -> None:
    emails = {email for email in load_catalogue().by_email if not email.partition("@")[0]}
    assert emails == set()


@pytest.mark.parametrize("word", NEVER["words"])
def test_a_bare_word_is_a_persons_name_or_a_topic(word: str) -> None:
    person = f"{word.title()} Example <{word}@example.org>"
    dossier = identify(
        by_person(
            commit(person, trailers=(f"Co-authored-by: {person}", f"Co-authored-by: {word.title()}")),
            author_login=f"{word}-example",
            head_ref=f"feat/{word}-support",
            title=f"Add {word} support",
            body=f"Adds support for {word}. {word.title()} is nice.",
        )
    )
    assert (dossier.kind, dossier.agent) == (Kind.HUMAN, None)


@pytest.mark.parametrize("domain", NEVER["domains"])
def test_staff_of_a_vendor_are_people(domain: str) -> None:
    dossier = identify(by_person(commit(f"Ada <ada@{domain}>", trailers=(f"Co-authored-by: Bo <bo@{domain}>",))))
    assert dossier.kind is Kind.HUMAN


@pytest.mark.parametrize("prefix", NEVER["branches"])
def test_a_common_prefix_proves_nothing(prefix: str) -> None:
    dossier = identify(by_person(commit(), head_ref=f"{prefix}/fix-bundle-terminal-output"))
    assert dossier.kind is Kind.HUMAN
