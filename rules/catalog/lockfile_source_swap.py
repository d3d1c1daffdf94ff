"""Lockfile entry comes from elsewhere.

What: a lockfile entry now comes from another host, registry or git address.
Why: the manifest still reads the same while other bytes are installed.
Instead: make the lockfile anew from the manifest and the configured registry.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.dependency_change import dependency_changes, is_locked, named_before
from rules.finding import Finding, Severity
from rules.formats.dependency import Dependency
from rules.known_names import OFFICIAL_REGISTRIES
from rules.rule import Rule

rule = Rule(
    __name__,
    title="lockfile entry comes from elsewhere",
    severity=Severity.CRITICAL,
    instead="Make the lockfile anew from the manifest and your registry.",
)

_ONE_REGISTRY = frozenset({"registry.npmjs.org", "registry.yarnpkg.com"})  # two names of the same registry


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in dependency_changes(view):
        new, old = change.after, change.before
        if not is_locked(change) or new is None or not new.host:
            continue
        usual = named_before(change.file).hosts
        if old is not None and old.host and old.host != new.host:
            moved_all = new.host in usual and len(usual) == 1 and old.host not in usual
            same = {old.host, new.host} <= _ONE_REGISTRY and f"/{change.name}/-/" in new.origin
            yield rule.finding(
                change.file,
                f"{change.name} now comes from {new.host} (before: {old.host}).",
                line=_line(change.file, new.line, new.origin),
                severity=Severity.REVIEW if same else Severity.HIGH if moved_all else Severity.CRITICAL,
            )
        elif old is not None and new.is_git and not old.is_git:
            yield rule.finding(
                change.file,
                f"{change.name} now comes from a git address.",
                line=_line(change.file, new.line, new.origin),
            )
        elif old is None and usual and new.host not in usual and new.host in view.new_hosts(new.origin):
            yield rule.finding(
                change.file,
                f"{change.name} comes from {new.host}, unlike every entry before it.",
                line=_line(change.file, new.line, new.origin),
            )
        elif (
            old is not None
            and old.origin
            and old.origin != new.origin
            and (old.version == new.version and new.origin.startswith("http") or _moves_by_address(old, new))
        ):
            yield rule.finding(
                change.file,
                f"{change.name} comes from another address of the same host.",
                line=_line(change.file, new.line, new.origin),
                severity=Severity.REVIEW if _is_own_address(change.name, new) else Severity.HIGH,
            )


def _moves_by_address(old: Dependency, new: Dependency) -> bool:
    """Where the address names the package, and no version is part of it, another address is another package."""
    named = new.ecosystem == "swift" or (new.is_git and old.is_git)
    return named and _address(old.origin) != _address(new.origin)


def _address(origin: str) -> str:
    return origin.partition("#")[0].partition("?")[0].removeprefix("git+").removesuffix(".git").lower()


def _is_own_address(name: str, new: Dependency) -> bool:
    """Of an official registry, which keeps what it once served: the same package under its own name, or PyPI's by content."""
    if new.host == "files.pythonhosted.org":
        return True
    return new.host in OFFICIAL_REGISTRIES and f"/{name}/-/" in new.origin


def _line(file: FileView, start: int, origin: str) -> int:
    """The line of the entry that holds the address itself."""
    bare = origin.partition("#")[0].removeprefix("git+")
    for number in range(start, start + 40):
        if bare and bare in file.line_text(number):
            return number
    return start
