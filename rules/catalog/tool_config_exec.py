"""Tool settings load code.

What: the settings of a linter, formatter, docs or test tool now load code: a plugin, a local module, a command, a
script.
Why: the tool runs that code wherever it runs, in CI and in editors.
Instead: use released plugins that are pinned in the lockfile, and no paths into the tree.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.running_lines import running_lines

rule = Rule(
    __name__,
    title="tool settings load code",
    severity=Severity.HIGH,
    instead="Load only released plugins that the lockfile pins.",
)

_TOOL_FILE = re.compile(
    r"(?:^|/)(?:\.?eslintrc(?:\.\w+)?|eslint\.config\.\w+|\.?prettierrc(?:\.\w+)?|prettier\.config\.\w+"
    r"|\.?stylelintrc(?:\.\w+)?|stylelint\.config\.\w+|\.babelrc(?:\.\w+)?|babel\.config\.\w+"
    r"|jest\.config\.\w+|vitest\.config\.\w+|vite\.config\.\w+"
    r"|webpack\.config\.\w+|rollup\.config\.\w+|postcss\.config\.\w+|tailwind\.config\.\w+"
    r"|karma\.conf\.\w+|\.mocharc(?:\.\w+)?|\.nycrc|commitlint\.config\.\w+|\.markdownlint\S*"
    r"|\.remarkrc\S*|pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|\.pylintrc|pylintrc|\.flake8"
    r"|mypy\.ini"
    r"|mkdocs\.ya?ml|conf\.py|\.rubocop\.ya?ml|\.golangci\.ya?ml|phpunit\.xml\S*|phpstan\.neon\S*"
    r"|\.semgrep\.ya?ml|biome\.jsonc?|playwright\.config\.\w+|cypress\.config\.\w+|tsconfig[^/]*\.json"
    r"|package\.json|nx\.json|turbo\.json|lerna\.json|\.cargo/config(?:\.toml)?|\.coveragerc|noxfile\.py"
    r"|\.yamllint\S*|_config\.ya?ml|\.releaserc\S*|release\.config\.\w+)$"
)
_IMPORTS = re.compile(r"""^\s*(?:import\s[^"'\n]{0,200}|(?:const|let|var)\s[^"'\n]{0,200}require\(\s*)["']\.{1,2}/""")
_LOADS = re.compile(
    r"\bload-plugins\s*=|\binit-hook\s*=|\b(?:plugins?|require|setupFiles(?:AfterEnv)?|globalSetup"
    r"|globalTeardown|reporters?|transform|runner|resolver|testEnvironment|preset|processors?|loader"
    r"|extends|import|customSyntax|parser|formatter|snapshotSerializers|haste"
    r"|dependencyExtractor)[\"']?\s*[:=]\s*\[?\s*[\"']?(?:<rootDir>|\.{1,2}/|https?:|file:)"
    r"|^\s*-p\s+\w"
    r"|^addopts\s*=.{0,300}-p\s+(?!no:)\w|\bpytest_plugins\s*=|\bpaths?\s*=\s*.{0,100}(?:hooks?"
    r"|plugins?)/|^\s*hooks:\s*$|^\s*-\s+hooks?/\S+\.py|!!python/|\bcustom_(?:dir|plugins?)\b"
    r"|\ballowlist_externals\s*=|\bcommands_pre\s*="
    r"|\brequire\(\s*[\"']child_process|\bexecSync\(|\bexec\(|\bos\.system\(|\bsubprocess\."
    r"|\brustc-wrapper\s*=|\brunner\s*=\s*|\blinker\s*=|\bbuild\.rustc\b|\bsys\.path\.(?:insert|append)"
    r"|^\s*enable_extensions?\s*=|^\s*local-plugins|^\s*\[flake8:local-plugins\]"
    r"|^\s*(?:-\s+)?bootstrap\s*[:=]|\bbootstrap=\"|\bscanFiles\b|\brulesdir\b|--require\s+\./"
)

_BARE = re.compile(r"""^\s*["']?(?:<rootDir>|\.{1,2})/[\w./-]{1,200}\.(?:js|cjs|mjs|ts|py|rb)["'],?\s*$""")
_OPENS = re.compile(
    r"(?:setup|plugin|preset|reporter|transform|require|extends|loader|globalTeardown)\w*[\"']?\s*[:=]\s*[\[{(]"
)
_ABOVE = 6
_SETTINGS_ONLY = re.compile(r"""^\s*["']?extends["']?\s*:\s*\[?\s*["'][^"'\n]{1,200}\.jsonc?["']\s*\]?,?\s*$""")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.live:
        if file.is_removed or not _TOOL_FILE.search(file.path):
            continue
        old = file.before_text
        for line in running_lines(file):
            if line.text.strip() in old:
                continue
            if _SETTINGS_ONLY.search(line.text[:20_000]):
                continue
            if _LOADS.search(line.text[:20_000]):
                yield rule.finding(file, "The tool now loads code that this line names.", line=line.number)
            elif _BARE.search(line.text[:20_000]):
                above = "\n".join(file.line_text(line.number - step)[:2000] for step in range(1, _ABOVE))
                yield rule.finding(
                    file,
                    "The tool's settings now name a file of this tree.",
                    line=line.number,
                    severity=Severity.HIGH if _OPENS.search(above) else Severity.REVIEW,
                )
            elif _IMPORTS.search(line.text[:20_000]):
                yield rule.finding(
                    file, "The tool now loads a file of this tree.", line=line.number, severity=Severity.REVIEW
                )
