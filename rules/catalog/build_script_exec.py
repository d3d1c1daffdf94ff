"""Build file gains code that runs.

What: a build file gains a command or code that runs while building, configuring or parsing.
Why: building is how CI, and everybody who checks the change out, runs code without asking for it.
Instead: keep build files declarative; put what must run into a script that is named and reviewed.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Category, Finding, Severity
from rules.rule import Rule
from rules.running_lines import running_lines

rule = Rule(
    __name__,
    title="build file gains code that runs",
    severity=Severity.HIGH,
    instead="Keep the build file declarative; name what must run and have it reviewed.",
)

_GO_DIRECTIVE = re.compile(
    r"//go:generate\s[^\n]{0,300}(?:\b(?:ba|z)?sh\b|\bcurl\b|\bwget\b|@latest\b|https?:)|(?://"
    r"|\*)?\s*#cgo\s[^\n]{0,300}(?:-Wl,|-f?plugin|-B\b|-specs=|-wrapper)"
)
_JVM = re.compile(
    r"\bexec\s*\{|\bcommandLine\b|\.execute\(\)|\bProcessBuilder\b|Runtime\.getRuntime|\bURL\("
    r"|\bapply\s+from:\s*[\"']https?:|\bjavaexec\b|providers\.exec|task\([^)]{0,80}Exec\b|type:\s*Exec\b"
    r"|register<Exec>"
)
_BY_NAME: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (
        re.compile(r"(?:^|/)(?:GNUm|m|M)akefile[^/]*$|\.mk$"),
        re.compile(
            r"\$\(shell\b|!=\s|\$\(file\b|\$\(eval\b.{0,200}shell|^(?:SHELL"
            r"|\.SHELLFLAGS)\s*[:?]?=(?!\s*(?:/usr)?/bin/(?:env\s+)?(?:ba)?sh\b)|^\s*-?include\s+https?:"
        ),
    ),
    (
        re.compile(r"(?:^|/)setup\.py$"),
        re.compile(
            r"\bos\.(?:system|popen|exec\w+|spawn\w+)\(|\bsubprocess\.|\bexec\(|\beval\(|\b__import__\("
            r"|\burlopen\(|\brequests\.|\bsocket\.|\bctypes\b"
        ),
    ),
    (
        re.compile(r"(?:^|/)build\.rs$"),
        re.compile(
            r"\bCommand::new\(|\bstd::process\b|\breqwest\b|\bureq\b|\bTcpStream\b|\binclude_bytes!|\bstd::net\b"
        ),
    ),
    (
        re.compile(r"(?:^|/)CMakeLists\.txt$|\.cmake$"),
        re.compile(
            r"\bexecute_process\s*\(|\bfile\s*\(\s*DOWNLOAD\b|\badd_custom_(?:command|target)\s*\("
            r"|\bExternalProject_Add\s*\(|\bFetchContent_Declare\s*\(|\binstall\s*\(\s*(?:CODE|SCRIPT)",
            re.IGNORECASE,
        ),
    ),
    (
        re.compile(r"(?:^|/)meson\.build$"),
        re.compile(r"\brun_command\s*\(|\bcustom_target\s*\(|add_(?:install|postconf|dist)_script"),
    ),
    (re.compile(r"\.gradle(?:\.kts)?$"), _JVM),
    (
        re.compile(r"(?:^|/)pom\.xml$"),
        re.compile(
            r"exec-maven-plugin|maven-antrun-plugin|<executable>|groovy-maven-plugin|gmavenplus|<exec\b"
            r"|download-maven-plugin"
        ),
    ),
    (
        re.compile(r"(?:\.(?:cs|fs|vb)proj|\.targets|\.props)$"),
        re.compile(
            r"<Exec\b|<(?:Pre|Post)BuildEvent|<UsingTask\b|<DownloadFile\b|<Import\b[^>]{0,200}https?:"
            r"|RoslynCodeTaskFactory",
            re.IGNORECASE,
        ),
    ),
    (
        re.compile(r"(?:^|/)(?:BUILD(?:\.bazel)?|WORKSPACE(?:\.bazel)?|MODULE\.bazel)$|\.bzl$"),
        re.compile(
            r"\bgenrule\s*\(|\brepository_ctx\.(?:execute|download)|\brctx\.(?:execute|download)"
            r"|\bhttp_(?:archive|file)\s*\(|\blocal\s*=\s*(?:1|True)"
        ),
    ),
    (
        re.compile(r"(?:^|/)(?:Rakefile|[^/]+\.gemspec|extconf\.rb|Podfile|Fastfile|Dangerfile|Gemfile)$"),
        re.compile(
            r"`[^`]{2,300}`|\bsystem\s*\(?|\b%x[({\[]|\bOpen3\b|\bKernel\.(?:exec|system)|\bURI\.open|\bNet::HTTP"
            r"|\beval\b|\binstance_eval"
        ),
    ),
    (re.compile(r"(?:^|/)binding\.gyp$"), re.compile(r"<!@?\(|\"action\"\s*:|'action'\s*:")),
    (re.compile(r"(?:^|/)(?:Taskfile\.ya?ml|[Jj]ustfile)$"), re.compile(r"`[^`]{2,300}`|\bsh:\s")),
    (
        re.compile(r"(?:^|/)(?:mix\.exs|Package\.swift|project\.clj|build\.sbt|build\.sc)$"),
        re.compile(
            r"\bSystem\.cmd\(|\bCode\.eval|:os\.cmd|\bProcess\(|\bFoundation\.Process|\.unsafeFlags"
            r"|\bsys\.process|\bHTTPoison|!!\s*$|\beval-in"
        ),
    ),
    (
        re.compile(r"(?:^|/)pyproject\.toml$"),
        re.compile(
            r"\bbuild-backend\s*=(?!\s*[\"'](?:hatchling\.build|setuptools\.build_meta|poetry\.core\.masonry\.api"
            r"|flit_core\.buildapi|pdm\.backend|maturin|scikit_build_core\.build|uv_build|mesonpy)[\"'])|\bbackend-path\s*=|\[tool\.(?:hatch\.build\.hooks|setuptools\.cmdclass"
            r"|poetry\.build|pdm\.build)|^\s*(?:script|build-script|run-setup)\s*="
        ),
    ),
    (
        re.compile(r"(?:^|/)configure(?:\.ac)?$|\.m4$"),
        re.compile(r"\bm4_esyscmd|\bAC_CONFIG_COMMANDS|\beval\b|\bcurl\b|\bwget\b|\bsyscmd"),
    ),
    (re.compile(r"(?:^|/)\.mvn/extensions\.xml$"), re.compile(r"<artifactId>|<extension>")),
    (re.compile(r"(?:^|/)go\.(?:mod|work)$"), re.compile(r"^toolchain\s|^tool\s")),
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.path.endswith(".go") and not file.is_removed and not file.is_quiet:
            for line in file.file.added:
                if _GO_DIRECTIVE.match(line.text.strip()):
                    yield rule.finding(
                        file,
                        "The go tool runs this or hands it to the linker.",
                        line=line.number,
                        category=None if file.categories else Category.CONTENT,
                    )
    for file in view.live:
        if file.is_removed:
            continue
        pattern = next((pattern for names, pattern in _BY_NAME if names.search(file.path)), None)
        if pattern is None:
            continue
        old = "\n".join(line.text.strip() for line in file.file.removed)
        for line in running_lines(file):
            if pattern.search(line.text[:20_000]) and line.text.strip() not in old:
                yield rule.finding(file, "This line runs a command or code while building.", line=line.number)
