"""One target for each parser of hostile input: bytes in, nothing out, and no error but the parser's own."""

from __future__ import annotations

import inspect as introspection
import json
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from types import ModuleType

import rules.formats
import rules.scanner
from gate import payloads
from gate.errors import PayloadError
from gate.hostile_text import visible, visible_line
from gate.markdown_text import code_span, fence, link, prose
from rules.commit_object import commit_text
from rules.content_check import categories_of_text, needs_content
from rules.errors import DiffError, FormatError, PolicyError
from rules.formats.dockerfile import images_of, read_dockerfile
from rules.hunk_apply import apply_hunks
from rules.hunks import changed_files, changed_lines, from_listing
from rules.identity.json_traits import TraitsError, read_traits
from rules.identity.prose import read_prose
from rules.identity.trailers import parse_trailer, read_message
from rules.identity.vendor_signature import find_signing_key
from rules.path_pattern import is_left, read_patterns
from rules.paths import classify, explain
from rules.policy_reader import read_policy
from rules.scanner import scan
from tests.fuzz import samples


@dataclass(frozen=True, slots=True)
class Target:
    """`run` raises for a fault of the parser only; `samples` are valid inputs to start from."""

    name: str
    run: Callable[[bytes], None]
    samples: tuple[bytes, ...]


def text(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


def run_scanner(data: bytes) -> None:
    with suppress(DiffError):
        list(scan(data, kept_bytes=300))
    with suppress(DiffError):
        list(scan([data[place : place + 7] for place in range(0, len(data), 7)]))


def run_hunks(data: bytes) -> None:
    with suppress(DiffError):
        changed_lines(data if data.endswith(b"\n") else data + b"\n")
    with suppress(DiffError):
        changed_files(data)
    from_listing("f", "modified", None, data.decode(errors="replace"), 2, 1, 3)


def run_hunk_apply(data: bytes) -> None:
    old, _, hunks = data.partition(b"\0")
    for hunk_bytes in (hunks, *(section.hunks for section in _sections(data))):
        if hunk_bytes.endswith(b"\n"):
            with suppress(DiffError):
                apply_hunks(old, hunk_bytes)


def _sections(data: bytes) -> Iterator[rules.scanner.Section]:
    with suppress(DiffError):
        yield from scan(data)


def run_reader(reader: Callable[[str], object], data: bytes) -> None:
    with suppress(FormatError):
        found = reader(text(data))
        if isinstance(found, Iterator):
            list(found)
        elif isinstance(found, tuple):
            for one in found:
                for name in ("host", "is_git", "is_path", "is_from_outside_registry"):
                    getattr(one, name, None)


def run_dockerfile_images(data: bytes) -> None:
    list(images_of(read_dockerfile(text(data))))


def run_paths(data: bytes) -> None:
    for line in text(data).split("\n"):
        classify(line)
        explain(line)
        for pattern in read_patterns(line[:200]) if line.count("{") < 6 else ():
            is_left(pattern.leaves, line)


def run_content(data: bytes) -> None:
    name, _, body = text(data).partition("\n")
    needs_content(name)
    categories_of_text(name, body)


def run_policy(data: bytes) -> None:
    with suppress(PolicyError):
        read_policy(text(data), source="x")


def run_traits(data: bytes) -> None:
    with suppress(TraitsError, ValueError, RecursionError):  # as `gate identify`, which parses the JSON
        document = json.loads(data.decode())
        if isinstance(document, dict):
            read_traits(document)


def run_message(data: bytes) -> None:
    read_message(text(data))
    read_prose(text(data))
    for line in text(data).split("\n"):
        parse_trailer(line)


def run_commit(data: bytes) -> None:
    commit = commit_text("0" * 40, data)
    find_signing_key(commit.payload, commit.signature_text)
    find_signing_key("x", text(data))


def run_payloads(data: bytes) -> None:
    for event in (*payloads.EVENTS, "unknown"):
        with suppress(PayloadError):
            payloads.read(event, data)


def run_shown_text(data: bytes) -> None:
    shown = text(data)
    for show in (visible, visible_line, code_span, fence, prose, partial(link, "words")):
        show(shown).encode()


_ANY = (samples.JSON, samples.TOML, samples.YAML, samples.LINES)
_OF_MODULE = {
    "positioned_json": (samples.JSON, samples.TRAITS, samples.DELIVERY),
    "positioned_toml": (samples.TOML,),
    "positioned_yaml": (samples.YAML, samples.POLICY),
    "workflow": (samples.YAML,),
    "npm_packages": (samples.JSON, samples.YAML, samples.YARN),
    "python_packages": (samples.TOML, samples.LINES, samples.JSON),
    "java_packages": (samples.XML, samples.LINES, samples.TOML),
    "other_packages": (samples.LINES, samples.JSON, samples.TOML, samples.XML),
}


def _readers() -> Iterator[Target]:
    """A target for every public reader of a format, so that a new one has its own from the first day."""
    for found in pkgutil.iter_modules(rules.formats.__path__):
        module = import_module(f"rules.formats.{found.name}")
        for name, function in _functions(module):
            if name.startswith("read_") or name == "commands_of":
                yield Target(f"{found.name}.{name}", partial(run_reader, function), _OF_MODULE.get(found.name, _ANY))


def _functions(module: ModuleType) -> list[tuple[str, Callable[[str], object]]]:
    return [
        pair
        for pair in introspection.getmembers(module, introspection.isfunction)
        if pair[1].__module__ == module.__name__
    ]


TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target("scanner", run_scanner, (samples.DIFF,)),
        Target("hunks", run_hunks, (samples.HUNKS, samples.DIFF)),
        Target(
            "hunk_apply", run_hunk_apply, (b"one\ntwo\nthree\n4\n5\n6\n7\n8\n9\nten\0" + samples.HUNKS, samples.DIFF)
        ),
        Target("dockerfile.images_of", run_dockerfile_images, (samples.LINES,)),
        Target("paths", run_paths, (samples.PATHS,)),
        Target("content_check", run_content, tuple(b"package.yaml\n" + one for one in _ANY)),
        Target("policy_reader", run_policy, (samples.POLICY, samples.YAML)),
        Target("json_traits", run_traits, (samples.TRAITS,)),
        Target("messages", run_message, (samples.MESSAGE,)),
        Target("commit_object", run_commit, (samples.COMMIT,)),
        Target("payloads", run_payloads, (samples.DELIVERY,)),
        Target("shown_text", run_shown_text, (samples.MESSAGE, samples.LINES)),
        *_readers(),
    )
}
