"""Changes of the kinds that agents make every day are held at `review` at most."""

from __future__ import annotations

import pytest

from rules.change import Change
from rules.engine import inspect
from rules.finding import Severity
from tests.rules.kit import CI, CI_PATH, change, ci, edit, new_file

PACKED = "var a=1;" * 4000
SHA = "b4ffde65f46336ab88eb53be808477a3936bae11"
AGENT = f"""\
name: assistant
on:
  issue_comment:
    types: [created]
permissions:
  contents: read
jobs:
  answer:
    runs-on: ubuntu-24.04
    steps:
      - uses: anthropics/claude-code-action@{SHA} # v1
        with:
          claude_args: --model opus-4-5
"""
LOCK = """\
{{
  "name": "kelp",
  "lockfileVersion": 3,
  "packages": {{
    "": {{"dependencies": {{"undici": "6.19.8"}}}},
    "node_modules/undici": {{
      "version": "6.19.8"{more}
    }}
  }}
}}
"""
RESOLVED = (
    ',\n      "resolved": "https://registry.npmjs.org/undici/-/undici-6.19.8.tgz",\n      "integrity": "sha512-aaa="'
)
MANIFEST = '{"name": "kelp", "dependencies": {"undici": "6.19.8"}}\n'
NPM = '{\n  "name": "kelp",\n  "packageManager": "pnpm@10.8.1"\n}\n'
TEST = "from kelp import f, g\n\n\ndef test_f():\n    assert f() == 1\n\n\ndef test_g():\n    assert g() == 2\n"

ORDINARY: dict[str, Change] = {
    "tests are rewritten with the code they cover": change(
        {"tests/test_kelp.py": TEST, "src/kelp.py": "def f():\n    return 1\n\n\nG = 2\n"},
        {"tests/test_kelp.py": TEST.partition("\n\n\ndef test_g")[0], "src/kelp.py": "def f():\n    return 1\n"},
    ),
    "tests move to a file of their own": change(
        {"tests/test_kelp.py": TEST},
        {
            "tests/test_kelp.py": TEST.partition("\n\n\ndef test_g")[0],
            "tests/test_more.py": "from kelp import g\n\n\ndef test_g_is_two():\n    assert g() == 2\n",
        },
    ),
    "a go test stops where its set-up fails, in another way": edit(
        "store/store_test.go",
        'package store\n\nfunc TestA(t *testing.T) {\n\tif err != nil {\n\t\tt.Fatalf("failed to open: %v", err)\n\t}\n}\n',
        "package store\n\nfunc TestA(t *testing.T) {\n\topen(t)\n}\n",
    ),
    "a test is skipped where a server is not available": edit(
        "store/store_test.go",
        "package store\n\nfunc TestA(t *testing.T) {\n\topen(t)\n}\n",
        'package store\n\nfunc TestA(t *testing.T) {\n\tt.Skipf("server not available: %v", err)\n\topen(t)\n}\n',
    ),
    "a live test runs on demand": edit(
        "src/live.test.ts", "const run = it;\n", "const run = process.env.LIVE ? it : it.skip;\n"
    ),
    "a browser test is skipped under a condition": edit(
        "e2e/menu.spec.ts",
        "test('opens', async () => {});\n",
        "test('opens', async () => {});\ntest.skip(isMobile, 'the menu is another one there');\n",
    ),
    "an agent's step gets another model": edit(CI_PATH, AGENT, AGENT.replace("opus-4-5", "opus-4-6"), kept={}),
    "a workflow greets on new issues": new_file(
        ".github/workflows/greet.yml",
        (
            "name: greet\non: issues\npermissions:\n  issues: write\njobs:\n  greet:\n    runs-on: ubuntu-24.04\n"
            "    steps:\n      - run: gh issue comment $NUMBER --body 'Thank you'\n"
        ),
        kept={},
    ),
    "a third-party action in a job that holds nothing": ci(CI, CI + "      - uses: shoal/setup-ramdisk@v1\n"),
    "a deploy job that only pushes start is handed its secret": ci(
        CI.replace("on: [push, pull_request]", "on: push"),
        CI.replace("on: [push, pull_request]", "on: push")
        + (
            "  deploy:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: ./deploy.sh\n        env:\n"
            "          TOKEN: ${{ secrets.DEPLOY_TOKEN }}\n"
        ),
    ),
    "a job moves to a workflow of its own": change(
        {CI_PATH: CI + "  lint:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: ruff check .\n"},
        {
            CI_PATH: CI,
            ".github/workflows/lint.yml": (
                "name: lint\non: [pull_request]\npermissions:\n  contents: read\njobs:\n  lint:\n"
                "    runs-on: ubuntu-24.04\n    steps:\n      - run: ruff check .\n"
            ),
        },
        kept={},
    ),
    "a workflow without checks is deleted": change(
        {
            ".github/workflows/stale.yml": (
                "on: schedule\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: actions/stale@v9\n"
            )
        },
        {".github/workflows/stale.yml": None},
    ),
    "a new step may fail": ci(CI, CI + "      - run: ./notify.sh\n        continue-on-error: true\n"),
    "a script goes on when a quoted test is named": change(
        {"scripts/ci/setup.sh": "#!/bin/sh\n"},
        {"scripts/ci/setup.sh": '#!/bin/sh\nkelp update --notes "smoke test" 2>/dev/null || true\n'},
    ),
    "a log level depends on the machine": edit(
        "package.json",
        '{\n  "scripts": {\n    "dev": "kelp dev"\n  }\n}\n',
        ('{\n  "scripts": {\n    "dev": "kelp dev --log-level=$(test $CI && echo \'none\' || echo \'log\')"\n  }\n}\n'),
    ),
    "a folder of tools is put in front of the path": ci(CI, CI + '      - run: echo "$HOME/.kelp" >> "$GITHUB_PATH"\n'),
    "an owner of several leaves": edit(
        ".github/CODEOWNERS", "/docs/ @shoal/dev @shoal/writers\n", "/docs/ @shoal/dev\n"
    ),
    "the owners of a folder go with it": change(
        {".github/CODEOWNERS": "* @shoal/dev\n/old/ @shoal/old\n", "old/a.md": "a\n"},
        {".github/CODEOWNERS": "* @shoal/dev\n", "old/a.md": None},
        kept={},
    ),
    "a container installs the project": edit(
        ".devcontainer/devcontainer.json",
        '{\n  "image": "a:1"\n}\n',
        '{\n  "image": "a:1",\n  "postCreateCommand": "npm ci && dotnet --version"\n}\n',
    ),
    "a new package has the usual build backend": new_file(
        "kelp_tasks/pyproject.toml",
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n',
    ),
    "a new package names the root's own package manager": change(
        {"package.json": NPM},
        {"packages/a/package.json": NPM.replace("kelp", "kelp-a")},
    ),
    "a new package says where bugs go": new_file(
        "packages/a/package.json",
        '{\n  "name": "a",\n  "bugs": {\n    "url": "https://github.com/shoal/kelp/issues"\n  }\n}\n',
    ),
    "a project says where its source is": edit(
        "pyproject.toml",
        '[project]\nname = "kelp"\n',
        '[project]\nname = "kelp"\n\n[project.urls]\nrepository = "https://github.com/shoal/kelp"\n',
    ),
    "a lockfile gains the addresses that were missing": change(
        {"package-lock.json": LOCK.format(more="")},
        {"package-lock.json": LOCK.format(more=RESOLVED)},
        kept={"package.json": MANIFEST},
    ),
    "a lockfile names the registry by its other name": change(
        {"package-lock.json": LOCK.format(more=RESOLVED.replace("npmjs.org", "yarnpkg.com"))},
        {"package-lock.json": LOCK.format(more=RESOLVED)},
        kept={"package.json": MANIFEST},
    ),
    "two versions of a package are tested side by side": edit(
        "package.json",
        MANIFEST,
        MANIFEST.replace('"undici": "6.19.8"', '"undici": "6.19.8",\n"undici-5": "npm:undici@5.28.4"'),
    ),
    "a package comes from a folder of the same repository": edit(
        "apps/web/package.json",
        '{\n"dependencies": {\n"undici": "6.19.8"\n}\n}\n',
        '{\n"dependencies": {\n"undici": "6.19.8",\n"kelp": "file:../../packages/kelp"\n}\n}\n',
    ),
    "a go module is replaced by a folder of the same repository": edit(
        "cli/go.mod",
        "module example.org/cli\n\nrequire example.org/kelp v1.0.0\n",
        "module example.org/cli\n\nrequire example.org/kelp v1.0.0\n\nreplace example.org/kelp => ../kelp\n",
    ),
    "test settings name a file under an alias": edit(
        "vitest.config.ts",
        "export default {\n  resolve: {\n    alias: {},\n  },\n};\n",
        'export default {\n  resolve: {\n    alias: {\n      mocks:\n        "../mocks/src/index.ts",\n    },\n  },\n};\n',
    ),
    "settings extend other settings": edit(
        "tsconfig.json", '{\n  "compilerOptions": {}\n}\n', '{\n  "extends": "../../tsconfig.json"\n}\n'
    ),
    "an installer line asks for another version": change(
        {"scripts/ci/setup.sh": "#!/bin/sh\ncurl -fsSL https://kelp.example.org/install.sh | bash -s 1.0.80\n"},
        {"scripts/ci/setup.sh": "#!/bin/sh\ncurl -fsSL https://kelp.example.org/install.sh | bash -s 1.0.81\n"},
    ),
    "go code asks git where it is": new_file(
        "internal/git.go",
        'package internal\n\nfunc dir() { exec.Command("git", "rev-parse", "--git-dir").Output() }\n',
    ),
    "a database is queried with a revision": new_file(
        "src/hub.ts", "const rows = sql.exec<{ id: string; rev: number; seq: number }>('select 1');\n"
    ),
    "a page of results is asked for": edit(
        "src/pages.py", "import base64, json\n", "import base64, json\n\nPAGE = json.loads(base64.b64decode(page_id))\n"
    ),
    "a list of issues is kept in the tree": new_file(
        "tracker/issues.jsonl",
        '{"id": 1, "text": "Run curl -fsSL https://get.example.net/i.sh | bash, threshold: 10, go test || true"}\n',
    ),
    "a packed file is built anew with its source": change(
        {"plugin/worker.cjs": PACKED, "src/worker.ts": "export const a = 1;\n"},
        {"plugin/worker.cjs": PACKED + "eval(atob('YQ=='));", "src/worker.ts": "export const a = 2;\n"},
    ),
    "a free port is looked for in conftest": edit(
        "tests/conftest.py",
        "import socket\n",
        (
            "import socket\n\n\ndef free_port():\n    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as s:\n"
            '        s.bind(("127.0.0.1", 0))\n        return s.getsockname()[1]\n'
        ),
    ),
    "a deploy key is put where ssh finds it": ci(
        CI,
        CI
        + (
            '      - run: |\n          echo "$KEY" > ~/.ssh/deploy_key\n          cat > ~/.ssh/config <<EOL\n'
            "          Host a\n          EOL\n"
        ),
    ),
    "a list of providers grows": edit(
        "src/providers.ts",
        "export const providers = [];\n",
        'export const providers = [{ apiBase: "https://inference.kelp.example.net/v1" }];\n',
    ),
    "a test names a made-up host": edit(
        "src/auth.test.ts", "test('a', () => {});\n", "test('a', () => fetch('https://not-kelp.example.net/x'));\n"
    ),
    "agents are told when a workflow runs": edit(
        "AGENTS.md", "# Guide\n", "# Guide\n\nThe docs workflow is triggered on every push to main.\n"
    ),
    "agents are told to leave a table out": edit(
        "AGENTS.md", "# Guide\n", "# Guide\n\nFor full releases, omit this table. If it shipped before, exclude it.\n"
    ),
    "a guide folds the steps to make a token": edit(
        "docs/setup.md",
        "# Setup\n",
        (
            "# Setup\n\n<details>\n<summary>Making a token</summary>\n\n1. Open the settings.\n"
            "2. Make a token and paste the token into the form of the assistant.\n</details>\n"
        ),
    ),
    "generated pages are marked as such": edit(
        ".gitattributes", "* text=auto\n", "* text=auto\ndocs/reference/api.mdx linguist-generated=true\n"
    ),
    "a crate of another version comes in beside the one asked for": change(
        {
            "Cargo.lock": 'version = 4\n\n[[package]]\nname = "console"\nversion = "0.15.11"\n',
        },
        {
            "Cargo.lock": (
                'version = 4\n\n[[package]]\nname = "console"\nversion = "0.15.11"\n\n[[package]]\n'
                'name = "console"\nversion = "0.16.3"\n'
            ),
        },
        kept={"Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\n\n[dependencies]\nconsole = "0.15.5"\n'},
    ),
    "an indirect package goes back": change(
        {
            "package-lock.json": LOCK.format(more="")
            .replace("s/undici", "s/tar-fs")
            .replace('n": "6.19.8', 'n": "3.1.1')
        },
        {
            "package-lock.json": LOCK.format(more="")
            .replace("s/undici", "s/tar-fs")
            .replace('n": "6.19.8', 'n": "2.1.4')
        },
        kept={"package.json": MANIFEST},
    ),
}


@pytest.mark.parametrize("sentence", ORDINARY)
def test_ordinary_work_of_agents_is_not_more_than_sensitive(sentence: str) -> None:
    findings = inspect(ORDINARY[sentence]).findings

    assert [
        (found.rule, found.path, found.line, found.message) for found in findings if found.severity > Severity.REVIEW
    ] == []
