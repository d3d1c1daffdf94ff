"""Test removed or skipped while its code stays.

What: a test, or what it asserts, is deleted or skipped while the code that it covers stays. Where program code goes in the
same change, or tests come elsewhere, the finding is a mere review.
Why: what the test guarded can now break without a sound.
Instead: mend the test, or remove it together with what it covers.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.finding import Category, Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="test removed or skipped while its code stays",
    severity=Severity.HIGH,
    instead="Mend the test, or remove it together with what it covers.",
)

_TEST_NAME = re.compile(
    r"(?:^|/)test_[^/]*\.\w+$|(?:_test|\.test|\.spec|_spec|Tests?)\.\w+$|(?:^|/)(?:tests?|spec"
    r"|__tests__)/.+\.\w+$"
)
_TEST_FILE = re.compile(r"(?:^|/)test_[^/]*\.\w+$|(?:_test|\.test|\.spec|_spec|Tests?)\.\w+$")
_SKIP = re.compile(
    r"@(?:pytest\.mark\.)?(?:skip|xfail|skipif)\b|@unittest\.(?:skip|expectedFailure)|\bpytest\.skip\("
    r"|self\.skipTest\(|\b(?:it|test|describe|context)\.(?:skip|todo|fixme)\b|(?:^|\s)x(?:it|describe"
    r"|test)\(|\b(?:it|test|describe)\.only\(|\bt\.Skip(?:Now|f)?\(|@(?:Ignore|Disabled)\b|#\[ignore"
    r"|\[(?:Ignore|Skip)\b|\bSkip\s*=\s*\"|\bmarkTestSkipped\(|\bpending\s*(?:\(|$)|@tag\s+:skip"
    r"|\breturn\s*;?\s*//\s*skip",
)
_CASE = re.compile(
    r"^\s*(?:async\s+)?(?:def|func|fn|function|void|public\s+void)\s+((?:[Tt]est|should|it_)\w*)"
    r"|^\s*(?:it|test|scenario|specify)\s*\(?\s*[\"'`]([^\"'`\n]{1,200})",
    re.MULTILINE,
)
_CONDITIONAL = re.compile(
    r"skip_?(?:if|unless)|\btest\.(?:skip|fixme)\(\s*[^\s\"'`)]|\?\s*\w+\s*:\s*\w+\.skip\b|\?\s*\w+\.skip\s*:|\bskip\w*\([^\n]{0,80}(?:not (?:available|installed|found|set"
    r"|supported)|unavailable|unsupported|requires?\b|missing|only on|short mode)",
    re.IGNORECASE,
)
_SET_UP_FAILS = re.compile(r"\bt\.(?:Fatal|Error)f?\(\s*(?:err\b|\"(?:[Ff]ailed|[Cc]ould not|[Cc]annot) )")
_CONDITION = re.compile(r"\s*(?:\}\s*else\s+)?if\b")
_CASE_NAMES = re.compile(r"\b(?:def|func|fn)\s+([Tt]est\w+)")
_ASSERTS = re.compile(
    r"\bassert\w*\b|\bexpect\(|\.should\b|\brequire\.\w+\(|\bt\.(?:Error|Fatal)f?\(|\bverify\(|\braises\("
    r"|\bself\.(?:assert|fail)\w*"
)
_TRIVIAL = re.compile(
    r"\bassert\s+(?:True|1|not\s+False|1\s*==\s*1)\s*$|\bassert(?:True|_true)?\(\s*true\s*\)"
    r"|\bexpect\(\s*(?:true|1)\s*\)\.to(?:Be|Equal)\(\s*(?:true|1)|\bassert\s+.{1,100}\bor\s+True\b"
    r"|\bassert!\(\s*true\s*\)"
)
_DEFINES = re.compile(
    r"^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:pub\s+)?(?:def|func|fn|function|class|const"
    r"|struct)\s+(?:\([^)]{0,60}\)\s*)?(\w+)"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        previous = file.file.previous_path or ""
        if _TEST_FILE.search(previous) and not _TEST_FILE.search(file.path) and not file.is_removed:
            yield rule.finding(
                file,
                f"The test {previous[:120]} moves to a name under which no test runs.",
                evidence=previous,
                category=None if file.categories else Category.CONTENT,
            )
        if not file.is_test or file.is_quiet or "fixture" in file.tags or not file.is_code:
            continue
        if file.is_removed:
            if _TEST_NAME.search(file.path) and not _code_is_gone(view, file):
                stays = not _may_be_rewritten(view, file) and _code_stays(view, file)
                yield rule.finding(
                    file,
                    f"A test file is deleted{' while the code that it covers stays' if stays else ''}.",
                    evidence=file.path,
                    severity=Severity.HIGH if stays else Severity.REVIEW,
                    category=None if file.categories else Category.CONTENT,
                )
            continue
        for line in file.file.added:
            if _SKIP.search(line.text) and not any(_SKIP.search(old.text) for old in file.file.removed):
                if _belongs_to_new_test(file, line.number) or _CONDITION.match(file.line_text(line.number - 1)):
                    continue
                yield rule.finding(
                    file,
                    "A test is skipped.",
                    line=line.number,
                    severity=Severity.REVIEW if _CONDITIONAL.search(line.text) else Severity.HIGH,
                    category=None if file.categories else Category.CONTENT,
                )
        yield from _gone(view, file)


def _belongs_to_new_test(file: FileView, number: int) -> bool:
    """The test around a line, or right below a decorator there, is new itself."""
    below = (
        range(number, number + 3) if file.line_text(number).lstrip().startswith(("@", "#[")) else range(number, 0, -1)
    )
    for other in below:
        if _CASE.search(file.line_text(other)):
            return other in file.new_numbers
    return False


def _gone(view: ChangeView, file: FileView) -> Iterator[Finding]:
    before = [match.group(1) or match.group(2) for match in _CASE.finditer(file.before_text)]
    after = [match.group(1) or match.group(2) for match in _CASE.finditer(file.after_text)]
    lost = [name for name in before if name not in after]
    if len(lost) > len([name for name in after if name not in before]) and not _code_is_gone(view, file, lost):
        yield rule.finding(
            file,
            f"{len(lost)} tests are removed: {', '.join(lost[:3])}.",
            evidence=" ".join(lost[:5]),
            severity=Severity.REVIEW if _may_be_rewritten(view, file) else Severity.HIGH,
            category=None if file.categories else Category.CONTENT,
        )
        return
    asserted = sum(1 for line in file.file.removed if _asserts(line.text))
    asserts = sum(1 for line in file.file.added if _ASSERTS.search(line.text))
    trivial = next((line for line in file.file.added if _TRIVIAL.search(line.text)), None)
    if asserted and trivial is not None:
        yield rule.finding(
            file,
            "What the test asserts is always true now.",
            line=trivial.number,
            category=None if file.categories else Category.CONTENT,
        )
    elif asserted and not asserts and not lost:
        yield rule.finding(
            file,
            "What the test asserts is removed.",
            evidence=next(line.text for line in file.file.removed if _asserts(line.text)),
            severity=Severity.REVIEW if _may_be_rewritten(view, file) else Severity.HIGH,
            category=None if file.categories else Category.CONTENT,
        )


def _asserts(text: str) -> bool:
    """The line asserts something; in Go the lines that stop a test whose set-up fails look the same and say so."""
    return bool(_ASSERTS.search(text)) and not _SET_UP_FAILS.search(text)


def _may_be_rewritten(view: ChangeView, file: FileView) -> bool:
    """Weak evidence: program code loses lines too, or other tests gain as many cases as this file loses."""
    if any(other.is_code and not other.is_test and other.file.removed for other in view.files):
        return True
    gained = sum(
        1
        for other in view.files
        if other is not file and other.is_test
        for line in other.file.added
        if _CASE.search(line.text)
    )
    return gained >= sum(1 for line in file.file.removed if _CASE.search(line.text)) > 0


def _code_stays(view: ChangeView, file: FileView) -> bool:
    """A source file of the test's name is there after the change."""
    stem = _stem(file)
    return any(
        path.rpartition("/")[2].split(".")[0].lower() == stem and not _TEST_NAME.search(path)
        for path in view.change.head.paths() or ()
    )


def _stem(file: FileView) -> str:
    return re.sub(r"^test_|_test$|\.test$|\.spec$|_spec$|Tests?$", "", file.name.split(".")[0]).lower()


def _code_is_gone(view: ChangeView, file: FileView, lost: list[str] | None = None) -> bool:
    """The change also removes or renames a source file of the test's name, moves the test, or deletes what the lost tests name."""
    stem = _stem(file)
    for other in view.files:
        if other is file or other.is_test and other.is_removed:
            continue
        base = other.name.split(".")[0].lower()
        previous = (other.file.previous_path or "").rpartition("/")[2].split(".")[0].lower()
        if other.is_removed and (base == stem or stem in base or base in stem):
            return True
        if previous and previous == stem:
            return True
        if (
            other.is_test
            and other.file.added
            and not lost
            and any(name in other.after_text for name in _CASE_NAMES.findall(file.before_text)[:20])
        ):
            return True
        if lost and not other.is_test and other.is_code and _defines_less(other, lost):
            return True
        if lost and other.is_test and all(name in other.after_text for name in lost):
            return True
    return False


def _defines_less(other: FileView, lost: list[str]) -> bool:
    """The source file loses a definition whose name is part of a lost test's name or text."""
    gone = {name.lower() for line in other.file.removed for name in _DEFINES.findall(line.text)} - {
        name.lower() for line in other.file.added for name in _DEFINES.findall(line.text)
    }
    words = [re.sub(r"[_ ]|^test", "", name.lower()) for name in lost]
    return any(
        name.replace("_", "") == word or len(name) > 2 and name.replace("_", "") in word
        for name in gone
        for word in words
    )
