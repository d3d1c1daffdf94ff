"""Which files the workflows run, and which they do not."""

from __future__ import annotations

import pytest

from rules.reach import find_reached
from tests.rules.kit import CI_PATH, change


def workflow(run: str) -> str:
    return (
        f"on: [pull_request]\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: |\n          {run}\n"
    )


REACHED: dict[str, tuple[dict[str, str], str]] = {
    "a script by name": ({CI_PATH: workflow("./tools/a.sh")}, "tools/a.sh"),
    "a script through an interpreter": ({CI_PATH: workflow("python -u tools/a.py --x")}, "tools/a.py"),
    "a script in the workspace": ({CI_PATH: workflow('bash "$GITHUB_WORKSPACE/tools/a.sh"')}, "tools/a.sh"),
    "a script after a change of folder": ({CI_PATH: workflow("cd tools && ./a.sh")}, "tools/a.sh"),
    "a module": ({CI_PATH: workflow("python -m tools.a")}, "tools/a.py"),
    "a sourced file": ({CI_PATH: workflow("source ci/versions.env")}, "ci/versions.env"),
    "a file that becomes environment": ({CI_PATH: workflow('cat ci/versions.env >> "$GITHUB_ENV"')}, "ci/versions.env"),
    "a recipe of make and its prerequisites": (
        {CI_PATH: workflow("make ci"), "Makefile": "ci: gen\n\ttrue\ngen:\n\t@python tools/a.py\n"}, "tools/a.py",
    ),
    "a makefile in a folder": ({CI_PATH: workflow("make -C sub all"), "sub/Makefile": "all:\n\t./a.sh\n"}, "sub/a.sh"),
    "a package script": (
        {CI_PATH: workflow("npm run build"), "package.json": '{"scripts": {"build": "node tools/a.js"}}'}, "tools/a.js",
    ),
    "an install hook": ({CI_PATH: workflow("npm ci"), "package.json": '{"scripts": {"prepare": "node a.js"}}'}, "a.js"),
    "a script of a script": ({CI_PATH: workflow("sh a.sh"), "a.sh": "set -e\n./b.sh\n"}, "b.sh"),
    "a file that a script requires": ({CI_PATH: workflow("node a.js"), "a.js": "require('./lib/b')\n"}, "lib/b.js"),
    "a local action": (
        {
            CI_PATH: "on: push\njobs:\n  a:\n    steps:\n      - uses: ./.github/actions/b\n",
            ".github/actions/b/action.yml": "runs:\n  using: node20\n  main: dist/index.js\n",
        },
        ".github/actions/b/dist/index.js",
    ),
    "a docker build": ({CI_PATH: workflow("docker build -f ci/Dockerfile ."), "ci/Dockerfile": "RUN ./tools/a.sh\n"}, "tools/a.sh"),
    "a requirements file": ({CI_PATH: workflow("pip install -r ci/needs.txt")}, "ci/needs.txt"),
}  # fmt: skip

NOT_REACHED: dict[str, tuple[dict[str, str], str]] = {
    "a target that nobody asks for": (
        {CI_PATH: workflow("make ci"), "Makefile": "ci:\n\ttrue\nother:\n\t./a.sh\n"},
        "a.sh",
    ),
    "a page that a linter reads": ({CI_PATH: workflow("markdownlint docs/a.md")}, "docs/a.md"),
    "source that tests import": ({CI_PATH: workflow("pytest -q"), "tests/test_a.py": "import a\n"}, "a.py"),
    "a script in a comment": ({CI_PATH: workflow("true\n          # ./a.sh\n")}, "a.sh"),
    "a workflow below another folder": ({"sub/.github/workflows/ci.yml": workflow("./a.sh")}, "a.sh"),
}


def reached(files: dict[str, str], path: str) -> bool:
    return path in find_reached(change({path: "a\n"}, {path: "b\n"}, kept=files))


@pytest.mark.parametrize("sentence", REACHED)
def test_what_a_workflow_runs_is_reached(sentence: str) -> None:
    assert reached(*REACHED[sentence])


@pytest.mark.parametrize("sentence", NOT_REACHED)
def test_what_it_does_not_run_is_not_reached(sentence: str) -> None:
    assert not reached(*NOT_REACHED[sentence])


def test_a_way_that_turns_in_a_circle_ends() -> None:
    files = {CI_PATH: workflow("sh a.sh"), "a.sh": "sh b.sh\n", "b.sh": "sh a.sh\n"}

    assert reached(files, "b.sh")


def test_the_way_says_job_triggers_rights_and_secrets() -> None:
    steps = "    steps:\n      - run: ./a.sh\n        env:\n          K: ${{ secrets.KEY }}\n"
    text = f"on: push\npermissions: write-all\njobs:\n  ship:\n    environment: live\n{steps}"
    way = find_reached(change({"a.sh": "a\n"}, {"a.sh": "b\n"}, kept={CI_PATH: text}))["a.sh"]

    assert (way.job, way.triggers, way.writes, way.secrets, way.environment) == (
        "ship",
        ("push",),
        ("everything",),
        ("KEY",),
        "live",
    )
