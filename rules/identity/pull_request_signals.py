"""What a pull request shows besides its commits: who opened it and pushed, its branch, labels, title and body."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.dossier import EvidenceClass, Involvement, Kind, PullRequestTraits
from rules.identity import clues
from rules.identity.agents import Agent, Form, Weight
from rules.identity.catalogue import Catalogue
from rules.identity.clues import Clue
from rules.identity.commit_signals import trailer_clue
from rules.identity.prose import Prose
from rules.identity.trailers import normalize, parse_trailer

# Accounts of type User that are run by a program say so by convention at the end of their login.
_MACHINE_USER = re.compile(r"[\w-]*[-_](bot|robot)", re.IGNORECASE)
_AGENT_USER = re.compile(r"[\w-]*[-_](agent|codex)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_TITLE = 1_000
_LONGEST_BRANCH = 300  # git on GitHub takes no name over 255 bytes
# A line that is little but a link: its label, or "Open in Web". With more words around it, it is somebody's talk about a session.
_MOST_WORDS_AROUND_A_LINK = 4
_LINK = re.compile(r"https://[^\s<>\"')\]]{1,500}")
_TAG = re.compile(r"<[^<>]{0,500}>")


def clue_of_account(login: str, user_id: int | None, kind: str, signal: str, catalogue: Catalogue) -> Clue | None:
    """The account that opened a pull request or pushed; None for a person's. GitHub attests it."""
    is_app = login.endswith("[bot]") or kind == "Bot"
    is_bot = True if is_app else (False if kind else None)
    confidence = clues.ACCOUNT if signal == "pr_author" else clues.PUSHER
    found = catalogue.find_account(login, user_id, is_bot)
    if found:
        agent, account = found
        if user_id is not None and account.user_id not in (None, user_id):
            value = f"{login} has another account's id ({user_id})"
            # Another server's accounts have other ids; so has an impostor. A bot that is trusted by its id is then not it.
            known = agent if agent.kind is Kind.AGENT else None
            return Clue(known, signal, value, EvidenceClass.CONFLICT, clues.UNKNOWN_BOT, Involvement.AUTHOR)
        return Clue(agent, signal, login or str(user_id), EvidenceClass.ATTESTED, confidence, Involvement.AUTHOR)
    if is_app:
        return Clue(None, signal, login, EvidenceClass.ATTESTED, clues.UNKNOWN_BOT, Involvement.AUTHOR)
    return None


def is_machine_user(login: str) -> bool:
    """Whether a person-type account's login ends like a robot's ("osv-robot", "release-bot")."""
    return _MACHINE_USER.fullmatch(login) is not None


def clues_of_text(traits: PullRequestTraits, prose: Prose, catalogue: Catalogue, people: Iterable[str]) -> list[Clue]:
    """What the pull request's own text shows; all of it is forgeable.

    `prose` is its body, `people` are the names of those who wrote its commits.
    """
    found: list[Clue] = []
    known = catalogue.find_account(traits.author_login, traits.author_id, False)
    if traits.author_type == "User" and known is None and _AGENT_USER.fullmatch(traits.author_login):
        found.append(_clue(None, "pr_author_name", traits.author_login, Weight.FAIR))
    found.extend(_branch(traits, catalogue, people))
    title = normalize(traits.title[:_LONGEST_TITLE])
    for agent in catalogue.agents:
        found.extend(_clue(agent, "title", title, form.weight) for form in _matching(agent.titles, title))
        found.extend(_labels(agent, traits))
    found.extend(_body(prose, catalogue))
    return found


def _clue(agent: Agent | None, signal: str, value: str, weight: Weight) -> Clue:
    return Clue(agent, signal, value, EvidenceClass.FORGEABLE, clues.FORGEABLE[weight], Involvement.AUTHOR)


def _matching(forms: Iterable[Form], text: str) -> list[Form]:
    return [form for form in forms if form.pattern.match(text)][:1]


def _branch(traits: PullRequestTraits, catalogue: Catalogue, people: Iterable[str]) -> list[Clue]:
    """The head branch. A prefix that is a namesake of the people at work ("devin/css" by Devin) says nothing; a product's own form does."""
    branch = traits.head_ref[:_LONGEST_BRANCH]
    prefix = branch.partition("/")[0].lower()
    words = {word.lower() for name in (traits.author_login, *people) for word in _WORD.findall(name)}
    found: list[Clue] = []
    for agent in catalogue.agents:
        for form in agent.branches:
            if form.pattern.match(branch) and (form.weight is Weight.STRONG or prefix not in words):
                found.append(_clue(agent, "branch", branch, form.weight))
                break
    return found


def _labels(agent: Agent, traits: PullRequestTraits) -> list[Clue]:
    found: list[Clue] = []
    for form in agent.labels:
        for label in traits.labels:
            if form.pattern.fullmatch(label):
                weight = form.alone if form.alone and not traits.head_ref else form.weight
                found.append(_clue(agent, "label", label, weight))
    return found


def _body(prose: Prose, catalogue: Catalogue) -> list[Clue]:
    found: list[Clue] = []
    for line in prose.lines:
        text = line.strip()
        if not text:
            continue
        if catalogue.any_body.match(text):
            for agent in catalogue.agents:
                found.extend(_clue(agent, "body", text, form.weight) for form in _matching(agent.bodies, text))
        if "https://" in text:
            found.extend(_links(text, catalogue))
    for comment in prose.comments:
        for agent in catalogue.agents:
            forms = [form for form in agent.bodies if form.pattern.pattern.startswith("<!--")]
            found.extend(_clue(agent, "body", comment, form.weight) for form in _matching(forms, comment))
    for line in prose.last_paragraph:
        trailer = parse_trailer(line)
        clue = trailer_clue(trailer, catalogue) if trailer else None
        if clue:
            found.append(Clue(clue.agent, "body_trailer", line, clue.evidence_class, clue.confidence, clue.part))
    return found


def _links(text: str, catalogue: Catalogue) -> list[Clue]:
    """Links to an agent's session. A line of its own is a product's mark."""
    links = [link for link in _LINK.findall(text) if catalogue.any_link.match(link)]
    if not links:
        return []
    around = _LINK.sub(" ", _TAG.sub(" ", text))
    own_line = len(_WORD.findall(around)) <= _MOST_WORDS_AROUND_A_LINK
    found: list[Clue] = []
    for link in links:
        for agent in catalogue.agents:
            found.extend(
                _clue(agent, "body", link, form.weight if own_line else Weight.WEAK)
                for form in _matching(agent.links, link)
            )
    return found
