"""Which files the workflows run, and which they do not."""

from __future__ import annotations

import pytest

from rules.engine import inspect
from rules.reach import find_reach
from rules.verdict import PRIVILEGED_REACH
from tests.rules.kit import CI, CI_PATH, change, edit


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
    return path in find_reach(change({path: "a\n"}, {path: "b\n"}, kept=files)).ways


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
    way = find_reach(change({"a.sh": "a\n"}, {"a.sh": "b\n"}, kept={CI_PATH: text})).ways["a.sh"]

    assert (way.job, way.triggers, way.writes, way.secrets, way.environment) == (
        "ship",
        ("push",),
        ("everything",),
        ("KEY",),
        "live",
    )


def job(steps: str, *, job: str = "", top: str = "") -> str:
    """A workflow with read rights, one job and further lines for the job and the top."""
    rights = "" if "permissions" in top else "permissions:\n  contents: read\n"
    return f"on: push\n{rights}{top}jobs:\n  a:\n    runs-on: ubuntu-24.04\n{job}    steps:\n{steps}"


RUN = "      - run: ./a.sh\n"
SECRET = "      - run: ./a.sh\n        env:\n          K: ${{ secrets.KEY }}\n"

PRIVILEGED: dict[str, str] = {
    "a secret": job(SECRET),
    "a secret of the whole workflow": job(RUN, top="env:\n  K: ${{ secrets.KEY }}\n"),
    "any secret by name": job(RUN.replace("./a.sh", "./a.sh ${{ secrets[matrix.key] }}")),
    "a write right": job(RUN, top="permissions:\n  packages: write\n"),
    "an identity for a cloud": job(RUN, job="    permissions:\n      id-token: write\n"),
    "an environment": job(RUN, job="    environment: live\n"),
    "a self-hosted runner": job(RUN).replace("ubuntu-24.04", "[self-hosted, linux]"),
    "a trigger with the base's rights and nothing said": f"on: pull_request_target\njobs:\n  a:\n    steps:\n{RUN}",
}
UNPRIVILEGED: dict[str, str] = {
    "nothing but reading": job(RUN),
    "the run's own token": job(SECRET.replace("KEY", "GITHUB_TOKEN")),
    "a secret in a job that does not run it": job(RUN) + "  b:\n    steps:\n      - run: echo ${{ secrets.KEY }}\n",
}


def tags(path: str, files: dict[str, str]) -> tuple[str, ...]:
    return inspect(change({path: "a\n"}, {path: "b\n"}, kept=files)).files[0].tags


@pytest.mark.parametrize("sentence", PRIVILEGED)
def test_what_a_job_with_power_runs_is_tagged(sentence: str) -> None:
    assert PRIVILEGED_REACH in tags("a.sh", {CI_PATH: PRIVILEGED[sentence]})


@pytest.mark.parametrize("sentence", UNPRIVILEGED)
def test_what_only_jobs_without_power_run_is_not_tagged(sentence: str) -> None:
    assert PRIVILEGED_REACH not in tags("a.sh", {CI_PATH: UNPRIVILEGED[sentence]})


def test_a_job_with_power_counts_though_another_job_came_first() -> None:
    makefile = {"Makefile": "ci:\n\t./a.sh\n"}
    two = job("      - run: make ci\n") + "  b:\n    environment: live\n    steps:\n      - run: make ci\n"

    assert PRIVILEGED_REACH in tags("a.sh", {CI_PATH: two, **makefile})


def test_a_lockfile_is_reached_by_the_job_that_installs_from_it() -> None:
    before = '{"lockfileVersion": 3, "packages": {"node_modules/undici": {"version": "6.19.8"}}}\n'
    files = {CI_PATH: job("      - run: npm ci\n", job="    environment: live\n")}

    inspection = inspect(edit("package-lock.json", before, before.replace("6.19.8", "6.19.9"), kept=files))

    assert PRIVILEGED_REACH in inspection.files[0].tags


def test_a_workflow_with_a_job_with_power_is_tagged_itself() -> None:
    bump = edit(CI_PATH, job(SECRET), job(SECRET).replace("24.04", "22.04"), kept={})

    assert PRIVILEGED_REACH in inspect(bump).files[0].tags


def test_power_that_the_change_takes_away_still_counts() -> None:
    assert PRIVILEGED_REACH in inspect(edit(CI_PATH, job(SECRET), job(RUN), kept={})).files[0].tags


def test_a_workflow_without_power_is_not_tagged() -> None:
    assert PRIVILEGED_REACH not in inspect(edit(CI_PATH, CI, CI.replace("24.04", "22.04"), kept={})).files[0].tags


def test_a_called_workflow_runs_with_what_its_caller_holds() -> None:
    caller = "on: push\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n    secrets: inherit\n"
    called = "on: workflow_call\npermissions: {}\njobs:\n  b:\n    steps:\n      - run: ./a.sh\n"

    assert PRIVILEGED_REACH in tags("a.sh", {CI_PATH: caller, ".github/workflows/b.yml": called})


def test_more_files_than_are_followed_are_told() -> None:
    scripts = {f"ci/s{number}.sh": "true\n" for number in range(450)}
    runs = "".join(f"      - run: ./{name}\n" for name in scripts)

    many = inspect(edit("src/a.py", "a\n", "b\n", kept={CI_PATH: job(runs), **scripts}))
    few = inspect(edit("src/a.py", "a\n", "b\n", kept={CI_PATH: job(RUN), "a.sh": "true\n"}))

    assert (len(many.notes), few.notes) == (1, ())
