"""Lockfile and manifest are at odds.

What: the lockfile changes what is installed while the manifest does not ask for it.
Why: a package can be slipped in, or moved out of the asked range, where nobody reads.
Instead: make the lockfile anew from the manifest.
"""

from collections.abc import Iterator

from rules.change import Absent
from rules.change_view import ChangeView, FileView
from rules.dependency_change import DependencyChange, dependencies, dependency_changes, is_locked
from rules.errors import FormatError
from rules.finding import Finding, Severity
from rules.formats.dependency_files import MANIFEST_OF, reader_for
from rules.formats.npm_packages import lock_requests, read_package_json
from rules.formats.positioned_json import read_json
from rules.rule import Rule
from rules.versions import out_of_range

rule = Rule(
    __name__,
    title="lockfile and manifest are at odds",
    severity=Severity.HIGH,
    instead="Make the lockfile anew from the manifest.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.live:
        if file.name != "package-lock.json" or file.is_removed:
            continue
        folder = file.path.rpartition("/")[0]
        manifest_path = f"{folder}/package.json".lstrip("/")
        manifest = view.change.head.read(manifest_path)
        document = file.parsed(read_json)
        if isinstance(manifest, Absent) or document is None:
            continue
        try:
            asked = {
                one.name: (one.version, one.line)
                for one in read_package_json(manifest)
                if not one.is_redirect or one.version.startswith("npm:")
            }
        except FormatError:
            continue
        earlier = file.parsed(read_json, after=False)
        before = lock_requests(earlier) if earlier is not None else {}
        for name, spec in lock_requests(document).items():
            if before.get(name) != spec and (name not in asked or asked[name][0] != spec):
                line = next(
                    (number for number in sorted(file.new_numbers) if f'"{name}"' in file.line_text(number)), None
                )
                yield rule.finding(file, f"The lockfile asks for {name} {spec}, the manifest does not.", line=line)
    for change in dependency_changes(view):
        if not is_locked(change) or change.after is None or change.after.version in ("", None):
            continue
        asked_for = _asked(change)
        if (
            asked_for
            and change.before is not None
            and change.before.version != change.after.version
            and out_of_range(change.after.version, asked_for)
            and not any(
                one.name == change.name and one.version and not out_of_range(one.version, asked_for)
                for one in dependencies(change.file) or ()
            )
        ):
            yield rule.finding(
                change.file,
                f"{change.name} {change.after.version} is not what the manifest asks for ({asked_for}).",
                line=change.after.line,
            )


def _asked(change: DependencyChange) -> str:
    """The range that the manifest next to the lockfile states for a direct dependency; empty when it is indirect."""
    if change.after is None or "/node_modules/" in change.after.place.removeprefix("node_modules/"):
        return ""
    asked = change.file.remembered(_ranges).get(change.name, "")
    # Cargo reads a bare version as a caret range.
    return f"^{asked}" if change.after.ecosystem == "cargo" and asked[:1].isdigit() else asked


def _ranges(file: FileView) -> dict[str, str]:
    """Name to range of every direct dependency in the manifest next to a lockfile; empty when it cannot be read."""
    folder = file.path.rpartition("/")[0]
    for name in MANIFEST_OF.get(file.name.lower(), ()):
        path = f"{folder}/{name}".lstrip("/")
        text = file.view.change.head.read(path)
        reader = reader_for(path)
        if isinstance(text, Absent) or reader is None:
            continue
        try:
            return {one.name: one.version for one in reader(text) if not one.is_redirect}
        except FormatError:
            return {}
    return {}
