"""Where review should focus: pull requests whose final diff touches workflow, build or dependency files (R15, R16)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gate.review_quality.configuration import Configuration
from gate.review_quality.coverage import UNREVIEWED
from gate.review_quality.history import History, ReviewAct
from gate.review_quality.proportion import proportion
from gate.review_quality.snapshot import Snapshot

CLASSES = ("build", "dependency", "workflow")


def sensitive_metrics(snapshot: Snapshot) -> dict[str, Any]:
    """R15 share and classes; R16 the best evidence of attention on each merged one, and lists of those without any."""
    configuration = snapshot.configuration
    sensitive = [history for history in snapshot.histories if history.is_sensitive]
    classes = Counter(category for history in sensitive for category in set(history.head.flagged.values()))
    merged = [(history, attention(history, configuration)) for history in sensitive if history.merged]
    levels = Counter(level for _, level in merged)
    return {
        "attention_any": proportion(len(merged) - levels[0], len(merged), configuration.conf),
        "attention_strong": proportion(levels[2] + levels[3], len(merged), configuration.conf),
        "by_class": {category: classes[category] for category in CLASSES},
        "merged_levels": {str(level): levels[level] for level in range(4)},
        "share": proportion(len(sensitive), len(snapshot.histories), configuration.conf),
        "unattended_prs": [history.number for history, level in merged if level == 0],
        "unreviewed_prs": [history.number for history, _ in merged if history.coverage in UNREVIEWED],
    }


def attention(history: History, configuration: Configuration) -> int:
    """3: an inline comment on a flagged path, or a change request. 2: an acknowledgement of the final head. 1: an approval of
    the final head after at least max(1 minute, lines / 25 a minute). 0: no sign that anybody looked.
    """
    flagged = {path for head in history.heads for path in head.flagged}
    for act in history.reviews:
        if act.state == "CHANGES_REQUESTED" or any(comment.path in flagged for comment in act.comments):
            return 3
    final = history.head.patch
    if any(head.patch == final for _, head in history.acknowledgements):
        return 2
    looked = any(
        act.state == "APPROVED" and act.head.patch == final and _could_be_read(act, configuration)
        for act in history.standing()
    )
    return 1 if looked else 0


def _could_be_read(act: ReviewAct, configuration: Configuration) -> bool:
    if act.clock is None:
        return False
    needed = max(configuration.attention_min_minutes, act.lines / configuration.fast_lines_per_min)
    return (act.at - act.clock) / 60.0 >= needed
