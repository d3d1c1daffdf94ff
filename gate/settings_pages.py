"""Writes `.env.example` and `docs/configuration.md` from the settings themselves, so that neither can lie.

`python -m gate.settings_pages` writes both from the project's top folder; a test compares them.
"""

from __future__ import annotations

from pathlib import Path

from pydantic.fields import FieldInfo

from gate.setting_faults import expected, is_secret
from gate.settings import FIELDS, PREFIX

_DERIVED = {
    "github_graphql_url": "derived",
    "github_web_url": "derived",
    "database_url": "`gate.db` in the data folder",
    "public_url": "`http://HOST:PORT`",
    "secret_key": "made once",
    "log_format": "by the terminal",
}

_PAGE = """# Configuration

<!-- Made by `python -m gate.settings_pages` from gate/settings.py. -->

Gate is configured by environment variables. `serve`, the Celery processes, `doctor`, `report`, `backfill`, `lookback` and `probe` also read
the file named by `--env-file` (default `.env`; the environment wins). Commands that work offline never read it, since a checkout
that is looked at may hold a hostile one. An empty variable counts as not set.

A wrong value stops the program at start with one line for each fault: the setting, what was found, what is expected. A
secret's value is never printed. A `GATE_` variable that is no setting is named in a warning.

With none of `GATE_APP_ID`, a private key (or a signer) and `GATE_WEBHOOK_SECRET`, `gate serve` starts in set-up mode: `/setup` is shown and
webhooks are answered 503. With some but not all of them it stops.

| variable | meaning | expected | default | secret |
|---|---|---|---|---|
{rows}

## GitHub's addresses

| where | `GATE_GITHUB_API_URL` | GraphQL, derived | web, derived |
|---|---|---|---|
| github.com | `https://api.github.com` | `https://api.github.com/graphql` | `https://github.com` |
| GitHub Enterprise Server | `https://HOST/api/v3` | `https://HOST/api/graphql` | `https://HOST` |
| Enterprise Cloud with data residency | `https://api.NAME.ghe.com` | `https://api.NAME.ghe.com/graphql` | `https://NAME.ghe.com` |

Plain http is accepted for this machine only, since every call carries a token.

## Notes

- **Rotating the webhook secret**: set `GATE_WEBHOOK_SECRET=new,old`, restart, change the secret on the App's page, then leave the old one
  out. A secret cannot hold a comma.
- **Kubernetes**: a service named `gate` makes the cluster set `GATE_PORT=tcp://...` in every pod of its namespace, which stops Gate with a
  line that says so. Set `enableServiceLinks: false` on the pod.
- **`GATE_SECRET_KEY`**: without it, Gate makes `secret_key` in the data folder (readable by its owner alone). Several web processes need the
  same key: set it, or share the folder.
"""


def env_example() -> str:
    """The text of `.env.example`: every setting with its meaning, all of them commented out."""
    lines = ["# Every setting of Gate. Made by `python -m gate.settings_pages`; see docs/configuration.md.", ""]
    for name, field in FIELDS.items():
        lines += [
            f"# {field.description}",
            f"# Expected: {expected(field)}",
            f"#{PREFIX}{name.upper()}={_plain_default(field)}",
            "",
        ]
    return "\n".join(lines)


def configuration_page() -> str:
    """The text of `docs/configuration.md`."""
    rows = [
        f"| `{PREFIX}{name.upper()}` | {field.description} | {expected(field)} | {_default(name, field)} | {'yes' if is_secret(field) else ''} |"
        for name, field in FIELDS.items()
    ]
    return _PAGE.replace("{rows}", "\n".join(rows))


def _plain_default(field: FieldInfo) -> str:
    return "" if field.default_factory is not None or field.default is None else str(field.default)


def _default(name: str, field: FieldInfo) -> str:
    plain = _plain_default(field)
    return _DERIVED.get(name, f"`{plain}`" if plain else "none")


def write(top: Path) -> None:
    """Writes both files under the project's top folder."""
    (top / ".env.example").write_text(env_example())
    (top / "docs" / "configuration.md").write_text(configuration_page())


if __name__ == "__main__":
    write(Path.cwd())
