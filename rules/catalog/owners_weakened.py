"""Code owners weakened.

What: CODEOWNERS loses an owner, or a later rule empties an earlier one.
Why: changes there no longer ask the people who look after it.
Instead: let the owner who leaves agree.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="code owners weakened",
    severity=Severity.HIGH,
    instead="Let the owner who loses a say agree to it.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        is_owners = file.name == "CODEOWNERS" or (file.file.previous_path or "").endswith("CODEOWNERS")
        if not is_owners or file.is_quiet:
            continue
        if file.is_removed or file.name != "CODEOWNERS":
            yield rule.finding(file, "The file of code owners is gone.", evidence=file.path)
            continue
        before, after = _rules(file.before_text), _rules(file.after_text)
        for pattern, (_number, owners) in before.items():
            now = after.get(pattern)
            if now is None and owners and not _covered(pattern, owners, after):
                yield rule.finding(
                    file,
                    f"{pattern} loses its owners {' '.join(owners)}.",
                    evidence=f"{pattern} {' '.join(owners)}",
                    severity=Severity.HIGH if _is_there(view, pattern) else Severity.REVIEW,
                )
            elif now is not None and set(owners) - set(now[1]):
                gone = " ".join(sorted(set(owners) - set(now[1])))
                line = now[0] if now[0] in file.new_numbers else None
                yield rule.finding(
                    file,
                    f"{pattern} loses its owners {gone}.",
                    line=line,
                    evidence=f"{pattern} {gone}",
                    severity=Severity.REVIEW if set(owners) & set(now[1]) else Severity.HIGH,
                )
        for pattern, (number, owners) in after.items():
            earlier = [
                other for other, (at, others) in after.items() if at < number and others and (set(others) - set(owners))
            ]
            broad = pattern in ("*", "/*", "**", "/", "/**")
            if (
                number in file.new_numbers
                and pattern not in before
                and (broad and earlier or not owners and (earlier or "*" in after))
            ):
                yield rule.finding(
                    file, f"{pattern} comes later and takes the place of the owners above it.", line=number
                )
        if (
            before
            and list(before) != [name for name in after if name in before]
            and not any(True for name in before if name not in after)
        ):
            yield rule.finding(
                file,
                "The order of the rules changes; the last one that matches wins.",
                line=next(iter(sorted(file.new_numbers)), None),
            )


def _is_there(view: ChangeView, pattern: str) -> bool:
    """False where the pattern is a plain path of which the tree holds nothing any more."""
    plain = pattern.strip("/")
    paths = view.change.head.paths()
    if paths is None or not pattern.startswith("/") or any(sign in plain for sign in "*?["):
        return True
    return any(path == plain or path.startswith(f"{plain}/") for path in paths)


def _rules(text: str) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Pattern to (line, owners); of equal patterns the last one counts, as on GitHub."""
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition(" #")[0].split()
        if words and not words[0].startswith("#"):
            found.pop(words[0], None)
            found[words[0]] = (number, tuple(words[1:]))
    return found


def _covered(pattern: str, owners: tuple[str, ...], after: dict[str, tuple[int, tuple[str, ...]]]) -> bool:
    """A wider rule gives the same owners."""
    return any(
        set(owners) <= set(others) and (other in ("*", "/**", "**") or pattern.startswith(other.rstrip("*")))
        for other, (_line, others) in after.items()
    )
