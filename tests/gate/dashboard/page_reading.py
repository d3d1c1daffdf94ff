"""Reads a page: its elements and attributes, its headings, its words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "img", "br", "path", "circle"}
BLOCKS = {"p", "li", "dt", "dd", "h1", "h2", "h3", "h4", "div", "summary"}
# All that our templates are made of. No script, style, form, frame, object, base or media.
ELEMENTS = set(
    "html head meta title link body a header nav main h1 h2 h3 h4 p span section div ol ul li dl dt dd svg path circle code pre mark"
    " time strong details summary aside img br".split()
)
ATTRIBUTES = set(
    "lang charset name content http-equiv rel href type class id aria-label aria-labelledby aria-current aria-hidden focusable viewbox d"
    " fill stroke stroke-width stroke-linecap stroke-linejoin cx cy r datetime title data-line src alt width height open".split()
)


@dataclass
class Page(HTMLParser):
    """One page, taken apart."""

    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            self.parts.append(" ")
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append((int(tag[1]), ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if tag in BLOCKS:
            self.parts.append(" ")
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.parts.append(data)
        if any(re.fullmatch("h[1-6]", tag) for tag in self.open):
            level, words = self.headings[-1]
            self.headings[-1] = (level, words + data)

    @property
    def words(self) -> str:
        return " ".join("".join(self.parts).split())

    @property
    def links(self) -> list[str]:
        return [attributes["href"] for tag, attributes in self.elements if tag == "a"]

    @property
    def strangers(self) -> set[str]:
        """Elements and attributes that no template of ours has."""
        return {tag for tag, _ in self.elements if tag not in ELEMENTS} | {
            name for _, attributes in self.elements for name in attributes if name not in ATTRIBUTES
        }


def read_page(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    return page
