"""Who made a change: the evidence, and the judgement made of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Kind(StrEnum):
    """What kind of hand made a change."""

    AGENT = "agent"
    DEPENDENCY_BOT = "dependency_bot"
    AUTOMATION = "automation"
    HUMAN = "human"


class EvidenceClass(IntEnum):
    """How much a piece of evidence weighs; the strongest found is reported, they are never averaged."""

    NONE = 0
    FORGEABLE = 1  # trailer, branch name, body, title, label
    CLAIMED = 2  # author or committer text without an attestation
    CONFLICT = 3  # a claim that something attested contradicts
    VENDOR_SIGNATURE = 4  # a commit signature by a vendor's known key
    ATTESTED = 5  # GitHub itself says so

    @property
    def word(self) -> str:
        """The lower-case word of output."""
        return self.name.lower()


class Involvement(StrEnum):
    """How an agent took part."""

    AUTHOR = "author"
    CONTRIBUTOR = "contributor"
    ASSISTED = "assisted"
    SUGGESTION = "suggestion"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing seen: which signal, its value (hostile text), and what it weighs."""

    signal: str
    value: str
    evidence_class: EvidenceClass


@dataclass(frozen=True, slots=True)
class CommitText:
    """One commit as GitHub or git gives it; every text may be empty. `signature` is one of the words of `gate identify`.

    `changed_lines` is added plus removed lines; None where nobody counted them, and for merges, whose lines are others' work.
    """

    sha: str = ""
    author_name: str = ""
    author_email: str = ""
    author_login: str = ""
    author_type: str = ""
    committer_name: str = ""
    committer_email: str = ""
    committer_login: str = ""
    message: str = ""
    trailers: tuple[str, ...] = ()
    verified: bool = False
    signature: str = "none"
    payload: str = ""
    signature_text: str = ""
    date: str = ""
    changed_lines: int | None = None


@dataclass(frozen=True, slots=True)
class PullRequestTraits:
    """Everything a judgement of identity may look at; absent things are empty. `unseen_commits` were not shown to us."""

    author_login: str = ""
    author_id: int | None = None
    author_type: str = ""
    head_ref: str = ""
    labels: tuple[str, ...] = ()
    title: str = ""
    body: str = ""
    commits: tuple[CommitText, ...] = ()
    unseen_commits: int = 0
    senders: tuple[tuple[str, int | None, str], ...] = ()  # (login, id, type) of every push that was observed
    assignees: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommitJudgement:
    """The judgement of one commit alone; the fields are those of the dossier."""

    sha: str
    kind: Kind
    agent: str | None
    confidence: float
    evidence_class: EvidenceClass
    involvement: Involvement
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Dossier:
    """The judgement: kind, which agent, how sure (0 to 1), the strongest class, who asked, and the evidence in full.

    `commits` judges each commit alone, in the order given. `wholly_attested` is True for a dependency bot or an automation
    whose account opened the pull request and of which every commit is attested to be its own: only then may it be exempt.
    `unproven` names the commits, by SHA, that no signature ties to their author's account (`rules.identity.proof`).
    """

    kind: Kind
    agent: str | None
    confidence: float
    evidence_class: EvidenceClass
    requester: str | None
    involvement: Involvement
    evidence: tuple[Evidence, ...] = ()
    commits: tuple[CommitJudgement, ...] = ()
    wholly_attested: bool = False
    unproven: tuple[str, ...] = ()
