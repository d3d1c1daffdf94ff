"""Build-tool wrapper changes.

What: a build-tool wrapper changes: its binary, or the place or checksum that it downloads from.
Why: the wrapper fetches and starts the whole build tool, so whoever controls it controls every build.
Instead: take wrapper files from the tool's own release, and keep address and checksum lines.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.edited import first_place
from rules.finding import Finding, Severity
from rules.hosts import hosts_in
from rules.rule import Rule

rule = Rule(
    __name__,
    title="build-tool wrapper changes",
    severity=Severity.HIGH,
    instead="Take the wrapper from the tool's own release; keep its address and checksum.",
)

_JAR = re.compile(r"(?:gradle|maven|wrapper)[^/]*\.jar$", re.IGNORECASE)
_PROPERTIES = re.compile(
    r"(?:gradle|maven)-wrapper\.properties$|(?:^|/)\.bazeliskrc$|(?:^|/)\.mvn/wrapper/[^/]+\.properties$"
)
_SCRIPT = re.compile(r"(?:^|/)(?:gradlew|mvnw)(?:\.bat|\.cmd)?$")
_OFFICIAL = frozenset({"services.gradle.org", "repo.maven.apache.org", "repo1.maven.org", "downloads.gradle.org"})


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.live:
        if _JAR.search(file.path) and (file.file.is_binary or file.is_new_here):
            yield rule.finding(
                file, "The wrapper's program itself changes, and a diff cannot show how.", evidence=file.path
            )
        elif _PROPERTIES.search(file.path) and not file.is_removed:
            yield from _properties(file)
        elif _SCRIPT.search(file.path) and file.path not in view.found and _has_changed(file):
            yield rule.finding(file, "The wrapper script changes.", line=first_place(file), severity=Severity.REVIEW)


def _has_changed(file: FileView) -> bool:
    return not file.only_comments_changed and bool(file.file.added or file.file.removed or file.file.is_binary)


def _properties(file: FileView) -> Iterator[Finding]:
    before, after = _read(file.before_text), _read(file.after_text)
    for key, (line, value) in after.items():
        old = before.get(key, (0, ""))[1]
        if key.lower().endswith("url") and value != old:
            hosts = hosts_in(value.replace("\\:", ":"))
            known = set(hosts_in(old.replace("\\:", ":"))) | _OFFICIAL
            dropped = any("sha256" in name.lower() for name in before) and not any(
                "sha256" in name.lower() for name in after
            )
            foreign = bool(hosts) and not set(hosts) <= known
            if foreign or not value.replace("\\:", ":").startswith("https://"):
                yield rule.finding(
                    file, "The whole build tool now comes from another place.", line=line, severity=Severity.CRITICAL
                )
            elif dropped:
                yield rule.finding(file, "The download's checksum line is gone.", line=line)
            elif (
                old
                and not any(
                    "sha256" in name.lower() and after[name][1] != before.get(name, (0, ""))[1] for name in after
                )
                and any("sha256" in name.lower() for name in after)
            ):
                yield rule.finding(
                    file, "The address changes while the checksum stays.", line=line, severity=Severity.REVIEW
                )
            else:
                yield rule.finding(file, "The wrapper fetches another version.", line=line, severity=Severity.REVIEW)
        elif (
            "sha256" in key.lower()
            and old
            and value != old
            and not any(
                name.lower().endswith("url") and after[name][1] != before.get(name, (0, ""))[1] for name in after
            )
        ):
            yield rule.finding(
                file, "The checksum changes while the address stays.", line=line, severity=Severity.CRITICAL
            )
        elif key == "validateDistributionUrl" and value == "false":
            yield rule.finding(file, "The address is no longer checked.", line=line)
    gone = [key for key in before if "sha256" in key.lower() and key not in after]
    if gone and not any(key.lower().endswith("url") and after[key][1] != before.get(key, (0, ""))[1] for key in after):
        yield rule.finding(file, "The download's checksum line is gone.", evidence=gone[0])


def _read(text: str) -> dict[str, tuple[int, str]]:
    found = {}
    for number, line in enumerate(text.split("\n"), 1):
        key, sign, value = line.partition("=")
        if sign and not line.lstrip().startswith("#"):
            found[key.strip()] = (number, value.strip())
    return found
