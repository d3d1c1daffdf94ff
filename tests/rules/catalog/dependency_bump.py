"""Examples of the rule `dependency-bump`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

PROVIDER = (
    'provider "registry.terraform.io/hashicorp/aws" {\n  version = "5.1.0"\n  hashes = [\n    "h1:aa=",\n  ]\n}\n'
)
CHART = "dependencies:\n  - name: redis\n    version: 18.1.0\n    repository: https://charts.example.com\n"
PUB = """\
packages:
  http:
    dependency: transitive
    description:
      sha256: a
      url: https://pub.dev
    source: hosted
    version: 1.1.0
"""
SWIFT = '.package(url: "https://git.example.com/apple/swift-nio.git", from: "2.60.0")\n'
MODULE = 'module "network" {\n  source  = "reef/vpc/aws"\n  version = "5.1.0"\n}\n'
BAD: dict[str, Bad] = {
    "a requirement moves": Bad(edit("requirements.txt", "httpx==0.27.2\n", "httpx==0.27.3\n"), "requirements.txt", 1),
    "a locked crate moves": Bad(
        edit(
            "Cargo.lock", '[[package]]\nname = "a"\nversion = "1.0.0"\n', '[[package]]\nname = "a"\nversion = "1.0.1"\n'
        ),
        "Cargo.lock",
        2,
    ),
    "a requirement goes": Bad(edit("requirements.txt", "a==1\nb==1\n", "a==1\n"), "requirements.txt", None),
    "a locked provider moves": Bad(
        edit(".terraform.lock.hcl", PROVIDER, PROVIDER.replace("5.1.0", "5.2.0").replace("aa=", "bb=")),
        ".terraform.lock.hcl",
        2,
    ),
    "a chart moves": Bad(edit("Chart.yaml", CHART, CHART.replace("18.1.0", "18.2.0")), "Chart.yaml", 3),
    "a locked Dart package moves": Bad(
        edit("pubspec.lock", PUB, PUB.replace("1.1.0", "1.1.1").replace("sha256: a", "sha256: b")), "pubspec.lock", 8
    ),
    "a hex package moves": Bad(edit("mix.exs", '[{:plug, "~> 1.14"}]\n', '[{:plug, "~> 1.15"}]\n'), "mix.exs", 1),
    "a Swift package moves": Bad(edit("Package.swift", SWIFT, SWIFT.replace("2.60.0", "2.61.0")), "Package.swift", 1),
    "a module of Terraform moves": Bad(edit("main.tf", MODULE, MODULE.replace("5.1.0", "5.2.0")), "main.tf", 3),
}
GOOD: dict[str, Change] = {
    "nothing moves": edit("requirements.txt", "a==1\n", "a==1\n# end\n"),
    "a package is new": edit("requirements.txt", "a==1\n", "a==1\nb==1\n"),
    "a chart is described anew": edit("Chart.yaml", CHART + "description: a\n", CHART + "description: b\n"),
}
