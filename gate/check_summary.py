"""The short part of the check run: what to look at first and why, what was found, what waits, what lets it go, who can."""

from __future__ import annotations

from collections.abc import Sequence

from gate.check_hands import correction_blocks, hands_line, sureness
from gate.check_view import CheckState, CheckView, RunView
from gate.markdown_text import code_span, link, prose
from gate.plain_words import EVIDENCE, HAND, SEVERITY, SEVERITY_MEANS, count, listing, severities
from gate.run_state import RunState, run_sentence
from rules.dossier import Kind
from rules.finding import Finding, Inspection

MOST_LISTED = 15
MOST_RUNS = 30
WAITS = {
    (True, True): "The merge and the runs wait.",
    (True, False): "The runs wait; there is no merge to hold.",
    (False, True): "Only the merge waits; the runs may go.",
    (False, False): "",
}
_OBSERVES = "This repository’s policy only observes: Gate reports, and holds nothing."


def summary(view: CheckView, findings: Sequence[Finding], marked: int) -> list[str]:
    """The blocks of the summary for findings in reading order; `marked` is how many of them are annotated at their lines."""
    return [
        *_opening(view, findings),
        *_found(findings),
        *_not_read(view.inspection),
        *_runs(view.runs),
        *_unblocking(view),
        *_maker(view),
        *hands_line(view.contributions),
        *correction_blocks(view.corrections),
        *_closing(view, marked, findings),
    ]


def _opening(view: CheckView, findings: Sequence[Finding]) -> list[str]:
    if view.state is CheckState.PENDING:
        return ["Gate is reading this commit. Until it has, nothing is let through."]
    if view.state is CheckState.UNABLE:
        mend = [f"**What to do:** {prose(view.mend)}"] if view.mend else []
        waits = _OBSERVES if view.observe else "Nothing is let through until Gate can judge this commit."
        return [f"**What went wrong:** {prose(view.reason)}", *mend, waits]
    lines: list[str] = [prose(view.queue)] if view.queue and view.state is CheckState.HELD else []
    if view.state is CheckState.REFUSED and view.reason:
        lines.append(f"**Refused because:** {prose(view.reason)}")
    if view.state is CheckState.CLEAR and findings:
        lines.append(f"Nothing is held: {prose(view.reason) or 'the policy lets a change like this through.'}")
    if findings:
        lines += [f"**Look first at** {_place(findings[0])}: {prose(findings[0].message)}", _how_bad(findings)]
    else:
        lines.append("Gate read every changed file and found nothing that needs a person’s look.")
    return [*lines, _OBSERVES] if view.observe else lines


def _how_bad(findings: Sequence[Finding]) -> str:
    worst = findings[0].severity
    if len(findings) == 1:
        return f"It is the only finding, {SEVERITY[worst]}: {SEVERITY_MEANS[worst]}."
    return f"There are {len(findings)} findings ({severities(findings)}). The worst is {SEVERITY[worst]}: {SEVERITY_MEANS[worst]}."


def _place(finding: Finding) -> str:
    if finding.path is None:
        return "the pull request’s own words"
    return code_span(finding.path) + (f" line {finding.line}" if finding.line else "")


def _found(findings: Sequence[Finding]) -> list[str]:
    if len(findings) < 2:
        return []
    lines = [
        f"{number}. **{SEVERITY[finding.severity]}** at {_place(finding)}: {prose(finding.message, 300)}"
        for number, finding in enumerate(findings[:MOST_LISTED], 1)
    ]
    left = len(findings) - MOST_LISTED
    rest = [f"{count(left, 'more finding')}: see the details below."] if left > 0 else []
    return ["### What was found", "\n".join(lines), *rest]


def _not_read(inspection: Inspection | None) -> list[str]:
    if inspection is None or not inspection.incomplete:
        return []
    names = [code_span(path, 120) for path in inspection.incomplete[:5]]
    left = len(inspection.incomplete) - len(names)
    unread = listing([*names, f"{left} more"] if left else names)
    return [f"**Gate could not read** {unread}. Not seen is not safe: please read it yourself."]


def _runs(runs: Sequence[RunView]) -> list[str]:
    if not runs:
        return []
    left = len(runs) - MOST_RUNS
    rest = [f"{count(left, 'more run')} on Gate’s page."] if left > 0 else []
    return ["### The workflow runs", "\n".join(_run(run) for run in runs[:MOST_RUNS]), *rest]


def _run(run: RunView) -> str:
    steps = [code_span(step, 60) for step in run.steps[:8]] if run.state is RunState.STOPPED else []
    parts = [
        f"- {code_span(run.workflow, 80)} for {code_span(run.event, 40)} is {run_sentence(run.state, len(run.steps))}",
        f": {listing(steps)}" if steps else "",
        ".",
        f" {link('Open the run', run.url)}." if run.url and run.state is RunState.NEEDS_CLICK else "",
        f" {prose(run.note, 200)}" if run.note else "",
    ]
    return "".join(parts)


def _unblocking(view: CheckView) -> list[str]:
    if view.observe:
        return []
    denied = [
        f"{code_span(denied.login)} tried to release it and may not: {prose(denied.reason, 200)}"
        for denied in view.denied[:5]
    ]
    if view.state is CheckState.HELD:
        waits = WAITS[view.holds_runs, view.holds_merge]
        how = "Read the change, then press **Release** above, or approve this very commit in a review."
        who = [f"**Who can:** {prose(view.who_may_release)}"] if view.who_may_release else []
        return ["### What lets it go", f"{waits} {how}", *who, _so_far(view), *denied]
    if view.state is CheckState.RELEASED:
        names = listing([code_span(login) for login in view.released_by]) or "a person"
        return [f"Released by {names}, for this commit alone. A new push is looked at afresh.", *denied]
    if view.state is CheckState.REFUSED:
        return [
            "This commit stays out. A new push is looked at afresh, and whoever may release can still do so.",
            *denied,
        ]
    return []


def _so_far(view: CheckView) -> str:
    names = f": {listing([code_span(login) for login in view.released_by])}" if view.released_by else ""
    return f"**So far:** {len(view.released_by)} of {count(view.people_needed, 'person', 'people')}{names}."


def _maker(view: CheckView) -> list[str]:
    maker = view.maker
    if maker is None or (view.state is CheckState.UNABLE and maker.kind is Kind.HUMAN and maker.evidence is None):
        return []  # where nothing could be judged, "a person" would be a guess
    hand = f"{code_span(maker.agent)}, {HAND[maker.kind]}" if maker.agent else HAND[maker.kind]
    why = "" if maker.kind is Kind.HUMAN and maker.evidence is None else f"; {EVIDENCE[maker.evidence_class]}"
    sure = sureness(maker.kind, maker.confidence)
    seen = f" ({prose(maker.evidence.signal, 60)}: {code_span(maker.evidence.value, 120)})" if maker.evidence else ""
    if maker.requester:
        asked = f" {code_span(maker.requester)} asked for it."
    else:
        asked = " Nobody can tell who asked for it." if maker.kind is Kind.AGENT else ""
    return [f"**Who made it:** {hand}{why}{seen}.{sure}{asked}"]


def _closing(view: CheckView, marked: int, findings: Sequence[Finding]) -> list[str]:
    lines: list[str] = []
    if 0 < marked < len(findings):
        lines.append(f"{marked} of {len(findings)} findings are marked at their lines in the changed files.")
    if view.policy_source == "defaults":
        lines += [] if view.state is CheckState.UNABLE else ["**Policy:** Gate’s defaults; there is no policy file."]
    elif view.policy_source:
        lines.append(f"**Policy:** {code_span(view.policy_source, 120)}.")
    if view.policy_not_in_force:
        keys = listing([code_span(key, 60) for key in view.policy_not_in_force[:20]])
        lines.append(f"The policy has keys that this version of Gate reads but does not act on yet: {keys}.")
    if view.page_url:
        lines.append(link("All the evidence on Gate’s page", view.page_url))
    return lines
