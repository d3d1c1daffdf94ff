"""Branch protection weakened.

What: settings kept as code drop a required check, a review or a branch rule.
Why: the next change can then be merged without it.
Instead: change such settings only together with the people who own them.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Category, Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="branch protection weakened",
    severity=Severity.HIGH,
    instead="Change such settings only with the people who own them.",
)

_FILE = re.compile(
    r"(?:^|/)\.github/(?:settings|rulesets?|branch-protection|safe-settings|repository|mergify|policy"
    r"|bulldozer|kodiak|probot)[^/]*(?:/[^/]+)*\.(?:ya?ml|json|toml)$|(?:^|/)\.?(?:mergify|policy"
    r"|bulldozer)\.ya?ml$|(?:^|/)\.kodiak\.toml$|(?:^|/)\.asf\.yaml$|(?:^|/)rulesets?/[^/]+\.json$|(?:^"
    r"|/)\.github/renovate\.json$",
    re.IGNORECASE,
)
_OFF = re.compile(
    r"\b(?:enforce_admins|require_code_owner_reviews?|require_code_owner_review"
    r"|dismiss_stale_reviews(?:_on_push)?|required_signatures|require_signed_commits"
    r"|required_linear_history|require_last_push_approval|required_review_thread_resolution"
    r"|required_conversation_resolution|strict(?:_required_status_checks_policy)?|block_creations"
    r"|lock_branch|require_conversation_resolution)[\"']?\s*[:=]\s*[\"']?(?:false|null|~|none)"
    r"|\b(?:allow_force_pushes|allow_deletions|allows_force_pushes|allows_deletions|allow_auto_merge"
    r"|bypass_mode)[\"']?\s*[:=]\s*[\"']?(?:true|always)|\brequired_(?:pull_request_reviews"
    r"|status_checks)[\"']?\s*[:=]\s*(?:null|~|none|\{\}|\[\])|\b(?:required_approving_review_count"
    r"|required_approvals?|required_reviews?)[\"']?\s*[:=]\s*0\b|\"enforcement\"\s*:\s*\"(?:disabled"
    r"|evaluate)\"|\bautomerge\W{1,4}true|\bcontexts:\s*\[\s*\]",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"required_approving_review_count|required_approv|required_review|approvals_required|min_approvals"
    r"|count",
    re.IGNORECASE,
)
_GUARD = re.compile(
    r"enforce_admins|require_code_owner|dismiss_stale|required_signatures|required_status_checks"
    r"|required_pull_request_reviews|required_approving|required_linear|\"type\"\s*:\s*\"(?:required_\w+"
    r"|pull_request|non_fast_forward|deletion|code_scanning)\"|#approved-reviews-by|check-success"
    r"|status-success|github_branch_protection|\brestrictions\b",
    re.IGNORECASE,
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.is_quiet or not (
            _FILE.search(file.path)
            or Category.REPO_POLICY in file.categories
            or Category.INFRASTRUCTURE in file.categories
        ):
            continue
        strict = bool(_FILE.search(file.path))
        added = [line.text.strip() for line in file.file.added]
        for line in file.new_lines:
            if _OFF.search(line.text) and (
                strict or "branch_protection" in file.after_text or "ruleset" in file.after_text
            ):
                if not any(_OFF.search(old.text) and _key(old.text) == _key(line.text) for old in file.file.removed):
                    yield rule.finding(
                        file, "A rule that protects the branch is switched off or lowered.", line=line.number
                    )
        for old in file.file.removed:
            text = old.text.strip()
            if text in added or not text:
                continue
            now = next((line for line in file.file.added if _key(line.text) == _key(text)), None)
            if _COUNT.search(text) and now is not None and _number(now.text) < _number(text):
                yield rule.finding(file, "Fewer approvals are asked for.", line=now.number)
            elif _GUARD.search(text) and now is None and (strict or "protect" in file.before_text):
                yield rule.finding(file, "A rule that protects the branch is removed.", evidence=text)
            elif strict and now is None and text.startswith("-") and _in_checks(file.before_text, old.number):
                yield rule.finding(file, "A required check is removed.", evidence=text)


def _key(text: str) -> str:
    return text.strip().strip("\"'").partition(":")[0].partition("=")[0].strip().strip("\"'")


def _number(text: str) -> int:
    found = re.search(r"(\d{1,4})", text)
    return int(found.group(1)) if found else -1


def _in_checks(text: str, number: int) -> bool:
    """The list that a removed element belonged to names checks, reviewers or rules."""
    rows = text.split("\n")
    indent = len(rows[number - 1]) - len(rows[number - 1].lstrip()) if number <= len(rows) else 0
    for row in reversed(rows[: number - 1]):
        if row.strip() and not row.lstrip().startswith("-") and len(row) - len(row.lstrip()) <= indent:
            return bool(re.search(r"contexts|checks|required|reviewers|teams|users|rules|status", row))
    return False
