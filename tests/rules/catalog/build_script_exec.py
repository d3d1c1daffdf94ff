"""Examples of the rule `build-script-exec`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "make runs a shell while parsing": Bad(
        edit("Makefile", "all:\n\ttrue\n", "V := $(shell ./tools/version.sh)\nall:\n\ttrue\n"), "Makefile", 1
    ),
    "cmake runs a program": Bad(
        edit("CMakeLists.txt", "project(a)\n", "project(a)\nexecute_process(COMMAND ./fetch.sh)\n"), "CMakeLists.txt", 2
    ),
    "build.rs starts a process": Bad(
        edit("build.rs", "fn main() {}\n", 'fn main() {\n    std::process::Command::new("sh").spawn();\n}\n'),
        "build.rs",
        2,
    ),
    "gradle starts a process": Bad(
        edit("build.gradle", "plugins {}\n", 'plugins {}\n"sh x.sh".execute()\n'), "build.gradle", 2
    ),
    "setup.py starts a process": Bad(edit("setup.py", "import os\n", "import os\nos.system('./x')\n"), "setup.py", 2),
    "maven runs a program": Bad(
        edit(
            "pom.xml", "<project>\n</project>\n", "<project>\n<artifactId>exec-maven-plugin</artifactId>\n</project>\n"
        ),
        "pom.xml",
        2,
    ),
    "msbuild runs a program": Bad(
        edit("app.csproj", "<Project>\n</Project>\n", '<Project>\n<Exec Command="sh x.sh" />\n</Project>\n'),
        "app.csproj",
        2,
    ),
}
GOOD: dict[str, Change] = {
    "an ordinary recipe": edit("Makefile", "all:\n\ttrue\n", "all:\n\tgo build ./...\n"),
    "an ordinary dependency": edit(
        "build.gradle", "plugins {}\n", "plugins {}\ndependencies { implementation 'a:b:1' }\n"
    ),
    "source starts a process": edit("src/run.rs", "fn a() {}\n", 'fn a() { Command::new("ls"); }\n'),
}
