"""New host.

What: code, a script or settings now talk to a host that the base tree does not name.
Why: a new host is where things are fetched from, and where they are sent to.
Instead: say in the pull request which host is added and why.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.finding import Category, Finding, Severity
from rules.rule import Rule
from rules.running_lines import can_run, running_lines
from rules.running_text import downloads, sends, uses_network

rule = Rule(
    __name__,
    title="new host",
    severity=Severity.HIGH,
    instead="Say which host is added and why.",
)

_CONSTANT = re.compile(
    r"(?:=|:|\breturn|\(|\?\?|\|\|)\s*[rfbu]?[\"'`](?:https?|wss?|tcp"
    r"|grpc)://[^\s\"'`]{3,300}[\"'`]\s*[,;)]?",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"\$schema|xmlns|schemaLocation|^\s*(?:homepage|repository|documentation|bugs|license|url)\W|\b(?:see"
    r"|docs?|documentation|more info|reference|readme|licen[cs]e|homepage|help)\b[^\n]{0,60}https?://"
    r"|<a\s+href|href=|@see\b|\"(?:homepage|license|repository|funding|bugs)\"|\bgoogleapis\.com/auth/",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[[^\]\n]{1,80}\]\(https?://")  # a link of Markdown, for people
_WELL_KNOWN = (
    "github.com",
    "githubusercontent.com",
    "ghcr.io",
    "pypi.org",
    "pythonhosted.org",
    "npmjs.org",
    "npmjs.com",
    "crates.io",
    "golang.org",
    "maven.org",
    "docker.io",
    "docker.com",
    "rubygems.org",
    "ubuntu.com",
    "debian.org",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.is_removed or file.is_quiet or file.file.is_binary or not _may_talk(file):
            continue
        live = file.is_live and can_run(file) or Category.PACKAGE_MANAGER_CONFIG in file.categories and file.is_live
        networked = live or uses_network(file.after_text)
        for line in running_lines(file):
            text = line.text
            if not networked or ("." not in text) or (not live and not _calls(text)):
                continue
            if _HARMLESS.search(text) or _LINK.search(text) and not sends(text) and not downloads(text):
                continue
            hosts = [host for host in view.new_hosts(text) if not host.endswith(_WELL_KNOWN)]
            if hosts:
                bare = re.fullmatch(r"[\d.:a-f]+", hosts[0]) is not None
                grave = sends(text) and live or bare and live
                named = not live and not sends(text) and not uses_network(text)
                yield rule.finding(
                    file,
                    f"This now talks to {', '.join(hosts[:3])}, which the base does not name.",
                    line=line.number,
                    severity=Severity.REVIEW
                    if named or file.is_prose
                    else Severity.CRITICAL
                    if grave
                    else Severity.HIGH,
                    category=None if file.categories or file.reached else Category.CONTENT,
                )


def _may_talk(file: FileView) -> bool:
    if file.is_test and not file.categories:
        return False  # tests name made-up hosts; what they send is told by other rules
    if file.is_live:
        return can_run(file) and (not file.is_prose or Category.AGENT_CONFIG in file.categories)
    return file.is_code and not file.is_prose and not file.is_test and ".min." not in file.name


def _calls(text: str) -> bool:
    """In ordinary source: a call that talks, or a constant that is nothing but an address."""
    return uses_network(text) or sends(text) or bool(_CONSTANT.search(text))
