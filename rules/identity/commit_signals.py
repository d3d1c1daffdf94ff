"""What one commit shows: its signature, its author and committer text, its trailers."""

from __future__ import annotations

import re
from dataclasses import replace

from rules.dossier import CommitText, EvidenceClass, Involvement, Kind
from rules.identity import clues
from rules.identity.agents import Agent, Signed, Weight
from rules.identity.catalogue import Catalogue, read_private_address
from rules.identity.clues import Clue
from rules.identity.trailers import MessageEnd, TrailerLine, normalize, read_lines, read_message
from rules.identity.vendor_signature import find_signing_key, is_ssh_signature

WEB_FLOW = "gpg:github-web-flow"
_GITHUB_ADDRESS = "noreply@github.com"
_CONTRADICTED = "conflict"

# Trailers that say who worked on a commit. Reviewed-by, Tested-by, Reported-by and their like say other things.
AUTHORING_TRAILERS = frozenset(
    {
        "co-authored-by",
        "co-developed-by",
        "assisted-by",
        "generated-by",
        "authored-by",
        "created-by",
        "written-by",
        "signed-off-by",
    }
)
# The kernel's form "Assisted-by: AGENT:MODEL [tools]". The form without a colon has long been used for people.
_AGENT_AND_MODEL = re.compile(r"[A-Za-z][\w.-]*( [\w.-]+){0,2}:[A-Za-z0-9][\w.@/-]*( .*)?")
_AUTHOR_LINE = re.compile(r"^author [^<\n]*<([^>\n]*)>", re.MULTILINE)


def message_end(commit: CommitText) -> MessageEnd:
    """The trailers of a commit: those the caller has parsed, and those of its message."""
    given = read_lines(commit.trailers)
    found = read_message(commit.message)
    return MessageEnd((*given.trailers, *found.trailers), (*given.footers, *found.footers))


def signature_word(commit: CommitText, catalogue: Catalogue) -> str:
    """The signature as a word of `gate identify`, checked here where payload and signature are at hand.

    "conflict" is answered when a vendor's key is named and the signature does not hold, or covers another author.
    """
    if not commit.payload or not is_ssh_signature(commit.signature_text):
        return commit.signature
    fingerprint = find_signing_key(commit.payload, commit.signature_text)
    known = catalogue.keys.get(fingerprint or "")
    if known is None:
        return _CONTRADICTED if commit.signature in catalogue.words else "ssh:other"
    author = _AUTHOR_LINE.search(commit.payload)
    if commit.author_email and (author is None or author[1].lower() != commit.author_email.lower()):
        return _CONTRADICTED
    return known[1].word


def clues_of_commit(commit: CommitText, catalogue: Catalogue, end: MessageEnd) -> list[Clue]:
    """Everything that one commit shows, strongest reasons first within each signal; empty when it shows nothing."""
    found: list[Clue] = []
    word = signature_word(commit, catalogue)
    author = _author(commit, catalogue, word)
    signer = _vendor_key(word, commit, catalogue)
    if signer:
        # A vendor's service that rebases a person's commit signs it too; the words are still the person's.
        is_author = author is not None and author.agent is signer.agent
        found.append(signer if is_author else replace(signer, part=Involvement.CONTRIBUTOR))
    if author:
        found.append(author)
    committer = _committer(commit, catalogue)
    if committer and not (author and author.agent is committer.agent):
        found.append(committer)
    for trailer in end.trailers:
        clue = trailer_clue(trailer, catalogue)
        if clue:
            found.append(clue)
    for line in end.footers:
        found.extend(_footer(line, catalogue))
    return found


def _vendor_key(word: str, commit: CommitText, catalogue: Catalogue) -> Clue | None:
    if word == _CONTRADICTED:
        value = "the signature is not one of this commit"
        named = catalogue.words.get(commit.signature)
        return Clue(named, "commit_signature", value, EvidenceClass.CONFLICT, clues.CONFLICTING, Involvement.AUTHOR)
    agent = catalogue.words.get(word)
    if agent is None:
        return None
    key = next(key for key in agent.keys if key.word == word)
    day = commit.date[:10]
    if day and (day < key.since or (key.until and day > key.until)):
        value = f"{key.fingerprint} is not known to have been in use on {day}"
        return Clue(agent, "commit_signature", value, EvidenceClass.CONFLICT, clues.CONFLICTING, Involvement.AUTHOR)
    return Clue(
        agent,
        "commit_signature",
        key.fingerprint,
        EvidenceClass.VENDOR_SIGNATURE,
        clues.SIGNED_BY_VENDOR,
        Involvement.AUTHOR,
    )


def _person(name: str, email: str) -> str:
    return f"{name} <{email}>" if email else name


def _author(commit: CommitText, catalogue: Catalogue, word: str) -> Clue | None:
    name, email = normalize(commit.author_name).strip().lower(), normalize(commit.author_email).strip().lower()
    text = _person(commit.author_name, commit.author_email)
    by_github = word == WEB_FLOW and commit.committer_email.lower() == _GITHUB_ADDRESS
    identity = catalogue.by_email.get(email)
    if identity is None:
        address = read_private_address(email)
        account = catalogue.find_private_address(email)
        if address and account:
            if address.user_id is not None and account[1].user_id not in (None, address.user_id):
                value = f"{text} has another account's id"
                return _claim(account[0], value, EvidenceClass.CONFLICT, clues.CONFLICTING)
            if by_github:
                return _claim(account[0], text, EvidenceClass.ATTESTED, clues.SIGNED_BY_GITHUB)
            return replace(
                _claimed(account[0], text, account[1].signed, Weight.STRONG, commit, word), account=account[1]
            )
        if address and address.login.endswith("[bot]"):
            if by_github:
                return _claim(None, text, EvidenceClass.ATTESTED, clues.UNKNOWN_BOT)
            return _claim(None, text, EvidenceClass.CLAIMED, clues.UNKNOWN_BOT_TEXT)
    if identity and by_github and "+" in email:
        return _claim(identity[0], text, EvidenceClass.ATTESTED, clues.SIGNED_BY_GITHUB)
    if identity:
        agent, spec = identity
        return _claimed(agent, text, spec.signed, spec.weight, commit, word, assisted=spec.assisted)
    return _named(name, text, catalogue)


def _named(name: str, text: str, catalogue: Catalogue) -> Clue | None:
    """A claim by name alone: the login of an app, a product's name, or a product's mark behind a person's name."""
    named = catalogue.by_name.get(name)
    if named:
        return _claim(named[0], text, EvidenceClass.CLAIMED, clues.CLAIMED[named[1].weight])
    if name.endswith("[bot]"):
        account = catalogue.find_account(name, None, None)
        if account:
            return _claim(account[0], text, EvidenceClass.CLAIMED, clues.CLAIMED[Weight.FAIR])
        return _claim(None, text, EvidenceClass.CLAIMED, clues.UNKNOWN_BOT_TEXT)
    for ending, agent, spec in catalogue.name_endings:
        if name.endswith(ending):
            part = Involvement.ASSISTED if spec.assisted else Involvement.AUTHOR
            return Clue(agent, "commit_author", text, EvidenceClass.CLAIMED, clues.CLAIMED[spec.weight], part)
    return None


def _claim(agent: Agent | None, text: str, evidence_class: EvidenceClass, confidence: float) -> Clue:
    return Clue(agent, "commit_author", text, evidence_class, confidence, Involvement.AUTHOR)


def _claimed(
    agent: Agent,
    text: str,
    signed: Signed | None,
    weight: Weight,
    commit: CommitText,
    word: str,
    *,
    assisted: bool = False,
) -> Clue:
    """A claim by address; a conflict when the commit stands as its maker left it and lacks the signature it should carry.

    A commit without a date counts as made today: all vendors concerned sign by now. A person who rebased or cherry-picked it has
    become the committer and has removed the signature: that is no contradiction.
    """
    untouched = commit.committer_email.lower() in {"", commit.author_email.lower(), _GITHUB_ADDRESS}
    if signed and untouched and word != signed.word and (not commit.date or commit.date[:10] >= signed.since):
        value = f"{text} without the signature {signed.word}"
        return Clue(agent, "commit_author", value, EvidenceClass.CONFLICT, clues.CONFLICTING, Involvement.AUTHOR)
    part = Involvement.ASSISTED if assisted else Involvement.AUTHOR
    return Clue(agent, "commit_author", text, EvidenceClass.CLAIMED, clues.CLAIMED[weight], part)


def _committer(commit: CommitText, catalogue: Catalogue) -> Clue | None:
    """A known agent as committer of somebody else's commit: it applied, rebased or amended the change."""
    email = normalize(commit.committer_email).strip().lower()
    if not email or email == _GITHUB_ADDRESS:
        return None
    identity = catalogue.by_email.get(email)
    agent = identity[0] if identity else None
    if agent is None:
        account = catalogue.find_private_address(email)
        agent = account[0] if account else None
    text = _person(commit.committer_name, commit.committer_email)
    if agent is None:
        ending = normalize(commit.committer_name).strip().lower()
        agent = next((agent for end, agent, _ in catalogue.name_endings if ending.endswith(end)), None)
        if agent is None:
            return None
        return Clue(
            agent, "commit_committer", text, EvidenceClass.CLAIMED, clues.CLAIMED[Weight.STRONG], Involvement.ASSISTED
        )
    # A reviewer's service that stacks or merges becomes the committer of people's commits and writes nothing.
    weight = clues.CLAIMED[Weight.FAIR if agent.kind is Kind.AGENT and not agent.suggests else Weight.WEAK]
    return Clue(agent, "commit_committer", text, EvidenceClass.CLAIMED, weight, Involvement.CONTRIBUTOR)


def trailer_clue(trailer: TrailerLine, catalogue: Catalogue) -> Clue | None:
    """What one trailer shows, or None: who worked on the commit, or where the agent's session is."""
    text = f"{trailer.key}: {trailer.value}"
    for agent, spec in catalogue.trailers_by_key.get(trailer.key, ()):
        if spec.value and spec.value.match(trailer.value):
            return _forgeable(agent, text, spec.weight, authored=True)
    if trailer.key not in AUTHORING_TRAILERS:
        return None
    if trailer.email:
        return _person_trailer(trailer, text, catalogue)
    named = _named_in_trailer(trailer.value, text, catalogue)
    if named is None and trailer.key == "assisted-by" and _AGENT_AND_MODEL.fullmatch(trailer.value):
        return _forgeable(None, text, Weight.FAIR, authored=True)
    return named


def _person_trailer(trailer: TrailerLine, text: str, catalogue: Catalogue) -> Clue | None:
    for agent, spec in catalogue.trailers_by_email.get(trailer.email, ()):
        if spec.named is None or spec.named.fullmatch(trailer.name):
            return _forgeable(agent, text, spec.weight, authored=spec.authored or not agent.suggests)
    identity = catalogue.by_email.get(trailer.email)
    if identity:
        return _forgeable(identity[0], text, identity[1].weight, authored=not identity[0].suggests)
    account = catalogue.find_private_address(trailer.email)
    if account:
        return _forgeable(account[0], text, Weight.STRONG, authored=not account[0].suggests)
    address = read_private_address(trailer.email)
    if address and address.login.endswith("[bot]"):
        return _forgeable(None, text, Weight.WEAK, authored=True)
    return _named_in_trailer(trailer.name, text, catalogue)


def _named_in_trailer(name: str, text: str, catalogue: Catalogue) -> Clue | None:
    """A product's full name, with any address or none: no person is called "Claude Opus" or "GitHub Copilot"."""
    for agent, spec in catalogue.trailers_by_email.get("*", ()):
        if spec.named and spec.named.fullmatch(name):
            return _forgeable(agent, text, spec.weight, authored=True)
    return None


def _forgeable(agent: Agent | None, text: str, weight: Weight, *, authored: bool) -> Clue:
    part = Involvement.ASSISTED if authored else Involvement.SUGGESTION
    return Clue(agent, "trailer", text, EvidenceClass.FORGEABLE, clues.FORGEABLE[weight], part)


def _footer(line: str, catalogue: Catalogue) -> list[Clue]:
    """A product's footer in a commit message."""
    if catalogue.any_body.match(line) is None:
        return []
    return [
        Clue(agent, "message_footer", line, EvidenceClass.FORGEABLE, clues.FORGEABLE[form.weight], Involvement.ASSISTED)
        for agent in catalogue.agents
        for form in agent.bodies
        if form.pattern.match(line)
    ]
