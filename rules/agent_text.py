"""Text that is addressed to an AI agent and asks for something against the owner's interest.

A sentence is judged by what it does (override, conceal, skip a check, hand out secrets, fetch and run), not by single words; rules
against such things ("never print tokens") are not such things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.running_text import fetches_and_runs

_ADDRESS = re.compile(
    r"\b(?:(?:AI|A\.I\.|coding|code|review(?:ing)?|automated|language|chat|LLM)[ -]{1,2}(?:assistants?"
    r"|agents?|models?|bots?|reviewers?|tools?|systems?)"
    r"|assistants?|LLMs?|copilot|claude|cursor|codex|gemini|chatgpt|gpt-?[0-9]\w*|devin|jules|(?:note"
    r"|message|instructions?)\s+(?:for|to)\s+(?:the\s+)?(?:agents?|models?|bots?|AI)"
    r"|agents?\s*[:,]|if you are an? (?:AI|agent|assistant|model|LLM|bot)|system\s*(?:prompt|message|note"
    r"|override)\s*:)",
    re.IGNORECASE,
)
_OVERRIDE = re.compile(
    r"\b(?:ignore|disregard|forget|override|overrule|bypass)\b[^.\n]{0,40}\b(?:previous|prior|above"
    r"|earlier|all|any|other|existing|your|system|these)\b[^.\n]{0,30}\b(?:instructions?|rules?"
    r"|guidelines?|prompts?|directives?|polic(?:y|ies)|constraints?|restrictions?)"
    r"|\byou are now\b[^.\n]{0,40}\b(?:mode|unrestricted|root|admin|free)"
    r"|\bnew (?:system )?instructions?\s*:|<\|?(?:system|im_start)\|?>|\[/?INST\]"
    r"|\btakes? precedence over\b[^.\n]{0,40}\b(?:instructions?|rules?|user)",
    re.IGNORECASE,
)
_CONCEAL = re.compile(
    r"\b(?:do not|don't|dont|never|no need to|must not|should not|without)\s+(?:(?:ever|also"
    r"|explicitly)\s+)?(?:mention(?:ing)?|tell(?:ing)?|quot(?:e|ing)|reveal(?:ing)?|disclos(?:e|ing)"
    r"|report(?:ing)?|inform(?:ing)?|notify(?:ing)?|bring(?:ing)? up|talk(?:ing)? about|display(?:ing)?"
    r"|show(?:ing)?|list(?:ing)?|describ(?:e|ing)|surface|surfacing|summari[sz](?:e|ing)"
    r"|comment(?:ing)? on|ask(?:ing)?)\b[^.\n]{0,40}\b(?:this|these|that|it|them|the (?:user|users"
    r"|reviewers?|author|owner|maintainers?|human|developer|team|step|change|note|instructions?)|users?"
    r"|anyone|confirmation|permission|first)\b"
    r"|\bleave\s+(?:it|this|that|these|them|the \w+|this (?:step|part"
    r"|note))\b[^.\n]{0,20}\bout\b(?!\s+of\s+(?:scope|the\s+box))|\bkeep\s+(?:this|it|that"
    r"|these)\b[^.\n]{0,30}\b(?:secret|hidden|quiet|private|to yourself|silent|confidential|out of)"
    r"|\b(?:hide|conceal)\s+(?:it|them)\b|\b(?:hide|omit|exclude|conceal|strip)\s+(?:(?:this|that|these)(?!\s+(?:tables?|sections?|columns?|fields?|rows?|headings?"
    r"|blocks?|bullets?|tags?|flags?|prefix|suffix))|the (?:step|change|note|line|command|hook))\b|\bsilently\s+(?:\w+\s+){0,2}(?:run|add|push|send|commit|install|upload|execute"
    r"|fetch|include|append|post)|\bas if (?:it|this|nothing) (?:was|were|had|happened)",
    re.IGNORECASE,
)
_SKIP = re.compile(
    r"\b(?:approve|merge|accept|lgtm)\b[^.\n]{0,30}\b(?:it|this|these|the (?:pull request|PR|change|diff)"
    r"|all|every|any|immediately|automatically|without)\b|\bauto[- ]?(?:approve|merge|accept|confirm)\b"
    r"|\b(?:skip|bypass|disable|turn off|ignore|omit|avoid|suppress|dismiss)\b[^.\n]{0,30}\b(?:security"
    r"|review(?:s|ers?)?|checks?|scan(?:s|ners?|ning)?|verification|signing|approval|confirmation|sandbox"
    r"|permission|protections?|alerts?|warnings?|hooks?)\b|--no-verify\b|--dangerously-skip-permissions\b"
    r"|--yolo\b"
    r"|\bwithout (?:asking|waiting for|confirmation|review|approval|permission|prompting)"
    r"|\balready (?:been )?(?:reviewed|checked|approved|verified|audited)\b|\bpre-?approved\b"
    r"|\badd the label\b",
    re.IGNORECASE,
)
_ASSET = re.compile(
    r"\b(?:secrets?|tokens?|credentials?|passwords?|api[ _-]?keys?|private keys?|ssh keys?|signing keys?"
    r"|access keys?|environment variables?|env vars?|cookies?|session data|\.env\b|\.npmrc|\.aws|\.ssh"
    r"|id_rsa)|(?<!\w)\.env\b|\b[A-Z]{2,20}_(?:TOKEN|SECRET|KEY|PASSWORD)\b|\$[A-Z_]{3,30}\b",
    re.IGNORECASE,
)
_HAND_OUT = re.compile(
    r"\b(?:send|post|upload|push|publish|e-?mail|forward|submit|transmit|exfiltrate|paste|append|include"
    r"|embed|print|echo|output|dump|collect|copy|write|put|add|encode|share|attach|read|return|report)\b",
    re.IGNORECASE,
)
_FETCH = re.compile(
    r"\b(?:run|execute|fetch|download|curl|wget|install|follow|load|open|visit|clone|source|pipe|invoke"
    r"|call|read|get)\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"(?:^|[\s*_\-.;,:(])(?:never|do not|don't|dont|must not|should not|shouldn't|mustn't|cannot|avoid|no"
    r"|not|instead of|refuse to|forbidden|prohibited|without)\b",
    re.IGNORECASE,
)
_URL = re.compile(r"https?://\S{3}|\bgit@\S{3}", re.IGNORECASE)
_QUOTE = re.compile(r"`[^`\n]{0,2000}`|\"[^\"\n]{0,2000}\"|“[^”\n]{0,2000}”|&lt;[^\n]{0,2000}")
_HIDDEN = re.compile(
    r"<!--(.{0,20000}?)(?:-->|\Z)|^\[(?://|comment|_?#|hidden)\]:\s*(?:#"
    r"|<>)\s*[(\"'](.{0,4000}?)[)\"']\s*$"
    r"|<(?:span|div|p|font|details|template|section)\b[^>\n]{0,300}(?:display\s*:\s*none"
    r"|visibility\s*:\s*hidden|font-size\s*:\s*[01](?:px|pt|em)?\b|opacity\s*:\s*0\b|color\s*:\s*(?:white"
    r"|#fff\w{0,3}|transparent)|\shidden\b)[^>\n]{0,300}>(.{0,8000}?)</",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_FOLDED = re.compile(r"<details>(.{0,8000}?)</details>", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class HiddenText:
    """Text that a page does not show: its first line (from 1) and the text; `is_folded` when a click shows it."""

    line: int
    text: str
    is_folded: bool = False


def hidden_passages(text: str) -> Iterator[HiddenText]:
    """HTML comments, reference comments, elements that do not render, and folded details, in at most 300,000 characters."""
    cut = text[:300_000]
    for pattern in (_HIDDEN, _FOLDED):
        for match in pattern.finditer(cut):
            inner = next((group for group in match.groups() if group is not None), "")
            yield HiddenText(cut.count("\n", 0, match.start()) + 1, inner, is_folded=pattern is _FOLDED)


def is_addressed_to_agent(text: str) -> bool:
    """The text speaks to an assistant, agent or model."""
    return bool(_ADDRESS.search(text))


def asks_against_owner(text: str, *, quoted_counts: bool = True) -> str:
    """What the text asks an agent for, as a phrase for the message; empty when nothing is wrong with it.

    With `quoted_counts` False, what stands in quotation marks or backticks is passed over (pages that explain attacks quote them).
    """
    judged = text if quoted_counts else _QUOTE.sub(" ", text)
    if _OVERRIDE.search(judged):
        return "to put aside its instructions"
    if fetches_and_runs(judged):
        return "to download something and run it"
    if _CONCEAL.search(judged):
        return "to keep something from people"
    for sentence in re.split(r"(?<=[.!?;])\s|\n\s*\n", judged):
        against = _AGAINST.search(sentence)
        if _ASSET.search(sentence):
            verb = _HAND_OUT.search(sentence)
            if (
                verb
                and not (against and against.start() < verb.start())
                and (_URL.search(sentence) or _strong_hand_out(sentence))
            ):
                return "to hand out secrets"
        skip = _SKIP.search(sentence)
        if skip and not (
            against
            and against.start() < skip.start()
            and not sentence[against.start() :].lower().lstrip(" *_-.;,:(").startswith(("without", "no "))
        ):
            return "to skip a check or approve"
    return ""


def _strong_hand_out(sentence: str) -> bool:
    return bool(
        re.search(
            r"\b(?:send|post|upload|exfiltrate|e-?mail|forward|transmit|dump|collect|encode|print|echo"
            r"|value of|contents? of)\b",
            sentence,
            re.IGNORECASE,
        )
    )


def asks_to_visit(text: str) -> bool:
    """The text tells its reader to fetch, run or follow an address."""
    return bool(_URL.search(text) and _FETCH.search(_URL.split(text)[0]))
