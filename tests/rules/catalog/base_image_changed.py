"""Examples of the rule `base-image-changed`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI_PATH, Bad, ci, edit, new_file

HEAD = """\
on: {on}
permissions:
  contents: read
jobs:
  build:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@b4ffde65f46336ab88eb53be808477a3936bae11 # v4.1.1
"""
PULL = HEAD.replace("{on}", "pull_request")
TARGET = HEAD.replace("{on}", "pull_request_target")

DIGEST = "@sha256:" + "a" * 64
BAD: dict[str, Bad] = {
    "the digest goes": Bad(edit("Dockerfile", f"FROM python:3.12{DIGEST}\n", "FROM python:3.12\n"), "Dockerfile", 1),
    "another name": Bad(edit("Dockerfile", "FROM python:3.12\n", "FROM pyslim/python:3.12\n"), "Dockerfile", 1),
    "a job runs in another image": Bad(
        ci(
            PULL.replace("    steps", "    container: node:22\n    steps"),
            PULL.replace("    steps", "    container: marsh/node:22\n    steps"),
        ),
        CI_PATH,
        7,
    ),
    "a service of compose": Bad(
        edit("compose.yaml", "services:\n  a:\n    image: redis:7\n", "services:\n  a:\n    image: redls:7\n"),
        "compose.yaml",
        3,
    ),
    "an editor's container": Bad(
        edit(
            ".devcontainer/devcontainer.json", '{\n  "image": "debian:12"\n}\n', '{\n  "image": "marsh/debian:12"\n}\n'
        ),
        ".devcontainer/devcontainer.json",
        2,
    ),
}
GOOD: dict[str, Change] = {
    "the image stays": edit("Dockerfile", "FROM python:3.12\n", "FROM python:3.12\nRUN true\n"),
    "a stage of the same file": edit("Dockerfile", "FROM a AS build\n", "FROM a AS build\nFROM build\n"),
    "an example": new_file("examples/Dockerfile", "FROM marsh/node\n"),
}
