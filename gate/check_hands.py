"""The check's words on who did what: how sure, whose lines and files where several hands worked, and people's corrections."""

from __future__ import annotations

from collections.abc import Sequence

from gate.markdown_text import code_span, prose
from gate.plain_words import HAND, count, listing
from gate.store.verdict_body import CorrectionLine
from rules.dossier import Kind
from rules.identity.contributions import Contributions, Share, Touch

MOST_SHARES = 6
MOST_FILES = 5
MOST_CORRECTIONS = 6
_HANDS = {kind.value: words for kind, words in HAND.items()}


def sureness(kind: Kind, confidence: float) -> str:
    """How sure the judgement is, as a sentence with a space before it; empty where nothing was judged."""
    if not confidence:
        return ""
    untold = " An agent that leaves no trace looks the same." if kind is Kind.HUMAN else ""
    return f" Gate is {round(100 * confidence)} % sure.{untold}"


def hand_in_words(hand: str) -> str:
    """An agent's name as it came, or "a person" and the like where no agent is named."""
    return _HANDS.get(hand, hand)


def hands_line(told: Contributions | None) -> list[str]:
    """One line on the work of several hands: shares of lines, who pushed what, whose commits touched the files with findings."""
    if told is None:
        return []
    shares = listing([_share(told, one) for one in told.shares[:MOST_SHARES]])
    uncounted = f" ({count(told.uncounted, 'commit')} without a count of lines)" if told.uncounted else ""
    return [f"**Whose work:** {shares}{uncounted}.{_pushes(told)}{_files(told.touched)}"]


def correction_blocks(lines: Sequence[CorrectionLine]) -> list[str]:
    """What people said by label, and why it does not count where it does not."""
    return [_correction(line) for line in lines[:MOST_CORRECTIONS]]


def _hand(hand: str) -> str:
    return _HANDS[hand] if hand in _HANDS else code_span(hand, 60)


def _share(told: Contributions, share: Share) -> str:
    percent = told.percent_of(share)
    lines = "" if percent is None else f"{percent} % of the changed lines, "
    return f"{_hand(share.hand)} ({lines}{count(share.commits, 'commit')})"


def _pushes(told: Contributions) -> str:
    last = told.pushes[-1] if told.pushes else None
    if last is None:
        return ""
    return f" The last of {count(len(told.pushes), 'push', 'pushes')} was {code_span(last.login, 60)}’s, and is judged {_hand(last.hand)}’s work."


def _files(touched: Sequence[Touch]) -> str:
    known = [one for one in touched if one.hands]
    told = listing(
        [f"{code_span(one.path, 120)} by {listing([_hand(hand) for hand in one.hands])}" for one in known[:MOST_FILES]]
    )
    words = f" Files with findings: {told}." if told else ""
    if any(not one.is_whole for one in touched):
        words += " The pushes that Gate saw do not tell the files of every commit, so others may have touched them too."
    return words


def _correction(line: CorrectionLine) -> str:
    act = "set" if line.is_set else "took off"
    if not line.login:
        return f"The label {code_span(line.label)} does not count: {prose(line.why, 300)}"
    if line.counts:
        return f"**Corrected:** {code_span(line.login, 60)} {act} the label {code_span(line.label)}."
    return f"{code_span(line.login, 60)} {act} the label {code_span(line.label)}, which does not count: {prose(line.why, 300)}"
