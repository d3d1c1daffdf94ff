"""Package registry changes.

What: the package index or registry setting points elsewhere, an extra index is added, or its TLS checks are off.
Why: every later install asks that host, and takes what it sends.
Instead: keep one registry, over TLS, and have the owners of the settings decide about another.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.dependency_change import dependency_changes, is_locked
from rules.finding import Finding, Severity
from rules.hosts import hosts_in
from rules.known_names import OFFICIAL_REGISTRIES
from rules.rule import Rule
from rules.running_lines import can_run, running_lines

rule = Rule(
    __name__,
    title="package registry changes",
    severity=Severity.HIGH,
    instead="Keep one registry, over TLS; let the owners of the settings decide.",
)

_PLACE = re.compile(
    r"(?:^|/)(?:\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|pip\.(?:conf|ini)|\.pypirc|uv\.toml|\.?condarc"
    r"|nuget\.config|settings\.xml|\.cargo/config(?:\.toml)?|\.bundle/config|\.gemrc|auth\.json|\.netrc"
    r"|poetry\.toml|pyproject\.toml|Pipfile|composer\.json|requirements[^/]*\.(?:txt|in)"
    r"|constraints[^/]*\.txt|pom\.xml|[^/]*\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?"
    r"|gradle\.properties|go\.env|\.env|Gemfile|Directory\.Packages\.props|pnpm-workspace\.yaml"
    r"|package\.json|\.goreleaser\.ya?ml|build\.sbt|repositories)$",
    re.IGNORECASE,
)
_TLS = re.compile(
    r"\bstrict-ssl\W{1,5}false|\bstrictSsl\W{1,5}false|\bstrict_ssl\W{1,5}false"
    r"|\benableStrictSsl:\s*false|\bunsafeHttpWhitelist|\btrusted-host\b|\bssl_verify\W{1,5}false"
    r"|\bverify_ssl\W{1,5}false|\bNODE_TLS_REJECT_UNAUTHORIZED\W{1,5}0|\bGIT_SSL_NO_VERIFY"
    r"|\bhttp\.sslVerify[\s=]{1,3}false|\bsslverify\s*=\s*(?:0|false)"
    r"|\ballowInsecureProtocol\W{1,6}true|\bdisable-tls\W|\bsecure-http\W{1,5}false|\bcafile\s*=\s*(?:$"
    r"|null)|\bcheck-revoke\s*=\s*false|allow-insecure-host|allowInsecureConnections=[\"']true"
    r"|\bGOINSECURE=|--no-check-certificate|(?<![\w-])--insecure\b|\bcurl\s[^\n]{0,60}-\w*k\w*\s",
    re.IGNORECASE,
)
_CLIENTS = re.compile(r"\b(?:npm|yarn|pnpm|pip|git|curl|wget|go|gem|bundle|cargo|conda|uv|poetry)\b")
_SETTING = re.compile(
    r"(?:^|[\s\"'{,;:@\w.-])(?:registry|npmRegistryServer|index-url|extra-index-url|index_url"
    r"|extra_index_url|find-links|find_links|default-index|--index|-i|--registry|NPM_CONFIG_REGISTRY"
    r"|npm_config_registry|YARN_NPM_REGISTRY_SERVER|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|UV_INDEX_URL"
    r"|UV_DEFAULT_INDEX|UV_EXTRA_INDEX_URL|GOPROXY|BUNDLE_MIRROR\S{0,80}"
    r"|replace-with)[\"']?\s{0,40}[:= ]\s{0,40}[\"']?(?:https?:|//|git|sparse\+|file:|\$)[^\n]{0,500}",
    re.IGNORECASE,
)
_LOOSE_SETTING = re.compile(
    r"^\s*(?:--(?:extra-)?index-url|-i|--find-links|-f)\s+\S|<(?:repository|pluginRepository|mirror)>"
    r"|<mirrorOf>|<url>\s*https?:|<add\s+key=[^>\n]{0,200}value=[\"']https?:|\bmaven\s{0,20}\{?\s{0,20}\(?\s{0,20}(?:url"
    r"|[\"']https?)|\burl\s{0,20}=?\s{0,20}(?:uri\()?[\"']https?:|\"repositories\"|\"url\"\s*:\s*\"https?:"
    r"|^\s*url\s*=\s*[\"']|^\s*source\s+[\"']https?:"
    r"|^\s*channels?:|^\s*registry\s*=|^\s*(?:repository|index-server)\s*[:=]|replace-with\s*="
    r"|^\s*(?:https?-)?proxy\s*=|\bresolvers\s*\+="
)

_SOURCE = re.compile(r"\s*[\"']?repository[\"']?\s*=", re.IGNORECASE)  # where a project's own source is


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.live:
        if not (_PLACE.search(file.path) or can_run(file)) or file.is_removed:
            continue
        settings_file = bool(_PLACE.search(file.path))
        loose = settings_file and file.name != "package.json"  # whose addresses are of bugs, funding and sources
        sources = _SOURCE if file.name == "pyproject.toml" else None
        old = file.before_text
        for line in running_lines(file):
            if line.text.strip() in old and not file.is_new_here or sources is not None and sources.match(line.text):
                continue
            if _TLS.search(line.text) and (settings_file or _CLIENTS.search(line.text) or "=" in line.text):
                yield rule.finding(
                    file,
                    "Certificate or host checks of the registry are switched off.",
                    line=line.number,
                    severity=Severity.CRITICAL if settings_file else Severity.HIGH,
                )
            elif _SETTING.search(line.text) or loose and _LOOSE_SETTING.search(line.text):
                hosts = hosts_in(line.text)
                if hosts and set(hosts) <= OFFICIAL_REGISTRIES:
                    continue
                strange = bool(view.new_hosts(line.text)) or "http://" in line.text
                yield rule.finding(
                    file,
                    "Packages are asked for elsewhere from now on.",
                    line=line.number,
                    severity=Severity.CRITICAL if strange and settings_file else Severity.HIGH,
                )
    yield from _packages_asked_elsewhere(view)


def _packages_asked_elsewhere(view: ChangeView) -> Iterator[Finding]:
    """Manifests that name a registry for each package: charts, providers, hosted packages, Swift's addresses."""
    for change in dependency_changes(view):
        old, new = change.before, change.after
        if old is None or new is None or is_locked(change) or new.is_git or new.is_path or not new.origin:
            continue
        if old.origin and old.origin != new.origin:
            strange = new.host != old.host and new.host in view.new_hosts(new.origin)
            yield rule.finding(
                change.file,
                f"{change.name} is asked for at {new.origin[:120]}, before at {old.origin[:120]}.",
                line=new.line,
                severity=Severity.CRITICAL if strange else Severity.HIGH,
            )
