"""Opening the folder runs a command.

What: an editor or container setting runs a command when the folder opens or the container starts.
Why: opening the checkout to look at it is then enough to run it.
Instead: leave it to people to start tasks; keep container set-up to named, pinned steps.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Category, Finding, Severity
from rules.rule import Rule
from rules.running_text import fetches_and_runs, sends, unpacks_and_runs

rule = Rule(
    __name__,
    title="opening the folder runs a command",
    severity=Severity.HIGH,
    instead="Let people start tasks themselves.",
)

_FILE = re.compile(
    r"(?:^|/)\.vscode/|\.code-workspace$|(?:^|/)\.?devcontainer(?:/|\.json$)|(?:^|/)\.idea/|(?:^|/)\.zed/"
    r"|(?:^|/)\.gitpod\.ya?ml$|(?:^|/)\.envrc$|(?:^|/)\.vs/|(?:^|/)\.cursor/environment\.json$|(?:^"
    r"|/)\.nvim(?:rc|\.lua)$|(?:^|/)\.exrc$|(?:^|/)\.dir-locals\.el$|(?:^|/)\.mise(?:\.\w+)?\.toml$|(?:^"
    r"|/)mise\.toml$|(?:^|/)\.replit$|(?:^|/)\.idx/|(?:^|/)\.fleet/|(?:^|/)\.project$|(?:^"
    r"|/)\.codesandbox/"
)
_AUTORUN = re.compile(
    r"\bfolderOpen\b|[\"'](?:initialize|onCreate|updateContent|postCreate|postStart"
    r"|postAttach)Command[\"']\s*:|\btask\.allowAutomaticTasks[\"']?\s*:\s*(?:true|[\"']on)"
    r"|terminal\.integrated\.(?:automationProfile|profiles|env|shellArgs|defaultProfile)"
    r"|(?:python\.(?:defaultInterpreterPath|pythonPath)|eslint\.(?:nodePath|runtime)|typescript\.tsdk"
    r"|git\.path|go\.(?:alternateTools|toolsEnvVars)|rust-analyzer\.(?:server\.path|\S{0,80}overrideCommand"
    r"|cargo\.buildScripts)|java\.\S{0,80}jdt\.ls\S{0,80}|deno\.path|phpunit\.\S{0,80}php)[\"']?\s*:"
    r"|\"(?:install|start|build)\"\s*:\s*\"|^\s*(?:-\s+)?(?:init|before|command|prebuild|onCreate"
    r"|onStart)\s*[:=]\s*\S|^\s*(?:source_env|source_up|source_url|use|eval|export|PATH_add|dotenv)\b"
    r"|^\s*(?:\$?\(\s*)?(?:curl|wget|bash|sh)\b|^\s*:?(?:!|autocmd|call\s+system)|\(eval\s*\.|\[hooks\]"
    r"|^\s*(?:enter|cd|postinstall)\s*=|\"(?:privileged|init)\"\s*:\s*true|\"runArgs\"|\"mounts\""
    r"|RUN_ON_OPEN|<option\s+name=\"(?:run|command|SCRIPT_TEXT|SCRIPT_PATH)"
)

_ONE = (
    r"(?:[\w.-]{1,30} --?version|(?:npm|pnpm|yarn|bun)(?: ci| install)?(?: --frozen-lockfile)?|uv sync[\w -]{0,60}"
    r"|pip3? install -r [\w./-]{1,80}|pip3? install -e \.(?:\[[\w,-]{1,40}\])?|poetry install|bundle install|composer install"
    r"|go mod download|cargo (?:fetch|build)|dotnet (?:restore|build)|make (?:setup|install|deps))"
)
_USUAL = re.compile(
    rf"[\"'](?:onCreate|updateContent|postCreate|postStart|postAttach)Command[\"']\s*:\s*\"{_ONE}(?:\s*&&\s*{_ONE}){{0,9}}\"\s*,?\s*$"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.of(Category.DEV_ENVIRONMENT, Category.CONTAINER, Category.AGENT_CONFIG):
        if file.is_removed or not _FILE.search(file.path):
            continue
        whole = "\n".join(line.text for line in file.new_lines)
        grave = fetches_and_runs(whole) or sends(whole) or unpacks_and_runs(whole) or bool(view.new_hosts(whole))
        for line in file.new_lines:
            if _AUTORUN.search(line.text) and line.text.strip().rstrip(",") not in file.before_text:
                usual = _USUAL.search(line.text) is not None
                yield rule.finding(
                    file,
                    "This runs when the folder opens or the container starts.",
                    line=line.number,
                    severity=Severity.CRITICAL if grave else Severity.REVIEW if usual else Severity.HIGH,
                )
