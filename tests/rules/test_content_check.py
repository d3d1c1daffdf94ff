"""Names that say nothing alone: the text decides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.content_check import categories_of_text, needs_content

FITTING = [
    ("k8s-objects/deploy.yaml", "---\napiVersion: apps/v1\nkind: Deployment\n", "infrastructure"),
    ("manifest.json", '{"domain": "lamp", "requirements": ["lamp==1"]}', "dependency-manifest"),
    ("custom/manifest.json", '{\n  "manifest_version": 3,\n  "background": {}\n}', "release"),
    ("plugins.txt", "workflow-aggregator:latest\ngit:5\n", "workflow"),
    ("jenkins/plugins.yml", "plugins:\n  - artifactId: git\n", "workflow"),
    ("package.js", "Package.describe({ name: 'x' });\n", "dependency-manifest"),
    ("app.image", "[Image]\nImage=example.org/app\n", "container"),
    ("app.volume", "[Unit]\nDescription=x\n[Volume]\n", "container"),
    ("repositories", "[repositories]\n  local\n", "package-manager-config"),
    ("project.yml", "name: App\ntargets:\n  App:\n    type: application\n", "build"),
    ("project.yml", "packages:\n  - git: https://example.org/x\n", "dependency-manifest"),
    ("META.json", '{\n   "meta-spec" : {"version" : 2}\n}', "dependency-manifest"),
    ("META.yml", "---\nmeta-spec:\n  version: 1.4\n", "dependency-manifest"),
    ("control", "Source: left\nPackage: left-dev\n", "release"),
    ("versions.json", '{"dependencies": [["left", "1.0"]]}', "dependency-manifest"),
    ("MLmodel", "flavors:\n  python_function:\n", "dependency-manifest"),
    ("npm-ls.json", '{"version": "1", "dependencies": {}}', "dependency-manifest"),
    ("Project.json", '{"dependencies": {}, "frameworks": {}}', "dependency-manifest"),
    ("project.lock.json", '{"locked": false, "libraries": {}}', "dependency-lock"),
    ("Modelfile", "FROM left\n", "dependency-manifest"),
    ("deps.txt", "--index-url https://example.org/simple\nleft\n", "dependency-manifest"),
    ("deps.txt", "left==1.0\nright>=2\n", "dependency-manifest"),
    ("scripts/report.py", "# /// script\n# dependencies = ['left']\n# ///\n", "dependency-manifest"),
    ("gen.go", "package x\n\n//go:generate stringer -type=T\n", "build"),
    ("main.ts", "import x from 'npm:left@1';\n", "dependency-manifest"),
    ("template.yaml", "AWSTemplateFormatVersion: '2010-09-09'\n", "infrastructure"),
    ("app.json", '{"name": "x", "addons": ["db"]}', "infrastructure"),
    ("config.toml", 'baseURL = "https://example.org"\n', "build"),
    ("src/conf.py", "project = 'x'\nextensions = []\n", "build"),
    ("meta.yaml", "package:\n  name: x\nsource:\n  url: https://example.org/x.tar.gz\n", "release"),
    ("locales/mcp.json", '{"mcpServers": {"x": {"command": "x"}}}', "agent-config"),
    ("metadata.json", '{"name": "x-y", "dependencies": []}', "dependency-manifest"),
    ("function.json", '{"bindings": []}', "infrastructure"),
    ("rules/x.rego", "package main\n\ndeny[m] { m := 1 }\n", "repo-policy"),
]


@pytest.mark.parametrize(("path", "text", "category"), FITTING)
def test_a_text_that_fits_its_name_gives_a_category(path: str, text: str, category: str) -> None:
    assert needs_content(path)
    assert category in categories_of_text(path, text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("values/strings.yaml", "kind: greeting\ntext: hello\n"),
        ("nested.yaml", "item:\n  apiVersion: 1\n  kind: x\n"),
        ("manifest.json", '{"name": "A web page", "icons": []}'),
        ("locales/mcp.json", '{"title": "Servers"}'),
        ("notes.txt", "Nothing to install here.\n"),
        ("notes.txt", "Heading\n=======\nIf a == b, stop.\n"),
        ("main.go", "package main\n\n// see go:generate\n"),
        ("conf.py", "DEBUG = True\n"),
        ("project.json", '{"title": "x"}'),
        ("empty.yaml", ""),
    ],
)
def test_a_text_that_does_not_fit_gives_none(path: str, text: str) -> None:
    assert categories_of_text(path, text) == ()


def test_a_name_that_no_check_asks_about_needs_no_text() -> None:
    assert not needs_content("src/lib.rs")
    assert categories_of_text("src/lib.rs", "apiVersion: v1\nkind: Pod\n") == ()


def test_a_byte_order_mark_hides_no_key() -> None:
    assert categories_of_text("x.yaml", "\ufeffapiVersion: v1\nkind: Pod\n")


def test_a_lookalike_name_is_asked_about_as_well() -> None:
    assert categories_of_text("Modelf\u0456le", "FROM left\n")


@given(text=st.text(max_size=200), path=st.sampled_from([path for path, _, _ in FITTING]))
def test_any_text_is_answered(text: str, path: str) -> None:
    categories_of_text(path, text)


@pytest.mark.parametrize(
    "text",
    [
        '"' * 200_000,
        " " * 200_000,
        '"a' * 100_000,
        "{" * 200_000,
        "\n" * 200_000,
        "$" * 4_000_000,
        ("-" * 130 + "\n") * 30_000,
        ("- $$" * 40 + "\n") * 25_000,
    ],
    ids=lambda text: repr(text[:4]),
)
def test_a_text_as_long_as_it_likes_is_answered(text: str) -> None:
    assert categories_of_text("manifest.json", text) == ()
