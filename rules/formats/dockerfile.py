"""Dockerfiles: instructions with their lines, continued lines joined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_INSTRUCTION = re.compile(r"^\s*([A-Za-z]{2,20})\s+(.*)$")
_VARIABLE = re.compile(r"\$\{?(\w{1,60})\}?")
_SYNTAX = re.compile(r"^#\s*syntax\s*=\s*(\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction: upper-case word, its text on one line, first and last line number."""

    word: str
    text: str
    line: int
    end_line: int


def read_dockerfile(text: str) -> tuple[Instruction, ...]:
    """All instructions; the `syntax` directive (an image that reads the rest) comes as instruction `SYNTAX`."""
    return tuple(_instructions(text))


def _instructions(text: str) -> Iterator[Instruction]:
    word, start = "", 0
    parts: list[str] = []
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.rstrip("\r")
        syntax = _SYNTAX.match(line)
        if syntax and number == 1:
            yield Instruction("SYNTAX", syntax.group(1), number, number)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not word:
            match = _INSTRUCTION.match(line)
            if match is None:
                continue
            word, parts, start = match.group(1).upper(), [], number
            line = match.group(2)
        continued = line.rstrip().endswith(("\\", "`"))
        parts.append(line.rstrip().rstrip("\\`").strip() if continued else line.strip())
        if not continued:
            yield Instruction(word, " ".join(parts), start, number)
            word = ""
    if word:
        yield Instruction(word, " ".join(parts), start, start + len(parts))


def _filled(image: str, defaults: dict[str, str]) -> str:
    """An image that is nothing but one variable, by the default of its `ARG`; others as they stand."""
    variable = _VARIABLE.fullmatch(image)
    return (defaults.get(variable.group(1)) or image) if variable else image


def images_of(instructions: tuple[Instruction, ...]) -> Iterator[tuple[int, str]]:
    """(line, image) of every `FROM`, `COPY --from` and syntax image that is not a stage of the same file."""
    stages: set[str] = set()
    defaults: dict[str, str] = {}
    for instruction in instructions:
        words = instruction.text.split()
        if instruction.word == "FROM":
            names = [word for word in words if not word.startswith("--")]
            if names and names[0].lower() not in stages and names[0].lower() != "scratch":
                yield instruction.line, _filled(names[0], defaults)
            if len(names) >= 3 and names[1].lower() == "as":
                stages.add(names[2].lower())
        elif instruction.word == "ARG" and not stages:
            name, equals, value = instruction.text.partition("=")
            if equals:
                defaults[name.strip()] = value.strip().strip("\"'")
        elif instruction.word == "SYNTAX":
            yield instruction.line, words[0]
        elif instruction.word == "COPY":
            for word in words:
                image = word.removeprefix("--from=")
                if image != word and image.lower() not in stages and not image.isdigit():
                    yield instruction.line, image
