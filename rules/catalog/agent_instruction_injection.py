"""Text steers an agent against the owner.

What: text addressed to an AI agent tells it to run, send, hide, approve or skip something against the owner's
interest.
Why: agents follow what they read; instructions in the tree reach every agent that opens it.
Instead: take the passage out; say what the agent must not do in settings that it cannot rewrite.
"""

import re
from collections.abc import Iterator

from rules.agent_text import asks_against_owner, asks_to_visit, is_addressed_to_agent
from rules.change_view import ChangeView, FileView
from rules.finding import Category, Finding, Severity
from rules.reach import is_workflow
from rules.rule import Rule
from rules.running_lines import is_rebuilt

rule = Rule(
    __name__,
    title="text steers an agent against the owner",
    severity=Severity.CRITICAL,
    instead="Take the passage out, and ask its author what it was for.",
)

_LOOSE = re.compile(
    r"--dangerously-skip-permissions|--yolo\b|bypassPermissions|danger-full-access"
    r"|\bcommit (?:directly )?to (?:main|master) without\b|(?<!\bon )(?<!every )(?<!each )(?<!\ba )\bpush (?:directly )?to (?:main"
    r"|master)\b(?! is)(?!.{0,40}\b(?:never|not|forbidden)\b)|\bforce[- ]push\b.{0,30}\b(?:always|without)",
    re.IGNORECASE,
)
_ONE_THOUGHT = 600  # in longer lines whom it speaks to and what it asks for may be things apart
_ABOUT = re.compile(
    r"\b(?:attack(?:er)?s?|for example|for instance|such as|e\.g\.|example of|prompt injection|malicious"
    r"|phishing|looks like)\b",
    re.IGNORECASE,
)
_DIRECT = re.compile(
    r"\b(?:note|message|instructions?|hint|attention|important|notice|reminder)\s+(?:for|to)\b|\b(?:AI"
    r"|coding|review\w*|code|automated|language|LLM)[ -](?:assistants?|agents?|models?|bots?"
    r"|reviewers?)\s*[:,]|\b(?:assistants?|agents?|LLMs?|claude|copilot|cursor|codex|gemini)\s*[:,]"
    r"|if you(?: are|'re) an?\b|\bsystem\s*(?:prompt|message|note|override)?\s*:"
    r"|\bignore\b.{0,40}\binstructions\b|\byou (?:must|should|are)\b",
    re.IGNORECASE,
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.is_removed or file.file.is_binary:
            continue
        is_instructions = Category.AGENT_CONFIG in file.categories and (
            file.is_prose
            or not (file.is_code or file.path.endswith((".json", ".jsonc", ".toml")) or is_workflow(file.path))
        )
        if is_instructions and not file.is_quiet:
            yield from _in_instructions(view, file)
        elif not file.is_test and not file.is_quiet or file.is_prose and not file.is_test:
            yield from _elsewhere(file)
    for what, text in (("title", view.change.text.title), ("body", hidden_out(view.change.text.body))):
        asked = asks_against_owner(text[:60_000], quoted_counts=False)
        if asked and is_addressed_to_agent(text[:60_000]):
            yield rule.finding(None, f"The {what} asks an agent {asked}.", evidence=text[:200], severity=Severity.HIGH)


def hidden_out(text: str) -> str:
    """Visible text only: what does not show is the business of another rule."""
    return re.sub(r"<!--.{0,20000}?-->", " ", text[:60_000], flags=re.DOTALL)


def _in_instructions(view: ChangeView, file: FileView) -> Iterator[Finding]:
    for line in file.new_lines:
        text = line.text[:5_000]
        asked = asks_against_owner(text)
        if asked:
            grave = asked != "to skip a check or approve"
            yield rule.finding(
                file,
                f"The instructions ask agents {asked}.",
                line=line.number,
                severity=Severity.CRITICAL if grave else Severity.HIGH,
            )
        elif asks_to_visit(text) and view.new_hosts(text):
            yield rule.finding(
                file,
                "The instructions send agents to an address that the base does not name.",
                line=line.number,
                severity=Severity.HIGH,
            )
        elif _LOOSE.search(text):
            yield rule.finding(
                file,
                "The instructions ask agents to act without the usual limits.",
                line=line.number,
                severity=Severity.HIGH,
            )


def _elsewhere(file: FileView) -> Iterator[Finding]:
    """Comments, strings and pages that speak to agents; quoted text in pages is passed over, since pages explain such attacks."""
    for line in () if file.remembered(is_rebuilt) else file.new_lines:
        text = line.text[:5_000]
        stripped = text.strip()
        if not text or stripped.startswith(">") or _ABOUT.search(text) or not is_addressed_to_agent(text):
            continue
        whole = " ".join([text, *(file.line_text(line.number + step).strip() for step in (1, 2))])
        asked = asks_against_owner(whole, quoted_counts=not file.is_prose)
        if is_workflow(file.path) and asked == "to hand out secrets":
            continue  # workflows name secrets as a matter of course, and the rules for them judge what becomes of them
        if asked and _DIRECT.search(text):
            yield rule.finding(
                file,
                f"This text asks agents {asked}.",
                line=line.number,
                severity=Severity.REVIEW if len(text) > _ONE_THOUGHT else Severity.HIGH,
                category=None if file.categories else Category.CONTENT,
            )
