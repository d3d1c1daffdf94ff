"""Downloaded and run unchecked.

What: something is downloaded and run, or run by a package runner at no fixed version, and nothing checks what came.
Why: whoever holds the other end decides, each time anew, what runs here.
Instead: download a fixed version, compare its checksum, then run it.
"""

import re
from collections.abc import Iterator

from rules.change import Absent, Line
from rules.change_view import ChangeView, FileView
from rules.finding import Category, Finding, Severity
from rules.hosts import hosts_in
from rules.known_names import VENDOR_INSTALLERS
from rules.rule import Rule
from rules.running_lines import running_files, running_lines
from rules.running_text import fetches_and_runs, runs_code, runs_what_it_fetched

rule = Rule(
    __name__,
    title="downloaded and run unchecked",
    severity=Severity.CRITICAL,
    instead="Fetch a fixed version, compare its checksum, then run it.",
)

_RUNNER = re.compile(
    r"(?:\bnpx|\bbunx|\b(?:pnpm|yarn)\s+dlx|\buvx|\bpipx\s+run|\buv\s+tool\s+run|\bnpm\s+exec"
    r"|\bdeno\s+run)\s+(?:(?:-y|--yes|-q|--quiet|-A|--no-cache|--)\s+){0,4}(@?[\w.-]+(?:/[\w.-]+)?(?:(?:@"
    r"|==|:)[\w.^~-]+)?)"
)
_VERSIONED = re.compile(r"(?:==|@)\d|@[0-9a-f]{7,40}$|@v\d")
_FROM_ADDRESS = re.compile(
    r"\bpip3?\s+install\s[^\n]{0,200}(?:git\+https?|https?)://(?![^\s]{0,300}(?:#sha256=|@[0-9a-f]{40}))"
    r"|\b(?:npm|pnpm|yarn)\s+(?:install|i|add)\s[^\n]{0,200}(?:https?://|git\+)|\bgo\s+(?:run"
    r"|install)\s+\S{1,200}@(?:latest|main|master)\b"
    r"|\bcargo\s+install\s[^\n]{0,100}--git\b(?![^\n]{0,200}--rev)"
    r"|\bgem\s+install\s[^\n]{0,100}--source\s+http"
)

_ADDED = re.compile(r"\s*ADD\s+(?!(?:--\S+\s+){0,4}--checksum=)(?:--\S+\s+){0,5}https?://", re.IGNORECASE)
_NUMBERS = re.compile(r"v?\d[\w.-]*")
_SHELL_FILE = re.compile(r"\.(?:sh|bash|zsh|fish|ps1|psm1|bat|cmd)\Z|(?:^|/)[^./]+\Z", re.IGNORECASE)
_BLOCK = re.compile(r"^\s*(?:-\s+)?(?:[\w\"'-]+\s*:\s*)?\|\s*$")  # YAML's sign for the text that follows


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in running_files(view):
        if file.is_prose and Category.AGENT_CONFIG not in file.categories:
            continue
        lines = list(running_lines(file))
        found: set[int] = set()
        for line in lines:
            if fetches_and_runs(line.text) or _split_pipe(file, line):
                found.add(line.number)
                yield rule.finding(
                    file,
                    "Something is downloaded and run without a check.",
                    line=line.number,
                    severity=_severity(view, file, line.text),
                )
        for line in runs_what_it_fetched(lines, file.after_text):
            if line.number not in found:
                found.add(line.number)
                yield rule.finding(
                    file,
                    "A file is downloaded here and run below without a check.",
                    line=line.number,
                    severity=_severity(view, file, line.text),
                )
        for line in lines:
            if _ADDED.match(line.text) and "dockerfile" in file.name.lower():
                yield rule.finding(
                    file,
                    "An image takes in a file from an address, and no checksum is told.",
                    line=line.number,
                    severity=Severity.HIGH,
                )
        for line in lines:
            if line.number not in found and file.is_live and _unpinned(view, file, line.text):
                yield rule.finding(
                    file,
                    "A program is fetched at no fixed version and run.",
                    line=line.number,
                    severity=Severity.REVIEW if file.is_prose else Severity.HIGH,
                )


def _severity(view: ChangeView, file: FileView, text: str) -> Severity:
    if not file.is_live and not _SHELL_FILE.search(file.path) and not runs_code(text):
        return Severity.REVIEW  # a program that prints how it is installed
    hosts = hosts_in(text)
    folded = _NUMBERS.sub("0", text.strip())
    if any(
        _NUMBERS.sub("0", line.text.strip()) == folded and hosts_in(line.text) == hosts for line in file.file.removed
    ):
        return Severity.REVIEW  # the same line asks for another version
    if hosts and set(hosts) <= VENDOR_INSTALLERS and "http://" not in text:
        return Severity.HIGH
    return Severity.CRITICAL if not hosts or view.new_hosts(text) or "http://" in text else Severity.HIGH


def _split_pipe(file: FileView, line: Line) -> bool:
    """A fetch whose pipe into a shell stands on the next line."""
    next_begins = file.line_text(line.number + 1).lstrip().startswith("| ")
    if not (next_begins or line.text.rstrip().endswith(("\\", "|", "| \\"))) or _BLOCK.search(line.text):
        return False
    following = " ".join(file.line_text(line.number + step).strip() for step in range(1, 4))
    return fetches_and_runs(f"{line.text.rstrip().rstrip(chr(92))} {following}")


def _unpinned(view: ChangeView, file: FileView, text: str) -> bool:
    for match in _RUNNER.finditer(text[:20_000]):
        package = match.group(1)
        if package.startswith((".", "-", "$")) or _VERSIONED.search(package):
            continue
        manifest = view.change.head.read("package.json")
        if not isinstance(manifest, Absent) and f'"{package}"' in manifest:
            continue
        if any(
            re.search(rf"\b(?:npx|bunx|dlx|uvx|run)\s+(?:-\S+\s+)*{re.escape(package)}(?![\w@/-])", line.text)
            for line in file.file.removed
        ):
            continue
        if (
            match.group(0).startswith("npx")
            and "/" not in package
            and "-y" not in match.group(0)
            and "--yes" not in match.group(0)
        ):
            continue
        return True
    return bool(_FROM_ADDRESS.search(text))
