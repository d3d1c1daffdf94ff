"""Several clues weighed together: how sure, which agent, which class, and what is listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rules.dossier import Evidence, EvidenceClass
from rules.identity import clues as weights
from rules.identity.clues import Clue

UNKNOWN_AGENT = "unknown-agent"

_LISTED_EVIDENCE = 200


def order(clue: Clue) -> tuple[float, EvidenceClass, str, str]:
    """The order of clues: the surest last."""
    return clue.confidence, clue.evidence_class, clue.name or "", clue.signal


def confidence_of(found: Sequence[Clue]) -> float:
    """How sure the clues make us that an agent worked: the best of them; forgeable ones of several kinds support each other."""
    best = max((clue.confidence for clue in found), default=0.0)
    forgeable = [clue for clue in found if clue.evidence_class is EvidenceClass.FORGEABLE]
    by_name: dict[str | None, set[str]] = {}
    for clue in forgeable:
        by_name.setdefault(clue.name, set()).add(clue.signal)
    for name, signals in by_name.items():
        if len(signals) > 1:
            strongest = max(clue.confidence for clue in forgeable if clue.name == name)
            best = max(best, min(weights.MOST_FORGEABLE, strongest + weights.CORROBORATION))
    return round(best, 2)


def name_of(agents: Sequence[Clue]) -> str:
    """The agent with the surest clue; a known one before an unknown one, then the one seen more often, then by name."""
    counts = Counter(clue.name for clue in agents)
    best: dict[str, tuple[float, EvidenceClass]] = {}
    for clue in agents:
        if clue.name:
            best[clue.name] = max(
                best.get(clue.name, (0.0, EvidenceClass.NONE)), (clue.confidence, clue.evidence_class)
            )
    # Clues that decide nothing alone name an agent only together, and not beside an unknown agent that is surer.
    sure = {name: rank for name, rank in best.items() if rank[0] >= weights.DECIDES}
    if not sure and None not in counts:
        sure = best
    return min(sure, key=lambda name: (-sure[name][0], -sure[name][1], -counts[name], name), default=UNKNOWN_AGENT)


def strongest_of(found: Iterable[Clue]) -> EvidenceClass:
    """The strongest class among the clues."""
    return max((clue.evidence_class for clue in found), default=EvidenceClass.NONE)


def evidence_of(found: Iterable[Clue]) -> tuple[Evidence, ...]:
    """Each piece once, strongest first; at most 200 of them."""
    pieces = {clue.evidence for clue in found}
    ordered = sorted(pieces, key=lambda piece: (-piece.evidence_class, piece.signal, piece.value))
    return tuple(ordered[:_LISTED_EVIDENCE])
