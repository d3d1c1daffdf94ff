"""Writes the policy's JSON Schema and `docs/policy.md` from the description of its keys, so that neither can lie.

`python -m gate.policy_pages` writes both from the project's top folder; a test compares them.
"""

from __future__ import annotations

from pathlib import Path

from rules.policy_schema import key_rows, schema_text

_PAGE = """# Policy

<!-- Made by `python -m gate.policy_pages` from rules/policy_keys.py. -->

What a repository decides stands in `.github/gate.yml` **on its default branch**: who is gated, what is held, who may release. Gate never reads it
from a pull request; a pull request that changes it is held as one that changes any other file that steers a run. Without the file,
the defaults below hold.

```yaml
# yaml-language-server: $schema=policy.schema.json
version: 1
hold:
  runs: {review: true}     # ordinary bumps hold the runs too
release:
  approvals: {critical: 2}
waivers:
  - fingerprint: 0123456789abcdef0123
    owner: ada
    reason: A test fixture, read by nothing.
    expires: 2027-01-31
```

`gate policy check FILE` says whether a file can be used, with the line of a fault, and what of it is in force. The JSON Schema for editors is
[rules/data/policy.schema.json](../rules/data/policy.schema.json).

## What is refused

A file that is not understood is never carried on with: the check says `unable` with the line, and nothing passes until the file is
mended. Refused are

- a key that is not in the table, a value of another type, a key that stands twice;
- contradictions: a graver finding that is held less or takes fewer people than a lesser one, fewer `release.users` than
  `release.approvals.critical` asks for, one account, address or fingerprint in two entries;
- an empty list where it would read as "nobody" and mean "anybody" (leave the key out instead);
- YAML beyond plain values: anchors, aliases, tags, merge keys, a second document, tabs, invisible characters, more than 65,536 characters, more
  than 20 levels. Switches are `true` and `false` alone; numbers are written plainly (`010` and `1e3` are refused);
  a name that looks like a number stands in quotes.

## Keys

A key that is not in force yet is read and checked, and named in the check and by `gate policy check` when it says more than its
default, so that nobody believes in a protection that is not there.

{rows}

Two labels correct who made a change: `gate: agent` and `gate: not an agent`. Who may set them, and what they do, is in
[identity.md](identity.md#labels).

Exceptions and waivers never apply to what could not be inspected. An exception with `agents` applies to nothing yet.
"""


def policy_page() -> str:
    """The text of `docs/policy.md`."""
    return _PAGE.replace("{rows}", "\n".join(key_rows()))


def write(top: Path) -> None:
    """Writes both files under the project's top folder."""
    (top / "rules" / "data" / "policy.schema.json").write_text(schema_text(), encoding="utf-8")
    (top / "docs" / "policy.md").write_text(policy_page(), encoding="utf-8")


if __name__ == "__main__":
    write(Path.cwd())
