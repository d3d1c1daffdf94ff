"""Which lines of a text are comments, by the kind of file; directives that only look like comments are not."""

from __future__ import annotations

import re

_HASH = re.compile(
    r"\.(?:py|sh|bash|zsh|rb|rake|pl|ya?ml|toml|mk|tf|hcl|nix|r|jl|ex|exs|cfg|conf|ini|properties|ps1"
    r"|cmake|txt|in|npmrc|env)\Z"
    r"|(?:^|/)(?:GNUm|M|m)akefile[^/]*\Z|(?:^|/)[Dd]ockerfile[^/]*\Z|(?:^|/)(?:Gemfile|Rakefile|Justfile"
    r"|justfile|Vagrantfile|Brewfile|CODEOWNERS|\.\w+ignore|\.\w+rc)\Z",
    re.IGNORECASE,
)
_SLASHES = re.compile(
    r"\.(?:js|jsx|ts|tsx|mjs|cjs|go|rs|java|kt|kts|scala|groovy|gradle|c|h|cc|cpp|cs|swift|php|proto|dart"
    r"|jsonc|json5)\Z",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(
    r"#!|#\s*(?:syntax|escape|check)\s*=|#.*\bcoding[:=]|//\s*go:|//\s*\+build|#\s*///"
    r"|#\s*(?:requires-python|dependencies)\b|//\s*@|///\s*<"
    r"|#\s*(?:noqa|nosec|nosemgrep|type:|pylint:|mypy:|ruff:|zizmor:|checkov:|hadolint|shellcheck"
    r"|yamllint|kics|tfsec|trivy|pragma)"
    r"|//\s*(?:eslint|tslint|biome|ts-|nolint|nosec|nosemgrep|deno-)|#\s*[-{\[]?\s*https?:",
    re.IGNORECASE,
)


def comment_sign(path: str) -> str:
    """How a comment line begins in a file of this name: `#`, `//`, or empty when unknown."""
    if _SLASHES.search(path):
        return "//"
    return "#" if _HASH.search(path) else ""


def is_comment(path: str, text: str) -> bool:
    """A line that is a comment and nothing else; a directive (shebang, build tag, suppression) is not one."""
    sign = comment_sign(path)
    stripped = text.strip()
    return bool(sign) and stripped.startswith(sign) and not _DIRECTIVE.match(stripped)


def only_comments_differ(path: str, before: str, after: str) -> bool:
    """Both texts are the same once comment and blank lines are taken out, and no line is glued to a comment."""
    return _without_comments(path, before) == _without_comments(path, after)


def _without_comments(path: str, text: str) -> list[str]:
    kept: list[str] = []
    glued = False
    for line in text.split("\n"):
        line = line.rstrip("\r")
        ends_glued = line.rstrip().endswith("\\")
        if glued or ends_glued or (line.strip() and not is_comment(path, line)):
            kept.append(line)
        glued = ends_glued
    return kept
