"""Reads Markdown as GitHub would, with markdown-it's CommonMark, and tells what is in it besides words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hypothesis import strategies
from markdown_it import MarkdownIt

# GitHub looks for these in rendered text, after Markdown is done.
_AUTOMATIC = re.compile(
    r"@[A-Za-z0-9]"  # a mention
    r"|[A-Za-z][A-Za-z0-9+.-]*://|www\.|mailto:|xmpp:|[A-Za-z0-9._-]+@[A-Za-z0-9]"  # a link
    r"|\#[0-9]|\bGH-[0-9]|\b[0-9a-f]{7,}\b"  # an issue or a commit
    r"|:[a-z0-9_+-]+:"  # an emoji
    r"|\$",  # a formula
    re.IGNORECASE,
)

PIECES = [
    "```", "````\n", "~~~", "`", "``", "\n", "\n\n", "\r", "\r\n", "\u2028", "# heading", "\n# heading\n", "\n---\n", "\n===\n",
    "@octocat", "@acme/owners", "![x](https://example.com/x.png)", "[x](https://example.com)", "<img src=x onerror=alert(1)>",
    "<!--", "-->", "</details>", "https://example.com/a?b=c", "www.example.com", "someone@example.com", "#12", "GH-12", "acme/shop#1",
    "deadbeefcafe", "\n- item", "\n1. item", "\n> quote", "| a | b |\n|---|---|", ":tada:", "$x$", "$$", "&lt;", "&#64;octocat", "\\", "*", "**b**",
    "__b__", "~~s~~", "[x]: https://example.com", "[^1]", "\u202e", "\u200b", "\ufe0f", "\udc80", "\x00", "\x1b[31m",
    "e\u0301\u0301\u0301\u0301\u0301",
    "word", "A plain sentence.", " ", "  ", "\t", "    indented",
]  # fmt: skip

HOSTILE = strategies.lists(
    strategies.one_of(strategies.sampled_from(PIECES), strategies.text(max_size=8)), max_size=10
).map("".join)


@dataclass
class Reading:
    """What a piece of Markdown amounts to: headings' and other words outside of code, code, links, and what must never be there."""

    headings: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    active: list[str] = field(default_factory=list)  # images, HTML, quotes, tables, rules, deleted text

    @property
    def automatic(self) -> list[str]:
        """What GitHub would turn into a mention, a link, an emoji or a formula by itself."""
        return [match.group() for text in self.words for match in _AUTOMATIC.finditer(text)]


def read(markdown: str) -> Reading:
    reading = Reading()
    in_heading = False
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown):
        if token.type == "heading_open":
            in_heading = True
            reading.headings.append("")
        elif token.type == "heading_close":
            in_heading = False
        elif token.type in ("fence", "code_block"):
            reading.code.append(token.content)
        elif token.type in ("html_block", "blockquote_open", "table_open", "hr"):
            reading.active.append(token.type)
        for child in token.children or ():
            if child.type == "link_open":
                reading.links.append(str(child.attrs["href"]))
            elif child.type in ("image", "html_inline", "s_open"):
                reading.active.append(child.type)
            elif child.type == "code_inline":
                reading.code.append(child.content)
            elif child.type == "text":
                reading.words.append(child.content)
                if in_heading:
                    reading.headings[-1] += child.content
    return reading
