"""The plain name behind a path: what a careless eye, another file system or another tool would take it for."""

from __future__ import annotations

import re
import unicodedata

# Letters that look like a Latin one and that no Unicode normal form folds: Cyrillic, Greek, Armenian, Cherokee and phonetic letters,
# after the confusables data of Unicode Technical Standard 39. Upper case stands apart where the two cases look different.
_TWINS = str.maketrans(
    dict(
        zip(
            "аеіїјорсухѕһԁԛԝѵӏкмтгвнАВЕКМНОРСТУХЅІЈԚԜҺӀѴ"
            "αορνικτυχεγηωβΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
            "օհոսցգԼՏՕՍ"
            "ᎪᎬᏟᏞᎷᏢᎡᏚᎢᏙᎳᎻᎫᏦᏃ"
            "ɑɡıȷɪʟɴʀʏᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱꜰøłđħ"
            "‐‑‒–—−․∕⁄⧸。",
            "aeiijopcyxshdqwvlkmtrbhABEKMHOPCTYXSIJQWhlV"
            "aopviktuxeynwbABEZHIKMNOPTYX"
            "ohnugqLSOU"
            "AECLMPRSTVWHJKZ"
            "agijilnryacdejkmoptuvwzsfoldh"
            "------.///.",
            strict=True,
        )
    )
)

# Anything that makes a name more than a row of ordinary printable ASCII segments.
_ODD = re.compile(
    r"[^\x20-\x7e]|[\\%]|(?:^|/)(?:\.{1,2})?(?:/|$)|[. ](?:/|$)|(?:^|/) |::\$|~[0-9]",
)
# Most names are a row of simple segments; asking that first is quick.
_SIMPLE = re.compile(r"\.?[A-Za-z0-9_@+-]+(?:(?:\.|/\.?)[A-Za-z0-9_@+-]+)*")
_STREAM = re.compile(r"::?\$[A-Za-z_]{1,24}(?=/|$)")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_OCTAL = re.compile(r"\\[0-3][0-7]{2}")
_TWIN_LETTERS = re.compile(r"[01I|]|rn")

# The 8.3 names that NTFS gives to long ones; git itself guards `git~1` and `gitmod~1`.
_SHORT_NAMES = {
    "agents": "agents.md",
    "circle": ".circleci",
    "claude": ".claude",
    "codeow": "codeowners",
    "cursor": ".cursor",
    "devcon": ".devcontainer",
    "docker": "dockerfile",
    "envrc": ".envrc",
    "gitatt": ".gitattributes",
    "github": ".github",
    "gitlab": ".gitlab-ci.yml",
    "gitmod": ".gitmodules",
    "gradle": "gradlew",
    "git": ".git",
    "husky": ".husky",
    "makefi": "makefile",
    "npmrc": ".npmrc",
    "packag": "package.json",
    "pyproj": "pyproject.toml",
    "vscode": ".vscode",
    "workfl": "workflows",
}
_SHORT = re.compile(r"^([a-z0-9]{1,6})~[0-9](?:\.[a-z0-9]{1,3})?$")


def is_plain(path: str) -> bool:
    """Whether a path is its own plain name: printable ASCII, no empty or dotted segment, no dot or space at a segment's end."""
    return _SIMPLE.fullmatch(path) is not None or _ODD.search(path) is None


def fold(path: str) -> str:
    """The plain name of a path.

    In this order: percent and octal escapes undone, backslashes turned, compatibility forms folded (NFKC), invisible and control
    characters and accents dropped, look-alike letters replaced, NTFS stream names cut, dots and spaces around segments
    dropped, `.` and `..` resolved, 8.3 short names written out. Case stays.
    """
    text = _PERCENT.sub(lambda found: chr(int(found[0][1:], 16)), path)
    text = _OCTAL.sub(lambda found: chr(int(found[0][1:], 8)), text)
    text = unicodedata.normalize("NFKC", text.replace("\\", "/"))
    text = "".join(
        character
        for character in unicodedata.normalize("NFD", text)
        if character.isascii() or not _is_invisible(character)
    )
    text = "".join(character for character in text if character >= " " and character != "\x7f").translate(_TWINS)
    segments: list[str] = []
    for segment in _STREAM.sub("", text).split("/"):
        name = segment.strip(" ") if segment.strip(" ") in (".", "..") else segment.lstrip(" ").rstrip(". ")
        if name == "..":
            del segments[-1:]
        elif name not in ("", "."):
            segments.append(_long_name(name))
    return "/".join(segments)


def twins(segment: str) -> tuple[str, ...]:
    """The other readings of a segment in which digits or capitals stand for letters (`Makefi1e`, `.cIaude`)."""
    if _TWIN_LETTERS.search(segment) is None:
        return ()
    letters = segment.replace("0", "o").replace("I", "l").replace("|", "l")
    ells = letters.replace("1", "l")
    readings = dict.fromkeys((ells, letters.replace("1", "i"), ells.replace("rn", "m")))
    return tuple(reading for reading in readings if reading.lower() != segment.lower())


def has_invisible(path: str) -> bool:
    """Whether a name holds control or format characters: bidi controls, zero-width and tag characters.

    Joiners between letters of scripts that need them, and within emoji, are what they should be.
    """
    return any(
        unicodedata.category(character) in ("Cc", "Cf") and not _joins(path, position)
        for position, character in enumerate(path)
    )


def _joins(path: str, position: int) -> bool:
    before, after = path[:position][-1:], path[position + 1 : position + 2]
    return path[position] in "\u200c\u200d" and not (before.isascii() or after.isascii())


def _is_invisible(character: str) -> bool:
    """Format, control and combining characters; among them zero-width ones, bidi controls, variation selectors and tags."""
    return unicodedata.category(character) in ("Cf", "Cc", "Mn", "Me", "Cn", "Co")


def _long_name(segment: str) -> str:
    short = _SHORT.match(segment.lower())
    return _SHORT_NAMES.get(short[1], segment) if short else segment
