"""Examples of the rule `mcp-server-changed`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit, new_file

OLD = (
    '{\n  "mcpServers": {\n    "docs": {\n      "command": "npx",\n      "args": ["docs-server@1.0.0"]\n    }\n  }\n}\n'
)
BAD: dict[str, Bad] = {
    "a server is added": Bad(
        edit(
            ".mcp.json",
            OLD,
            OLD.replace(
                "    }\n  }\n}",
                '    },\n    "notes": {\n      "command": "node",\n      "args": ["x.js"]\n    }\n  }\n}',
            ),
        ),
        ".mcp.json",
        7,
    ),
    "its arguments change": Bad(edit(".mcp.json", OLD, OLD.replace("1.0.0", "2.0.0")), ".mcp.json", 5),
    "an address for an editor": Bad(
        new_file(
            ".cursor/mcp.json",
            '{\n  "mcpServers": {\n    "a": {\n      "url": "https://mcp.example.net/sse"\n    }\n  }\n}\n',
        ),
        ".cursor/mcp.json",
        3,
    ),
    "codex gets a server": Bad(
        edit(".codex/config.toml", 'model = "a"\n', 'model = "a"\n[mcp_servers.x]\ncommand = "sh"\n'),
        ".codex/config.toml",
        2,
    ),
}
GOOD: dict[str, Change] = {
    "it stays": edit(".mcp.json", OLD, OLD.replace('{\n  "mcp', '{\n\n  "mcp')),
    "a server goes": edit(".mcp.json", OLD, '{\n  "mcpServers": {}\n}\n'),
    "words of a language": new_file("src/locales/es/mcp.json", '{\n  "title": "Servidores"\n}\n'),
}
