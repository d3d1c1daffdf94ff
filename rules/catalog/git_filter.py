"""Git runs a program or hides a diff.

What: git attributes or config make git run a program, or hide files from the diff view.
Why: a filter runs on every checkout; a hidden file is not read in review.
Instead: keep attributes to line ends and known tools.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="git runs a program or hides a diff",
    severity=Severity.HIGH,
    instead="Keep attributes to line ends and known tools.",
)

_RUNS = re.compile(
    r"\b(?:filter|merge|diff)=(?!lfs\b|union\b|ours\b|text\b|binary\b|python\b|golang\b|rust\b|html\b"
    r"|css\b|markdown\b|java\b|ruby\b|php\b|cpp\b|csharp\b|bash\b|tex\b|elixir\b|kotlin\b|bibtex\b"
    r"|scheme\b|ada\b|dts\b|fortran\b|fountain\b|matlab\b|objc\b|pascal\b|perl\b)\S+"
)
_KNOWN = re.compile(
    r"filter=(?:git-crypt|lfs)\b|diff=(?:git-crypt|astextplain|nodiff|lfs|sopsdiffer)\b|merge=(?:binary"
    r"|lfs|npm-merge-driver|merge-package-lock)\b"
)
_HIDES = re.compile(
    r"\blinguist-(?:generated|vendored)\b(?!=false)|(?:^|\s)-diff\b|(?:^|\s)binary\b|export-ignore-diff"
)
_GENERATED = re.compile(
    r"\.lock$|lock\.(?:json|ya?ml)$|\.(?:png|jpe?g|gif|ico|svg|pdf|woff2?|ttf|zip|gz|jar|min\.\w+|snap"
    r"|pb\.\w+|map|mp4|webp|bin|exe|dll|wasm|db|sqlite|parquet|npy)$|(?:^|/)(?:dist|vendor|generated|gen"
    r"|build|third_party|node_modules|__snapshots__)/|generated|\.sum$"
    r"|(?:^|/)docs?/.{0,200}\.mdx?$"
)
_CONFIG = re.compile(
    r"^\s*(?:sshCommand|fsmonitor|hooksPath|pager|editor|external|textconv|clean|smudge|process|helper"
    r"|askPass|insteadOf|pushInsteadOf|url|proxy|path|program|uploadpack|receivepack|command)\s*=|=\s*!",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    r"\bgit\s+config\s[^\n]{0,80}(?:core\.(?:sshCommand|fsmonitor|hooksPath|pager|editor|gitProxy)"
    r"|filter\.\S+\.(?:clean|smudge|process)|diff\.external|credential\.helper|alias\."
    r"|url\.\S+\.insteadOf)\s(?!\s*(?:\\?[\"']{2}|cat\b))",
    re.IGNORECASE,
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.is_removed or file.is_quiet:
            continue
        if file.name == ".gitattributes":
            for line in file.new_lines:
                text = line.text.partition("#")[0] if line.text.lstrip().startswith("#") else line.text
                if _RUNS.search(text) and not _KNOWN.search(text):
                    yield rule.finding(
                        file, "git runs a filter, merge or diff program for these files.", line=line.number
                    )
                elif _HIDES.search(text) and not _GENERATED.search(text.split()[0] if text.split() else ""):
                    yield rule.finding(
                        file, "These files are hidden from the diff view.", line=line.number, severity=Severity.HIGH
                    )
        elif file.name in (".gitconfig", ".lfsconfig") or file.path.endswith((".git/config", "gitconfig")):
            for line in file.new_lines:
                if _CONFIG.search(line.text):
                    yield rule.finding(
                        file,
                        "git settings name a program or another host.",
                        line=line.number,
                        severity=Severity.CRITICAL if "!" in line.text or "sshCommand" in line.text else Severity.HIGH,
                    )
        elif file.is_live and file.reached is not None:
            for line in file.new_lines:
                if _COMMAND.search(line.text):
                    yield rule.finding(file, "git is told to run a program.", line=line.number)
