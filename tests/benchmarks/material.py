"""What the inspection is measured on: diffs, lockfiles, changes of many files, paths. The same at every run, for a size."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

WORDS = (
    "account api audit batch cache chart client config core data detail event feed form graph group image index item job list "
    "log main map message model node order page parser plan query queue report route rule schema search server service session "
    "settings state store stream table task template test theme token tool tree user util value view widget worker"
).split()
SUFFIXES = (".py", ".py", ".ts", ".tsx", ".go", ".rs", ".java", ".md", ".json", ".yaml", ".css", ".txt", ".html", ".sh")
SENSITIVE = (".github/workflows/{}.yml", "{}/Dockerfile", "{}/package.json", "{}/Makefile", "requirements/{}.txt")


def file_names(count: int) -> Iterator[str]:
    """Different paths of a repository with many folders; one in a hundred is of a kind that can run."""
    chance = random.Random(11)
    for number in range(count):
        name = f"{chance.choice(WORDS)}_{chance.choice(WORDS)}{number}"
        if number % 100 == 99:
            yield chance.choice(SENSITIVE).format(name)
            continue
        folder = "/".join(chance.choice(WORDS) for _ in range(chance.randint(1, 4)))
        yield f"{folder}/{name}{chance.choice(SUFFIXES)}"


def write_diff(path: Path, size: int) -> int:
    """Write a diff of at least `size` bytes; gives the number of files.

    Of the bytes about half are edits of a few hunks each, the other half new files of 200 kB to 4 MB, as generated code and data are.
    """
    chance = random.Random(7)
    comments = [f"    value = call({chance.choice(WORDS)})  # {'y' * width}".encode() for width in range(61)]
    written = count = large = 0
    with path.open("wb") as file:
        for count, name in enumerate(file_names(size // 100), 1):  # noqa: B007  # the count is the answer
            if large < written // 2:
                section = _new_file(name.encode(), chance.randint(200_000, 4_000_000), comments, chance)
                large += len(section)
            else:
                section = _edited_file(name.encode(), comments, chance)
            written += file.write(section)
            if written >= size:
                break
    return count


def _edited_file(name: bytes, lines: list[bytes], chance: random.Random) -> bytes:
    parts = [b"diff --git a/%b b/%b\nindex 1111111..2222222 100644\n--- a/%b\n+++ b/%b\n" % (name, name, name, name)]
    first, shift = 1, 0
    for _ in range(chance.randint(1, 8)):
        kinds = [b" "] * 3 + [b"-", b"+"] + chance.choices([b"+", b"-", b" "], k=chance.randint(0, 40)) + [b" "] * 3
        old = sum(kind != b"+" for kind in kinds)
        new = sum(kind != b"-" for kind in kinds)
        parts.append(b"@@ -%d,%d +%d,%d @@ def f():\n" % (first, old, first + shift, new))
        parts += (kind + chance.choice(lines) + b"\n" for kind in kinds)
        first += old + 10
        shift += new - old
    return b"".join(parts)


def _new_file(name: bytes, size: int, lines: list[bytes], chance: random.Random) -> bytes:
    body = [b"+" + line + b"\n" for line in chance.choices(lines, k=size // 60)]
    header = b"diff --git a/%b b/%b\nnew file mode 100644\nindex 0000000..2222222\n--- /dev/null\n+++ b/%b\n" % (
        (name,) * 3
    )
    return header + b"@@ -0,0 +1,%d @@\n" % len(body) + b"".join(body)


def lockfile(kind: str, lines: int, release: int) -> dict[str, str]:
    """A manifest and a lockfile of about so many lines, by name. Another `release` gives each package another version and checksum."""
    make = {"package-lock": _package_lock, "pnpm": _pnpm_lock, "yarn": _yarn_lock}[kind]
    name, text = make(lines, release)
    manifest = {"name": "shop", "version": "1.0.0", "dependencies": {f"{WORDS[0]}-{WORDS[1]}-0": f"^1.{release}.0"}}
    return {"package.json": json.dumps(manifest, indent=2) + "\n", name: text}


def _packages(count: int, release: int) -> Iterator[tuple[str, str, str]]:
    """Name, version and checksum."""
    chance = random.Random(release)
    for number in range(count):
        name = f"{WORDS[number % len(WORDS)]}-{WORDS[(number + 1) % len(WORDS)]}-{number}"
        yield name, f"1.{release}.{number % 9}", f"sha512-{chance.getrandbits(512):0128x}=="


def _package_lock(lines: int, release: int) -> tuple[str, str]:
    packages: dict[str, object] = {"": {"name": "shop", "version": "1.0.0"}}
    for name, version, checksum in _packages(lines // 12, release):
        packages[f"node_modules/{name}"] = {
            "version": version,
            "resolved": f"https://registry.npmjs.org/{name}/-/{name}-{version}.tgz",
            "integrity": checksum,
            "license": "MIT",
            "dependencies": {f"{WORDS[3]}-{WORDS[4]}-3": "^1.0.0", f"{WORDS[4]}-{WORDS[5]}-4": "^1.0.0"},
            "engines": {"node": ">=18"},
        }
    document = {"name": "shop", "version": "1.0.0", "lockfileVersion": 3, "requires": True, "packages": packages}
    return "package-lock.json", json.dumps(document, indent=2) + "\n"


def _pnpm_lock(lines: int, release: int) -> tuple[str, str]:
    packages = list(_packages(lines // 10, release))
    parts = ["lockfileVersion: '9.0'\n\nsettings:\n  autoInstallPeers: true\n\npackages:\n"]
    parts += [
        f"\n  {name}@{version}:\n    resolution: {{integrity: {checksum}}}\n    engines: {{node: '>=18'}}\n"
        for name, version, checksum in packages
    ]
    parts.append("\nsnapshots:\n")
    parts += [
        f"\n  {name}@{version}:\n    dependencies:\n      {WORDS[3]}-{WORDS[4]}-3: 1.{release}.3\n"
        f"      {WORDS[4]}-{WORDS[5]}-4: 1.{release}.4\n    optional: true\n"
        for name, version, _ in packages
    ]
    return "pnpm-lock.yaml", "".join(parts)


def _yarn_lock(lines: int, release: int) -> tuple[str, str]:
    parts = ["# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.\n# yarn lockfile v1\n\n"]
    parts += [
        f'\n{name}@^1.0.0:\n  version "{version}"\n'
        f'  resolved "https://registry.yarnpkg.com/{name}/-/{name}-{version}.tgz#{checksum[7:47]}"\n'
        f'  integrity {checksum}\n  dependencies:\n    {WORDS[3]}-{WORDS[4]}-3 "^1.0.0"\n    {WORDS[4]}-{WORDS[5]}-4 "^1.0.0"\n'
        for name, version, checksum in _packages(lines // 8, release)
    ]
    return "yarn.lock", "".join(parts)


def many_files(count: int, release: int) -> dict[str, str]:
    """The texts of so many files of a repository, by name: code for most, and some of the kinds that run."""
    texts = {}
    for name in file_names(count):
        if name.endswith(".yml"):
            texts[name] = (
                "on: push\npermissions:\n  contents: read\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    steps:\n"
                f"      - run: make test RELEASE={release}\n"
            )
        elif name.endswith("Dockerfile"):
            texts[name] = f"FROM python:3.12\nRUN make install RELEASE={release}\n"
        elif name.endswith(".json"):
            texts[name] = json.dumps({"name": "shop", "version": f"1.{release}.0"}, indent=2) + "\n"
        else:
            body = "".join(f"    {word} = load_{word}(path)\n" for word in WORDS[:30])
            texts[name] = f"def main(path):\n{body}    return {release}\n"
    return texts


def write_tree(folder: Path, texts: dict[str, str]) -> None:
    """Write texts below a folder."""
    for name, text in texts.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
