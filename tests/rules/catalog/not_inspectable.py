"""Examples of the rule `not-inspectable`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI_PATH, Bad, change, edit

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize 5\n"
LINK = ("160000", "160000")


def submodule(run: str, **kept: str) -> Change:
    """A submodule moves; one job runs something."""
    workflow = f"on: push\njobs:\n  a:\n    steps:\n      - run: {run}\n"
    return change(
        {"vendor/reef": "Subproject commit a\n"},
        {"vendor/reef": "Subproject commit b\n"},
        modes={"vendor/reef": LINK},
        kept={CI_PATH: workflow, **kept},
    )


BAD: dict[str, Bad] = {
    "a workflow that is not yaml": Bad(
        edit(".github/workflows/a.yml", "on: push\n", "on: push\njobs: [\n"), ".github/workflows/a.yml", 3
    ),
    "a key twice": Bad(
        edit(".github/workflows/a.yml", "on: push\n", "on: push\non: pull_request_target\n"),
        ".github/workflows/a.yml",
        2,
    ),
    "a program in large file storage that CI runs": Bad(
        change(
            {"tools/gen": POINTER.format("aa")},
            {"tools/gen": POINTER.format("bb")},
            kept={CI_PATH: "on: push\njobs:\n  a:\n    steps:\n      - run: ./tools/gen\n"},
        ),
        "tools/gen",
        None,
    ),
    "a wrapper in large file storage": Bad(
        edit("gradle/wrapper/gradle-wrapper.jar", POINTER.format("aa"), POINTER.format("bb")),
        "gradle/wrapper/gradle-wrapper.jar",
        None,
    ),
    "a submodule that CI runs a script of": Bad(submodule("./vendor/reef/build.sh"), "vendor/reef", None),
    "a submodule whose Makefile CI runs": Bad(submodule("cd vendor/reef && make"), "vendor/reef", None),
    "a submodule that is built in": Bad(
        submodule("cmake .", **{"CMakeLists.txt": "add_subdirectory(vendor/reef)\n"}), "vendor/reef", None
    ),
}
GOOD: dict[str, Change] = {
    "a workflow that is": edit(".github/workflows/a.yml", "on: push\n", "on: [push]\n"),
    "a picture in large file storage": edit("docs/reef.png", POINTER.format("aa"), POINTER.format("bb")),
    "a submodule that nothing loads": submodule("make", Makefile="a:\n\techo vendor/reefs\n"),
}
