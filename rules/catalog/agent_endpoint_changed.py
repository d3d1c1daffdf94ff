"""Agent talks to another host.

What: an agent's model or API address points at a new host.
Why: prompts, code and keys then go to that host.
Instead: keep the vendor's address, or let the owners of the settings name another.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Category, Finding, Severity
from rules.hosts import hosts_in
from rules.rule import Rule
from rules.running_lines import running_lines

rule = Rule(
    __name__,
    title="agent talks to another host",
    severity=Severity.CRITICAL,
    instead="Keep the vendor's address, or let the owners of the settings name another.",
)

_ENDPOINT = re.compile(
    r"\b(?:(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE|AZURE_OPENAI|OPENROUTER|MISTRAL|DEEPSEEK|OLLAMA|COPILOT"
    r"|CODEX|CLAUDE|LLM|MODEL|AGENT|GROQ|XAI)\w{0,40}(?:BASE_URL|API_BASE|ENDPOINT|BASE|_URL|HOST|PROXY)"
    r"|base_?url|api_?base(?:_url)?|apiBaseUrl|baseURL|model_?endpoint|api_?endpoint"
    r"|OTEL_EXPORTER_OTLP_ENDPOINT|proxy)[\"']?\s*[:=]\s*[\"']?([^\s\"',}]{4,400})",
    re.IGNORECASE,
)
_VENDORS = (
    "anthropic.com",
    "openai.com",
    "googleapis.com",
    "azure.com",
    "githubcopilot.com",
    "github.com",
    "mistral.ai",
    "openrouter.ai",
    "amazonaws.com",
    "cursor.sh",
    "deepseek.com",
    "groq.com",
    "x.ai",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.of(Category.AGENT_CONFIG, Category.DEV_ENVIRONMENT, Category.WORKFLOW, Category.CI_REACHABLE):
        if file.is_removed or file.is_prose and Category.AGENT_CONFIG not in file.categories:
            continue
        for line in running_lines(file):
            match = _ENDPOINT.search(line.text)
            if match is None or line.text.strip() in file.before_text and not file.is_new_here:
                continue
            hosts = hosts_in(match.group(1))
            if hosts and not all(host.endswith(_VENDORS) for host in hosts):
                known = not view.new_hosts(match.group(1))
                yield rule.finding(
                    file,
                    f"The agent's model or service is now asked for at {hosts[0]}.",
                    line=line.number,
                    severity=Severity.HIGH if known else Severity.CRITICAL,
                )
            elif (
                not hosts
                and "://" in match.group(1)
                and ("localhost" not in match.group(1) and "127.0.0.1" not in match.group(1))
            ):
                yield rule.finding(
                    file,
                    "The agent's model or service is asked for elsewhere.",
                    line=line.number,
                    severity=Severity.HIGH,
                )
