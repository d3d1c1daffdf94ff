"""Makefiles: targets with their prerequisites and recipe lines, files that are included, and text that runs while parsing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_RULE = re.compile(r"^([^\s#:=][^:=#\n]{0,400}?)\s*::?(?!=)\s*([^;#\n]*)(?:;\s*(.*))?$")
_INCLUDE = re.compile(r"^\s*-?s?include\s+(.+)$")


@dataclass(slots=True)
class Target:
    """One target: what it needs first, and its recipe lines (line number, text)."""

    line: int
    needs: list[str] = field(default_factory=list)
    recipe: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class Makefile:
    """Targets by name (in the order of the text, so the first one is the default), and included names."""

    targets: dict[str, Target] = field(default_factory=dict)
    includes: list[str] = field(default_factory=list)

    def reached_from(self, names: tuple[str, ...]) -> dict[str, Target]:
        """The targets that `make NAMES` runs, prerequisites included; without names the first target."""
        waiting = list(names) or [name for name in self.targets if not name.startswith(".")][:1]
        found: dict[str, Target] = {}
        while waiting and len(found) < 500:
            name = waiting.pop()
            target = self.targets.get(name)
            if target is not None and name not in found:
                found[name] = target
                waiting.extend(target.needs)
        return found


def read_makefile(text: str) -> Makefile:
    """Reads a Makefile's text; it never refuses, since make itself takes nearly anything."""
    makefile = Makefile()
    current: list[Target] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("\t"):
            for target in current:
                target.recipe.append((number, line[1:]))
            continue
        include = _INCLUDE.match(line)
        if include:
            makefile.includes.extend(include.group(1).split())
            continue
        rule = _RULE.match(line)
        if rule:
            current = []
            for name in rule.group(1).split():
                target = makefile.targets.setdefault(name, Target(line=number))
                target.needs.extend(rule.group(2).split())
                if rule.group(3):
                    target.recipe.append((number, rule.group(3)))
                current.append(target)
        elif line.strip() and not line.lstrip().startswith("#"):
            current = []
    return makefile
