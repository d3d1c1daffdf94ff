"""The pages' templates: escaped by default, strict about names, with the words and filters that they use."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from gate import check_hands, page_words, plain_words
from gate.run_state import run_sentence


def render(template: str, **values: Any) -> str:
    """One page as HTML."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("gate"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        shown=page_words.shown,
        shown_line=page_words.shown_line,
        sentence=page_words.sentence,
        first_upper=page_words.first_upper,
        ago=page_words.ago,
        lasting=page_words.lasting,
        moment=page_words.moment,
        runs_in_words=page_words.runs_in_words,
    )
    environment.globals.update(
        STATE=page_words.STATE,
        ACT=page_words.ACT,
        WAY=page_words.WAY,
        PLACE=plain_words.PLACE,
        HAND={kind.value: words for kind, words in plain_words.HAND.items()},
        EVIDENCE=plain_words.EVIDENCE,
        SEVERITY={severity.word: words for severity, words in plain_words.SEVERITY.items()},
        SEVERITY_MEANS={severity.word: words for severity, words in plain_words.SEVERITY_MEANS.items()},
        count=plain_words.count,
        places=plain_words.places,
        severities=plain_words.severities,
        excerpt=page_words.excerpt,
        run_sentence=run_sentence,
        sureness=check_hands.sureness,
        hand_in_words=check_hands.hand_in_words,
    )
    return environment
