"""Maven's pom.xml and Gradle's build files and version catalogs: which packages they ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from rules.errors import FormatError
from rules.formats.dependency import Dependency
from rules.formats.node import Node
from rules.formats.positioned_toml import read_toml

_MAX_DEPTH = 60
_COORDINATES = re.compile(
    r"""["']([A-Za-z0-9_.-]{1,100}:[A-Za-z0-9_.-]{1,100})(?::([^"':@\n]{1,60}))?[^"'\n]{0,40}["']"""
)
_PLUGIN = re.compile(r"""\bid\s*\(?\s*["']([\w.-]{1,100})["']\s*\)?(?:\s+version\s+["']([^"'\n]{1,60})["'])?""")
_CONFIGURATION = re.compile(
    r"^\s*(?:api|implementation|compileOnly|runtimeOnly|test\w+|annotationProcessor|kapt\w*|ksp\w*"
    r"|classpath|debug\w+|provided|compile|runtime|androidTest\w+|platform|constraints)\b"
)


@dataclass(slots=True)
class Element:
    """One XML element: name without namespace, its line, text and children."""

    name: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def child(self, name: str) -> Element | None:
        """The first child of a name."""
        return next((one for one in self.children if one.name == name), None)

    def text_at(self, name: str) -> str:
        """The text of the first child of a name; empty when there is none."""
        found = self.child(name)
        return found.text.strip() if found is not None else ""

    def walk(self, name: str) -> list[Element]:
        """Every element of a name at any depth."""
        found = [self] if self.name == name else []
        for one in self.children:
            found.extend(one.walk(name))
        return found


def read_xml(text: str) -> Element:
    """An XML text as elements; document types and entities are refused. Raises `FormatError`."""
    root = Element("", 1, {})
    stack = [root]
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(stack) > _MAX_DEPTH:
            raise FormatError(parser.CurrentLineNumber, f"is nested deeper than {_MAX_DEPTH} levels")
        element = Element(name.rpartition(":")[2], parser.CurrentLineNumber, attributes)
        stack[-1].children.append(element)
        stack.append(element)

    def refuse(*_details: object) -> None:
        raise FormatError(parser.CurrentLineNumber, "declares a document type")

    def characters(data: str) -> None:
        stack[-1].text += data

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _name: stack.pop()
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8", "surrogateescape"), True)
    except expat.ExpatError as error:
        raise FormatError(error.lineno, "is not valid XML") from error
    return root


def read_pom(text: str) -> tuple[Dependency, ...]:
    """What a pom.xml asks for: dependencies, plugins, extensions, parent. Raises `FormatError`."""
    root = read_xml(text)
    found = []
    for kind in ("dependency", "plugin", "extension", "parent"):
        for one in root.walk(kind):
            group = one.text_at("groupId") or ("org.apache.maven.plugins" if kind == "plugin" else "")
            version = one.child("version")
            line = version.line if version is not None else one.line
            found.append(
                Dependency(
                    "maven",
                    f"{group}:{one.text_at('artifactId')}",
                    one.text_at("version"),
                    line,
                    origin=f"./{one.text_at('systemPath')}" if one.text_at("systemPath") else "",
                    place=kind,
                    group=kind,
                )
            )
    return tuple(found)


def read_gradle(text: str) -> tuple[Dependency, ...]:
    """Coordinates and plugins that a Gradle build file names, line by line."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        cut = line[:5000]
        if _CONFIGURATION.match(cut):
            for match in _COORDINATES.finditer(cut):
                found.append(Dependency("maven", match.group(1), match.group(2) or "", number))
        for match in _PLUGIN.finditer(cut):
            found.append(
                Dependency("maven", match.group(1), match.group(2) or "", number, place="plugin", group="plugin")
            )
    return tuple(found)


def read_version_catalog(text: str) -> tuple[Dependency, ...]:
    """The libraries and plugins of a Gradle version catalog, with versions looked up. Raises `FormatError`."""
    root = read_toml(text)
    versions = {name: (value.text, line) for name, line, value in (root.child("versions") or Node(1, 1)).pairs()}
    found = []
    for group in ("libraries", "plugins"):
        for _alias, line, value in (root.child(group) or Node(1, 1)).pairs():
            name = (
                value.text_at("module")
                or ":".join(filter(None, (value.text_at("group"), value.text_at("name"))))
                or value.text_at("id")
            )
            version = value.text_at("version")
            if value.text and ":" in value.text:
                name, _, version = value.text.rpartition(":")
            reference = value.text_at("version", "ref")
            if reference in versions:
                version, line = versions[reference]
            found.append(Dependency("maven", name, version, line, place=group))
    return tuple(found)
