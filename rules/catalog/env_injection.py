"""Variable that changes how later programs run.

What: a variable is set that changes how later programs run: loader, interpreter or search path settings.
Why: every later step then loads code that the step itself does not name.
Instead: set such a variable only for the one command that needs it, with a fixed value.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.running_lines import can_run, running_lines

rule = Rule(
    __name__,
    title="variable that changes how later programs run",
    severity=Severity.HIGH,
    instead="Set it for the one command that needs it, or not at all.",
)

_SET = re.compile(
    r"(?:^|[\s\"'{,;]|echo\s+[\"']?|env\.|environ\[[\"'])(NODE_OPTIONS|BASH_ENV|ENV|LD_PRELOAD"
    r"|LD_LIBRARY_PATH|LD_AUDIT|DYLD_INSERT_LIBRARIES|DYLD_LIBRARY_PATH|PYTHONPATH|PYTHONSTARTUP"
    r"|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|MAVEN_OPTS"
    r"|GRADLE_OPTS|NODE_PATH|PATH|PROMPT_COMMAND|GIT_SSH_COMMAND|GIT_EXEC_PATH|GIT_CONFIG_GLOBAL"
    r"|GIT_EXTERNAL_DIFF|ACTIONS_ALLOW_UNSECURE_COMMANDS|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL"
    r"|NPM_CONFIG_REGISTRY|npm_config_registry|UV_INDEX_URL|UV_EXTRA_INDEX_URL|GOPROXY|GONOSUMDB"
    r"|GONOSUMCHECK|GOFLAGS|GONOSUMDB"
    r"|NODE_TLS_REJECT_UNAUTHORIZED|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY|RUSTC_WRAPPER"
    r"|CARGO_BUILD_RUSTC_WRAPPER|EDITOR|PAGER|CC|CXX)(?:[\"'\]]{0,2})\s*(?:=|:\s)(?!=)(.{0,2000})"
)
_SEARCHED = re.compile(r">>?\s*[\"']?\$(?:\{|env:)?GITHUB_PATH|::add-path::", re.IGNORECASE)
_GRAVE = frozenset(
    {
        "BASH_ENV",
        "LD_PRELOAD",
        "LD_AUDIT",
        "DYLD_INSERT_LIBRARIES",
        "ACTIONS_ALLOW_UNSECURE_COMMANDS",
        "PYTHONSTARTUP",
        "PROMPT_COMMAND",
        "PERL5OPT",
        "RUBYOPT",
    }
)
_HARMLESS = {
    "NODE_OPTIONS": re.compile(
        r"(?:--max[-_]old[-_]space[-_]size=\d+|--no-warnings|--enable-source-maps|--experimental-vm-modules"
        r"|--trace-\w+|--unhandled-rejections=\w+|--openssl-legacy-provider|\s)*$"
    ),
    "PYTHONPATH": re.compile(r"\.?/?(?:src|lib|app|\.)?/?[\"']?$|\$\{\{\s*github\.workspace\s*\}\}(?:/\w+)?$"),
    "PATH": re.compile(
        r".{0,60}(?:\$HOME|~|\$\{HOME\}|\$CARGO_HOME|\$GOPATH|/usr/local|node_modules/\.bin|\.venv"
        r"|/opt/\w+).{0,60}$"
    ),
    "MAVEN_OPTS": re.compile(r"(?:-Xmx\w+|-Xms\w+|-XX:\S++|-D(?:maven|http|org\.slf4j)\.[\w.=]+|\s)*$"),
    "GRADLE_OPTS": re.compile(r"(?:-Xmx\w+|-Dorg\.gradle\.\S++|-XX:\S++|\s)*$"),
    "JAVA_TOOL_OPTIONS": re.compile(r"(?:-Xmx\w+|-Dfile\.encoding=\S++|-XX:\S++|\s)*$"),
    "GOFLAGS": re.compile(r"(?:-mod=\w+|-race|-count=\d+|-trimpath|-v|-buildvcs=\w+|-tags=[\w,]+|\s)*$"),
    "GOPROXY": re.compile(r"(?:https://proxy\.golang\.org,)?(?:direct|off)$|https://proxy\.golang\.org(?:,direct)?$"),
    "ENV": re.compile(r"[\w-]*$"),
    "CC": re.compile(r"[\w+-]+(?:-\d+)?$"),
    "CXX": re.compile(r"[\w+-]+(?:-\d+)?$"),
    "EDITOR": re.compile(r"(?:vim?|nano|true|cat|emacs|:)$"),
    "PAGER": re.compile(r"(?:less|cat|more|true)?$"),
    "LD_LIBRARY_PATH": re.compile(r"(?:(?:/usr/(?:local/)?lib[\w/-]*|\$\{?LD_LIBRARY_PATH\}?)(?::|$))+$"),
}


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.live:
        if not can_run(file) or file.is_test and not file.categories:
            continue
        for line in running_lines(file):
            if _SEARCHED.search(line.text):
                yield rule.finding(
                    file,
                    "A folder is put in front of where later steps look for programs.",
                    line=line.number,
                    severity=Severity.REVIEW,
                )
                continue
            match = _SET.search(line.text)
            if match is None or (
                file.is_code
                and not file.reached
                and not line.text.lstrip().startswith(("export", "os.environ", "process.env"))
            ):
                continue
            name, value = match.group(1), re.split(r"[;&]", match.group(2))[0].strip().strip("\"'")
            if not value and name != "LD_PRELOAD" or name in _HARMLESS and _HARMLESS[name].match(value):
                continue
            grave = name in _GRAVE or "--require" in value or "--import" in value or "://" in value or "/tmp" in value
            yield rule.finding(
                file,
                f"{name} is set, which changes how later programs run.",
                line=line.number,
                severity=Severity.CRITICAL if grave else Severity.HIGH,
            )
