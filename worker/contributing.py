"""Who did what on a pull request of several hands, from what was observed: costs no call."""

from __future__ import annotations

from sqlalchemy.orm import Session

from gate.github_api.nouns import Address, PullRead
from gate.store import record, verdicts
from gate.store.verdict_body import VerdictBody
from rules.dossier import Dossier
from rules.identity.contributions import Contributions, contributions
from rules.policy import Policy
from rules.verdict import Judgement

MOST_TOUCHED = 50


def contributions_to(
    session: Session, address: Address, pull: PullRead, dossier: Dossier, judgement: Judgement, policy: Policy
) -> Contributions | None:
    """The shares, the pushes, and whose commits touched the files with findings; None where all is one hand's."""
    pushes = record.pushes(session, address.repository_id, pull.number)
    sensitive = [finding.path for finding in judgement.findings if finding.path is not None][:MOST_TOUCHED]
    told = contributions(pull.commits, dossier.commits, pushes, files={}, sensitive=(), extra=policy.agents)
    if told is None or not sensitive:
        return told  # nothing to look up what the pushes touched for
    files = record.pushed_files(session, address.repository_id, [commit.sha for commit in pull.commits])
    return contributions(pull.commits, dossier.commits, pushes, files=files, sensitive=sensitive, extra=policy.agents)


def mixed_without_files(session: Session, repository_id: int, head_sha: str) -> list[int]:
    """The pull requests on a head whose verdict lacks the files of some commits: a push that comes later may tell them."""
    rows = [row for row in verdicts.verdicts_at(session, repository_id, head_sha) if row.number]
    return [row.number for row in rows if _lacks_files(VerdictBody.from_json(row.body).contributions)]


def _lacks_files(told: Contributions | None) -> bool:
    return told is not None and any(not touch.is_whole for touch in told.touched)
