"""Examples of the rule `git-dependency`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

PACKAGE = '{\n "dependencies": {\n  "ms": "2.1.3"\n }\n}\n'
BAD: dict[str, Bad] = {
    "npm from git": Bad(
        edit("package.json", PACKAGE, PACKAGE.replace("2.1.3", "git+https://git.example.net/ms.git")), "package.json", 3
    ),
    "npm from a short address": Bad(
        edit("package.json", PACKAGE, PACKAGE.replace("2.1.3", "marsh/ms#main")), "package.json", 3
    ),
    "npm from an archive": Bad(
        edit("package.json", PACKAGE, PACKAGE.replace("2.1.3", "https://files.example.net/ms.tgz")), "package.json", 3
    ),
    "pip from git": Bad(
        edit("requirements.txt", "a==1\n", "a @ git+https://git.example.net/a.git\n"), "requirements.txt", 1
    ),
    "a crate from git": Bad(
        edit("Cargo.toml", '[dependencies]\na = "1"\n', '[dependencies]\na = { git = "https://git.example.net/a" }\n'),
        "Cargo.toml",
        2,
    ),
    "a gem from git": Bad(
        edit("Gemfile", "gem 'a', '1'\n", "gem 'a', git: 'https://git.example.net/a.git'\n"), "Gemfile", 1
    ),
}
GOOD: dict[str, Change] = {
    "a version moves": edit("package.json", PACKAGE, PACKAGE.replace("2.1.3", "2.1.4")),
    "it was there": edit(
        "requirements.txt",
        "a @ git+https://git.example.org/a.git@v1\n",
        "a @ git+https://git.example.org/a.git@v1\nb==1\n",
    ),
}
