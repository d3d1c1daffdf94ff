"""Dependency files of Terraform, Helm, Swift, Dart and Elixir: which packages, which versions, from where, on which line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import FormatError
from rules.formats.dependency import Dependency
from rules.formats.dependency_files import reader_for

TERRAFORM_LOCK = """\
provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.31.0"
  constraints = "~> 5.0"
  hashes = [
    "h1:aaa=",
    "zh:bbb",
  ]
}
"""
TERRAFORM = """\
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
    tls = { source = "hashicorp/tls", version = "4.0.5" }
  }
}

module "network" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.1.0"
  tags    = { a = "b" }
}

module "edge" {
  source = "git::https://git.example.com/edge.git?ref=v1.2.0"
}

module "here" {
  source = "./here"
}
"""
CHART = "apiVersion: v2\nname: kelp\ndependencies:\n  - name: redis\n    version: 18.1.0\n    repository: https://charts.example.com\n"
SWIFT = """\
let package = Package(name: "Kelp", dependencies: [
    .package(url: "https://git.example.com/apple/swift-nio.git", from: "2.60.0"),
    .package(url: "https://git.example.com/reef/tide", .upToNextMajor(from: "1.2.0")),
    .package(url: "https://git.example.com/reef/foam.git", branch: "main"),
    .package(path: "../foams"),
])
"""
RESOLVED = """\
{
  "pins" : [
    {
      "identity" : "swift-nio",
      "location" : "https://git.example.com/apple/swift-nio.git",
      "state" : {
        "revision" : "aaaa",
        "version" : "2.60.0"
      }
    }
  ],
  "version" : 2
}
"""
PUBSPEC = """\
name: kelp
dependencies:
  flutter:
    sdk: flutter
  http: ^1.1.0
  reef:
    git:
      url: https://git.example.com/reef.git
      ref: main
  tide:
    hosted: https://pub.example.com
    version: ^2.0.0
dependency_overrides:
  http: 1.0.0
"""
PUBSPEC_LOCK = """\
packages:
  http:
    dependency: "direct main"
    description:
      name: http
      sha256: abc
      url: "https://pub.dev"
    source: hosted
    version: "1.1.0"
"""
MIX = """\
  defp deps do
    [
      {:phoenix, "~> 1.7.10"},
      {:reef, git: "https://git.example.com/reef.git", tag: "v1"},
      {:tide, "~> 1.0", hex: :tide_fork},
      {:only, :test}
    ]
"""
MIX_LOCK = (
    '%{\n  "phoenix": {:hex, :phoenix, "1.7.10", "' + "a" * 64 + '", [:mix], [{:plug, "~> 1.14", [hex: :plug, '
    'repo: "hexpm", optional: false]}], "hexpm", "' + "b" * 64 + '"},\n'
    '  "reef": {:git, "https://git.example.com/reef.git", "' + "c" * 40 + '", [tag: "v1"]},\n}\n'
)


def read(name: str, text: str) -> list[Dependency]:
    reader = reader_for(name)
    assert reader is not None
    return list(reader(text))


def short(found: list[Dependency]) -> list[tuple[str, str, int, str]]:
    return [(one.name, one.version, one.line, one.origin) for one in found]


REGISTRY = "https://registry.terraform.io"
WANTED: dict[str, tuple[str, list[tuple[str, str, int, str]]]] = {
    "infra/.terraform.lock.hcl": (TERRAFORM_LOCK, [("hashicorp/aws", "5.31.0", 2, f"{REGISTRY}/hashicorp/aws")]),
    "infra/main.tf": (
        TERRAFORM,
        [
            ("hashicorp/aws", "~> 5.0", 6, f"{REGISTRY}/hashicorp/aws"),
            ("hashicorp/tls", "4.0.5", 8, f"{REGISTRY}/hashicorp/tls"),
            ("terraform-aws-modules/vpc/aws", "5.1.0", 14, ""),
            ("module.edge", "v1.2.0", 19, "git+https://git.example.com/edge.git"),
        ],
    ),
    "Chart.yaml": (CHART, [("redis", "18.1.0", 5, "https://charts.example.com")]),
    "Package.swift": (
        SWIFT,
        [
            ("swift-nio", "2.60.0", 2, "https://git.example.com/apple/swift-nio"),
            ("tide", "1.2.0", 3, "https://git.example.com/reef/tide"),
            ("foam", "main", 4, "git+https://git.example.com/reef/foam"),
            ("foams", "", 5, "../foams"),
        ],
    ),
    "Package.resolved": (RESOLVED, [("swift-nio", "2.60.0", 8, "https://git.example.com/apple/swift-nio")]),
    "pubspec.yaml": (
        PUBSPEC,
        [
            ("http", "^1.1.0", 5, ""),
            ("reef", "main", 6, "git+https://git.example.com/reef.git"),
            ("tide", "^2.0.0", 10, "https://pub.example.com"),
            ("http", "1.0.0", 14, ""),
        ],
    ),
    "pubspec.lock": (PUBSPEC_LOCK, [("http", "1.1.0", 9, "https://pub.dev")]),
    "mix.exs": (
        MIX,
        [
            ("phoenix", "~> 1.7.10", 3, ""),
            ("reef", "v1", 4, "git+https://git.example.com/reef.git"),
            ("tide", "tide_fork", 5, ""),
        ],
    ),
    "mix.lock": (
        MIX_LOCK,
        [
            ("phoenix", "1.7.10", 2, "hex://hexpm"),
            ("reef", "c" * 40, 3, "git+https://git.example.com/reef.git"),
        ],
    ),
}


@pytest.mark.parametrize("name", WANTED)
def test_packages_are_read_with_version_line_and_origin(name: str) -> None:
    text, wanted = WANTED[name]

    assert short(read(name, text)) == wanted


@pytest.mark.parametrize(
    ("name", "text", "integrity"),
    [
        (".terraform.lock.hcl", TERRAFORM_LOCK, "h1:aaa= zh:bbb"),
        ("Package.resolved", RESOLVED, "git:aaaa"),
        ("pubspec.lock", PUBSPEC_LOCK, "sha256:abc"),
        ("mix.lock", MIX_LOCK, f"inner:{'a' * 64} outer:{'b' * 64}"),
    ],
)
def test_lockfiles_are_read_with_their_checksums(name: str, text: str, integrity: str) -> None:
    assert read(name, text)[0].integrity == integrity


def test_an_override_is_a_redirect() -> None:
    assert [one.is_redirect for one in read("pubspec.yaml", PUBSPEC)] == [False, False, False, True]


@given(name=st.sampled_from(list(WANTED)), cut=st.integers(0, 700), more=st.text(max_size=20))
def test_a_text_that_was_cut_is_read_or_refused(name: str, cut: int, more: str) -> None:
    text = WANTED[name][0]
    try:
        read(name, text[:cut] + more + text[cut + 3 :])
    except FormatError:
        return
