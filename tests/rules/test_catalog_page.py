"""The page of the rules is what the rules say."""

from __future__ import annotations

from pathlib import Path

from rules.catalog_page import render_page


def test_the_page_is_what_the_rules_say() -> None:
    assert (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8") == render_page()
