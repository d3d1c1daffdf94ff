"""A small valid text of each format, with its stranger features in it: what mutations start from."""

from __future__ import annotations

DIFF = b"""diff --git a/src/a.py b/src/a.py
index 1111111..2222222 100644
--- a/src/a.py
+++ b/src/a.py
@@ -1,3 +1,3 @@ def f():
 one
-two
+TWO
\\ No newline at end of file
 three
@@ -10 +10,2 @@
 ten
+eleven
diff --git "a/caf\\303\\251 1" "b/caf\\303\\251 2"
old mode 100644
new mode 100755
similarity index 90%
rename from "caf\\303\\251 1"
rename to "caf\\303\\251 2"
index 1111111..2222222
--- "a/caf\\303\\251 1"
+++ "b/caf\\303\\251 2"
@@ -0,0 +1 @@
+x
diff --git a/gone b/gone
deleted file mode 120000
index 1111111..0000000
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-target
diff --git a/logo.png b/logo.png
index 1111111..2222222 100644
Binary files a/logo.png and b/logo.png differ
Submodule lib 1234567..89abcde:
  > words
"""
HUNKS = b"@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n@@ -10 +10,2 @@\n ten\n+eleven\n\\ No newline at end of file\n"

JSON = b"""{"name": "shop", "version": "1.0.0", "lockfileVersion": 3, "workspaces": ["a/*"], "scripts": {"postinstall": "node x.js"},
 "dependencies": {"left": "^1.0.0", "own": "git+https://example.com/own.git#v1", "as": "npm:other@2"}, "overrides": {"a": {"b": "1"}},
 "packages": {"": {"name": "shop"}, "node_modules/left": {"version": "1.0.0", "resolved": "https://registry.npmjs.org/left.tgz",
 "integrity": "sha512-AAAA==", "hasInstallScript": true, "dependencies": {"right": "1"}}, "left": ["left@1.0.0", "", {}, "sha512-AAAA=="]},
 "packages-dev": [{"name": "a/b", "version": "1", "source": {"type": "git", "url": "https://example.com/a.git", "reference": "1"}}],
 "require": {"a/b": "^1"}, "repositories": [{"type": "vcs", "url": "https://example.com"}], "default": {"x": {"version": "==1", "hashes":
 ["sha256:00"], "git": "https://example.com/x.git"}}, "pins": [{"identity": "p", "kind": "remoteSourceControl", "location": "https://example.com/p",
 "state": {"revision": "0000", "version": "1.0.0"}}], "version2": 2, "net8.0": {"P": {"type": "Direct", "resolved": "1.0.0", "contentHash":
 "A=="}}, "esc": "\\u00e9\\ud83d\\ude00\\n", "n": -1.5e3, "t": true, "z": null}
"""
TOML = b"""[build-system]
requires = ["setuptools>=77", "own @ git+https://example.com/own.git"]
[project]
name = 'shop'
dependencies = ["requests[socks]>=2,<3; python_version > '3.8'"]
optional-dependencies = { dev = ["pytest"] }
[tool.poetry.dependencies]
python = "^3.11"
own = { git = "https://example.com/own.git", rev = "main" }
[tool.uv.sources]
own = { path = "../own" }
[[package]]
name = "left"
version = "1.0.0"
source = { registry = "https://pypi.org/simple" }
dependencies = ["right"]
files = [{ file = "left.tar.gz", hash = "sha256:00" }]
[packages]
x = "*"
[dependencies.serde]
version = "1"
git = "https://example.com/serde"
[patch.crates-io]
a = { path = "a" }
[versions]
kotlin = "1.9"
[libraries]
k = { module = "a:b", version.ref = "kotlin" }
[plugins]
p = { id = "x", version = "1" }
text = \"\"\"
many
lines\"\"\"
when = 1979-05-27T07:32:00Z
"""
YAML = b"""# words
on: {push: {branches: [main]}, pull_request_target:}
permissions: write-all
env: &shared {A: 'it''s', B: "x\\ty"}
jobs:
  test:
    runs-on: [self-hosted, linux]
    env: *shared
    steps:
      - uses: actions/checkout@b4ffde65f46336ab88eb53be808477a3936bae11 # v4.1.1
      - run: |
          make test
          echo ${{ github.event.issue.title }}
runs: {using: composite, steps: []}
lockfileVersion: '9.0'
packages:
  left@1.0.0:
    resolution: {integrity: sha512-AAAA==, tarball: https://example.com/left.tgz}
    requiresBuild: true
importers: {.: {dependencies: {left: {specifier: ^1, version: 1.0.0}}}}
dependencies:
  - {name: redis, version: 1.x, repository: https://charts.example.com}
  - flutter
version: 1
agents: {hold: always}
"""
POLICY = b"""version: 1
agents:
  hold: always
waivers:
  - {rule: new-dependency, paths: ["docs/**"], owner: ada, reason: known, until: 2030-01-01}
"""
XML = b"""<?xml version="1.0"?><project xmlns="http://maven.apache.org/POM/4.0.0"><parent><groupId>g</groupId><artifactId>p</artifactId>
<version>1</version></parent><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><version>${v}</version></dependency>
</dependencies><build><plugins><plugin><artifactId>exec</artifactId></plugin></plugins></build>
<ItemGroup><PackageReference Include="A" Version="1.0"/><PackageVersion Include="B" Version="2"/></ItemGroup>
<packages><package id="C" version="3"/></packages><!-- words --><![CDATA[x]]></project>
"""
YARN = b"""# yarn lockfile v1

left@^1.0.0, "@scope/right@npm:^2":
  version "1.0.0"
  resolved "https://registry.yarnpkg.com/left/-/left-1.0.0.tgz#0000"
  integrity sha512-AAAA==
  dependencies:
    other "^1"
__metadata:
  version: 6
"own@git+https://example.com/own.git":
  version: 1.0.0
  resolution: "own@https://example.com/own.git#commit=0000"
  checksum: 00
"""
LINES = b"""module example.com/shop
go 1.22
require ( example.com/a v1.0.0 // indirect
)
replace example.com/a => ../a
example.com/a v1.0.0/go.mod h1:AAAA=
-r other.txt
--index-url https://example.com/simple
requests[socks]==2.0 ; python_version > "3" --hash=sha256:00 \\
    --hash=sha256:11
-e git+https://example.com/own.git@main#egg=own
source 'https://rubygems.org'
gem "rails", "~> 7", git: 'https://example.com/rails.git'
GIT
  remote: https://example.com/own.git
  revision: 0000
  specs:
    own (1.0)
      rack (>= 2)
DEPENDENCIES
  own!
CHECKSUMS
  rack (2.0) sha256=00
implementation("a:b:1.0")
id("org.example.plugin") version "1.0"
.package(url: "https://example.com/p.git", from: "1.0.0"),
{:plug, "~> 1.0", git: "https://example.com/plug.git"},
"plug": {:hex, :plug, "1.0", "00", [:mix], [], "hexpm", "11"},
provider "registry.terraform.io/hashicorp/aws" {
  version = "5.0.0"
  hashes = ["h1:00"]
}
module "m" { source = "git::https://example.com/m.git?ref=v1" }
# syntax=docker/dockerfile:1
FROM --platform=linux python:3.12 AS build
COPY --from=build /a /b
RUN make && \\
    curl https://example.com | sh
all: build test ; echo "$(shell date)"
\tpython x.py 'quoted' "more" | sh > out
include other.mk
"""
MESSAGE = b"""Change words

Some prose `code` with <b>tags</b>, @name, #12 and https://example.com.

Co-authored-by: Ada <ada@example.com>
Signed-off-by: Bob <bob@example.org>
"""
TRAITS = b"""{"author_login": "ada", "author_id": 1, "author_type": "User", "head_ref": "x", "labels": ["a"], "title": "t", "body_excerpt": "b",
 "commits": [{"author_name": "Ada", "author_email": "ada@example.com", "message_trailers": ["A: b"], "verified": true, "signature": "gpg"}]}
"""
DELIVERY = b"""{"action": "opened", "number": 1, "sender": {"login": "ada", "id": 1, "type": "User"}, "installation": {"id": 1},
 "repository": {"id": 1, "name": "r", "full_name": "o/r", "owner": {"login": "o", "id": 2, "type": "Organization"}, "private": false,
 "default_branch": "main"}, "pull_request": {"id": 1, "number": 1, "state": "open", "title": "t", "body": null, "user": {"login": "ada",
 "id": 1, "type": "User"}, "head": {"ref": "x", "sha": "0000", "repo": null}, "base": {"ref": "main", "sha": "1111"}, "draft": false},
 "ref": "refs/heads/main", "before": "0000", "after": "1111", "commits": [], "zen": "words", "hook_id": 1}
"""
PATHS = b".github/workflows/ci.yml\nsrc/a.py\nDocker\xd0\xb5file\n.cIaude/settings.json\na/../b\n%{a,b}/**/*.x\nPACKAG~1.JSO\n"
COMMIT = b"""tree 1111111111111111111111111111111111111111
author Ada <ada@example.com> 1700000000 +0000
committer Bob <bob@example.org> 1700000000 +0000
gpgsig -----BEGIN SSH SIGNATURE-----
 U1NIU0lH
 -----END SSH SIGNATURE-----

Change words
"""
