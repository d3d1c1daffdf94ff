"""One clue: something seen that points at an agent, with its class and how sure it alone would make us.

The figures are set by what each class can prove, and checked against labelled pull requests (docs/identity.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.dossier import Evidence, EvidenceClass, Involvement, Kind
from rules.identity.agents import Account, Agent, Weight

ACCOUNT = 0.99  # the account that opened the pull request is the agent's
PUSHER = 0.98  # the account that pushed is the agent's
SIGNED_BY_GITHUB = 0.97  # GitHub signed the commit for the agent's app
SIGNED_BY_VENDOR = 0.97
UNKNOWN_BOT = 0.7  # attested to be an app, and nobody knows which: treated like an agent
CONFLICTING = 0.6  # the agent named, without the signature it always leaves
UNKNOWN_BOT_TEXT = 0.45  # an unknown app's address as text: anybody's, and often a formatter's

# A commit's author text is anybody's to write, but hardly anybody writes an agent's unless the agent worked.
CLAIMED = {Weight.STRONG: 0.85, Weight.FAIR: 0.65, Weight.WEAK: 0.4}
FORGEABLE = {Weight.STRONG: 0.6, Weight.FAIR: 0.5, Weight.WEAK: 0.4}

# What is forgeable never makes more than this, however much of it there is.
MOST_FORGEABLE = 0.6
CORROBORATION = 0.1

# From here on a clue names an agent; below it is shown only.
DECIDES = 0.5

_LONGEST_VALUE = 200


@dataclass(frozen=True, slots=True)
class Clue:
    """`agent` is None for an unknown agent. `part` is how the agent would have taken part, if this clue is right.

    `account` is the account whose private address a commit carries, where it is that.
    """

    agent: Agent | None
    signal: str
    value: str
    evidence_class: EvidenceClass
    confidence: float
    part: Involvement
    account: Account | None = None

    @property
    def name(self) -> str | None:
        """The reported name of the agent, None for an unknown one."""
        return self.agent.output if self.agent else None

    @property
    def kind(self) -> Kind:
        """The kind of hand pointed at; an accepted suggestion points at the person who accepted it."""
        if self.part is Involvement.SUGGESTION:
            return Kind.HUMAN
        return self.agent.kind if self.agent else Kind.AGENT

    @property
    def evidence(self) -> Evidence:
        """The clue as it is shown: the value cut to 200 characters."""
        return Evidence(self.signal, self.value[:_LONGEST_VALUE], self.evidence_class)
