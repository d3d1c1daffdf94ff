"""Reads a policy file: bounded YAML, known keys, right types, no contradictions; anything else is one line and no policy.

Nothing is guessed and nothing is passed over, since whatever was misread would loosen the gate unseen.
"""

from __future__ import annotations

import re

from rules.errors import FormatError, PolicyError
from rules.formats.node import Node
from rules.formats.positioned_yaml import YamlLimits, read_yaml
from rules.policy import Policy
from rules.policy_contradictions import refuse_contradictions
from rules.policy_document import policy_from
from rules.policy_keys import POLICY, VERSION

LARGEST_POLICY = 64 * 1024
"""Characters of a policy file at most."""

_LIMITS = YamlLimits(characters=LARGEST_POLICY, depth=20, nodes=20_000, aliases=0, documents=1, merge_keys=False)
# YAML's printable characters (YAML 1.2.2, production 1), without the tab, NEL and the byte order mark.
_REFUSED = re.compile("[^\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def read_policy(text: str, *, source: str) -> Policy:
    """The policy that a file's text says; `source` is kept in it for the check and the ledger.

    Raises `PolicyError` with the line (from 1) and one sentence: which key, what was found, what is expected.
    """
    _refuse_characters(text)
    try:
        root = read_yaml(text, _LIMITS)
    except FormatError as error:
        # The end of an unfinished text counts as one line more.
        line = min(max(1, error.line), text.count("\n") + 1)
        raise PolicyError(line, f"the file {error.reason}") from error
    _refuse_other_versions(root)
    policy = policy_from(POLICY.read(root, "", root.line), source)
    refuse_contradictions(policy, root)
    return policy


def _refuse_characters(text: str) -> None:
    if len(text) > LARGEST_POLICY:
        raise PolicyError(1, f"the file is longer than {LARGEST_POLICY} characters")
    refused = _REFUSED.search(text)
    if refused is None:
        return
    line = text.count("\n", 0, refused.start()) + 1
    if refused.group() == "\t":
        raise PolicyError(line, "the file uses a tab, expected spaces")
    raise PolicyError(line, f"the file holds a character that is no text (U+{ord(refused.group()):04X})")


def _refuse_other_versions(root: Node) -> None:
    """Says first that a file is of another version: its other keys may be none of ours."""
    version = root.child("version")
    if root.entries is not None and version is None:
        raise PolicyError(root.line, f"version: found nothing, expected {VERSION}: write version: {VERSION}")
    if version is not None and (version.is_quoted or version.raw != str(VERSION)):
        line = root.line_of("version")
        what = (
            f"a number {VERSION}, not a text" if version.is_quoted else f"{VERSION}, which this version of Gate reads"
        )
        raise PolicyError(line, f"version: expected {what}")
