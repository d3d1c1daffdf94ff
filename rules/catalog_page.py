"""The documentation page of the rules, made from the rules themselves so that it cannot lie."""

from __future__ import annotations

from importlib import import_module

from rules.engine import load_rules

_HEAD = """# Rules

What Gate looks for in a change. Each rule is one file in `rules/catalog/`, its examples are in `tests/rules/catalog/`.
This page is made from the rules: `python -m rules.catalog_page > docs/rules.md`.

| severity | meaning |
|---|---|
| review | merely sensitive, an ordinary version bump for instance |
| high | a risk that a person must weigh |
| critical | a clear attack pattern |

A rule's severity is its usual one; single findings may be lower or higher where the change says so.
"""


def render_page() -> str:
    """The whole page in Markdown, one section for each rule, by id."""
    sections = []
    for rule in load_rules():
        document = import_module(f"rules.catalog.{rule.id.replace('-', '_')}").__doc__ or ""
        _title, _, body = document.strip().partition("\n\n")
        facts = f"Severity {rule.severity.word}, confidence {rule.confidence.word}, reason `{rule.reason}`."
        paragraphs = [f"## {rule.id}", f"{rule.title[0].upper()}{rule.title[1:]}. {facts}", *_paragraphs(body)]
        sections.append("\n\n".join(paragraphs))
    return "\n\n".join([_HEAD.rstrip(), *sections]) + "\n"


def _paragraphs(body: str) -> list[str]:
    """What, Why and Instead, each as one paragraph with its word in bold."""
    found: list[str] = []
    for line in body.split("\n"):
        word, sign, rest = line.partition(": ")
        if sign and word in ("What", "Why", "Instead"):
            found.append(f"**{word}:** {rest}")
        elif found:
            found[-1] += f" {line.strip()}"
    return found


if __name__ == "__main__":
    import sys

    sys.stdout.write(render_page())
