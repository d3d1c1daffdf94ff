"""Examples of the rule `wrapper-replaced`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, change, edit

GRADLE = "gradle/wrapper/gradle-wrapper.properties"
OLD = "distributionUrl=https\\://services.gradle.org/distributions/gradle-8.9-bin.zip\ndistributionSha256Sum=aa\n"
BAD: dict[str, Bad] = {
    "another host": Bad(edit(GRADLE, OLD, OLD.replace("services.gradle.org", "gradle.example.net")), GRADLE, 1),
    "the checksum goes": Bad(edit(GRADLE, OLD, OLD.partition("\n")[0] + "\n"), GRADLE, None),
    "another checksum for the same file": Bad(edit(GRADLE, OLD, OLD.replace("=aa", "=bb")), GRADLE, 2),
    "the jar is replaced": Bad(
        change({}, {"gradle/wrapper/gradle-wrapper.jar": "PK"}), "gradle/wrapper/gradle-wrapper.jar", None
    ),
}
GOOD: dict[str, Change] = {
    "a time-out": edit(GRADLE, OLD, OLD + "networkTimeout=10000\n"),
    "a page about wrappers": edit("docs/wrapper.md", "a\n", "distributionUrl=https://x.example.net\n"),
}
