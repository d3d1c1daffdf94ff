"""What a pull request says that it is for, held against a file that it changes. The words are its maker's: they never clear anything."""

from __future__ import annotations

import re

from rules.change import PullRequestText
from rules.change_view import FileView
from rules.dependency_change import changes_in
from rules.finding import Category
from rules.formats.dependency_files import reader_for

_LONGEST = 20_000
_WORD = re.compile(r"[a-z0-9_]{2,80}")
_COMMENT = re.compile(r"<!--[^>]{0,2000}-->")
# What a request with one of these words asks for may be anywhere.
_BROAD = frozenset(
    "chore config configuration configure infra infrastructure init initial bootstrap scaffold skeleton setup set tooling "
    "template migrate migration merge release revert sync rename move cleanup".split()
)
# A request that says it is only about these has no business with what runs.
_NARROW = re.compile(
    r"^\s{0,9}(?:docs?|style|i18n|l10n|test|tests)(?:\([^)\n]{0,80}\))?!?:|\b(?:typos?|readme|wording|spelling|translations?|docstrings?)\b",
    re.IGNORECASE,
)
_WORDS: dict[Category, frozenset[str]] = {
    Category.WORKFLOW: frozenset("ci cd workflow workflows action actions pipeline github job jobs runner dependabot".split()),
    Category.BUILD: frozenset(
        "build builds building make makefile cmake gradle maven compile compiler bundle bundler webpack vite lint linter linting "
        "format formatter typescript eslint ruff mypy script scripts generate generated codegen toolchain docs".split()
    ),
    Category.DEPENDENCY_MANIFEST: frozenset(),
    Category.DEPENDENCY_LOCK: frozenset(),
    Category.PACKAGE_MANAGER_CONFIG: frozenset("npm pnpm yarn pip uv registry mirror index cargo".split()),
    Category.AGENT_CONFIG: frozenset(
        "agent agents claude copilot cursor codex gemini mcp rules prompt prompts skill skills assistant ai llm".split()
    ),
    Category.DEV_ENVIRONMENT: frozenset("editor vscode devcontainer container nix environment hook hooks dev ide".split()),
    Category.REPO_POLICY: frozenset("codeowners owners policy gitattributes gitignore reviewers renovate dependabot".split()),
    Category.TEST_BOOTSTRAP: frozenset("test tests testing fixture fixtures pytest jest coverage conftest".split()),
    Category.RELEASE: frozenset("release releases publish publishing package version changelog deploy".split()),
    Category.INFRASTRUCTURE: frozenset("terraform helm kubernetes k8s deploy deployment cloud infra ansible chart".split()),
    Category.CONTAINER: frozenset("docker dockerfile container containers compose image images".split()),
    Category.CI_REACHABLE: frozenset("ci script scripts workflow pipeline build test tests tool tools".split()),
}  # fmt: skip
_PACKAGES = frozenset(
    "dep deps dependency dependencies bump bumps update updates upgrade upgrades package packages lockfile lock library "
    "module modules vendor requirement requirements pin unpin downgrade install".split()
)


def is_known(text: PullRequestText) -> bool:
    """Whether the request says anything."""
    return bool(text.title.strip())


def is_narrow(text: PullRequestText) -> bool:
    """Whether the title says that the change is about words, looks or tests alone."""
    return bool(_NARROW.search(text.title[:_LONGEST]))


def asks_for(text: PullRequestText, file: FileView) -> bool:
    """Whether the title or body names the kind of a file, a part of its path, or a package that changes in it."""
    said = _words_of(f"{text.title[:_LONGEST]}\n{_COMMENT.sub(' ', text.body[:_LONGEST])}")
    if said & _BROAD or said & _words_of(file.path):
        return True
    kinds = file.categories or (Category.CI_REACHABLE,)
    if any(said & _WORDS.get(kind, frozenset()) for kind in kinds):
        return True
    if not {Category.DEPENDENCY_MANIFEST, Category.DEPENDENCY_LOCK}.intersection(kinds):
        return False
    if said & _PACKAGES:
        return True
    names = {change.name for change in changes_in(file)} if reader_for(file.path) is not None else set()
    return any(_words_of(name) & said for name in names)


def _words_of(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
