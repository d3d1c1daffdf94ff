"""A word of source mixes letters of two scripts that look alike.

What: an identifier or key in which Latin letters stand next to Cyrillic, Armenian, Cherokee or full-width ones, or a Greek omicron.
Why: it reads like a known name and is another one, so a check or a call can be shadowed in plain sight.
Instead: write the word in one script.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Category, Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="word mixes scripts that look alike",
    severity=Severity.HIGH,
    instead="Write the word in one script.",
    reason="lookalike-name",
)

_WORD = re.compile(r"\w{2,200}")
_LATIN = re.compile(r"[A-Za-z]")
_OTHER = re.compile("[\u0400-\u052f\u0531-\u058f\u13a0-\u13ff\uab70-\uabbf\uff21-\uff5a\u03bf\u039f]")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.is_test or file.is_quiet or file.is_prose or not (file.is_code or file.categories):
            continue
        for line in file.file.added:
            if line.text.isascii():
                continue
            word = next(
                (word for word in _WORD.findall(line.text[:20_000]) if _LATIN.search(word) and _OTHER.search(word)), ""
            )
            if word:
                yield rule.finding(
                    file,
                    f"The word {word[:60]} mixes letters of two scripts.",
                    line=line.number,
                    category=None if file.categories else Category.CONTENT,
                )
