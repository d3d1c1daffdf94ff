"""Whose lines a mixed pull request is made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rules.dossier import CommitJudgement


def shares(commits: Sequence[CommitJudgement], changed_lines: Mapping[str, int]) -> dict[str, float]:
    """The share (0 to 1) of changed lines by each hand: an agent's name, or the kind where no agent is named.

    `changed_lines` gives added plus removed lines by commit SHA; a commit without a count weighs nothing. Empty when nothing counts.
    """
    lines: defaultdict[str, int] = defaultdict(int)
    for commit in commits:
        lines[commit.agent or commit.kind.value] += max(0, changed_lines.get(commit.sha, 0))
    total = sum(lines.values())
    return {hand: count / total for hand, count in sorted(lines.items())} if total else {}
