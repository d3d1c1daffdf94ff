"""Examples of the rule `git-dependency`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

PACKAGE = '{\n "dependencies": {\n  "ms": "2.1.3"\n }\n}\n'
SWIFT = '.package(url: "https://git.example.com/apple/swift-nio.git", from: "2.60.0")\n'
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
    "a module of Terraform from git": Bad(
        edit(
            "main.tf",
            'module "a" {\n  source = "reef/vpc/aws"\n}\n',
            'module "a" {\n  source = "git::https://git.example.net/a.git"\n}\n',
        ),
        "main.tf",
        2,
    ),
    "a Swift package by a branch": Bad(
        edit("Package.swift", SWIFT, SWIFT.replace('from: "2.60.0"', 'branch: "main"')), "Package.swift", 1
    ),
    "a Dart package from git": Bad(
        edit(
            "pubspec.yaml",
            "dependencies:\n  a: 1.0.0\n",
            "dependencies:\n  a:\n    git: https://git.example.net/a.git\n",
        ),
        "pubspec.yaml",
        2,
    ),
    "a hex package from git": Bad(edit("mix.exs", '[{:a, "~> 1.0"}]\n', '[{:a, github: "marsh/a"}]\n'), "mix.exs", 1),
}
GOOD: dict[str, Change] = {
    "a version moves": edit("package.json", PACKAGE, PACKAGE.replace("2.1.3", "2.1.4")),
    "it was there": edit(
        "requirements.txt",
        "a @ git+https://git.example.org/a.git@v1\n",
        "a @ git+https://git.example.org/a.git@v1\nb==1\n",
    ),
    "a Swift package by its version": edit("Package.swift", "let a = 1\n", SWIFT),
    "a module of the same tree": edit("main.tf", "\n", 'module "a" {\n  source = "./a"\n}\n'),
}
