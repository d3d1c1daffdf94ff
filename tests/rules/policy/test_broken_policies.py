"""Broken policies as people write them: one clear line with its number each."""

from __future__ import annotations

import pytest

from rules.errors import PolicyError
from rules.policy_reader import read_policy

BROKEN = {
    "nothing": ("", 1, "version: found nothing, expected 1: write version: 1"),
    "only remarks": ("# nothing\n", 1, "version: found nothing, expected 1: write version: 1"),
    "no version": ("mode: observe\n", 1, "version: found nothing, expected 1: write version: 1"),
    "another version": ("mode: x\nversion: 2\n", 2, "version: expected 1, which this version of Gate reads"),
    "version as text": ('version: "1"\n', 1, "version: expected a number 1, not a text"),
    "version with a fraction": ("version: 1.0\n", 1, "version: expected 1, which this version of Gate reads"),
    "a list": (
        "- version: 1\n",
        1,
        "the file: found a list, expected a group of keys (version, mode, agents, gate_from, people, human_proof, ...)",
    ),
    "a word": (
        "observe\n",
        1,
        'the file: found the text "observe", expected a group of keys (version, mode, agents, gate_from, people, human_proof, ...)',
    ),
    "no text": ("\0", 1, "the file holds a character that is no text (U+0000)"),
    "bytes that are no text": ("version: 1\nmode: \udcff\n", 2, "the file holds a character that is no text (U+DCFF)"),
    "byte order mark": ("\ufeffversion: 1\n", 1, "the file holds a character that is no text (U+FEFF)"),
    "escape character": ("version: 1\n# \x1b[2J\n", 2, "the file holds a character that is no text (U+001B)"),
    "disputed line break": (
        "version: 1\n# x\u2028mode: observe\n",
        2,
        "the file holds a line break that readers do not agree about",
    ),
    "tab": ("version: 1\nhold:\n\twhen: flagged\n", 3, "the file uses a tab, expected spaces"),
    "unknown key": ("version: 1\nmod: observe\n", 2, '"mod" is not a key of the policy; did you mean mode?'),
    "unknown inner key": (
        "version: 1\nhold:\n  runs:\n    hihg: true\n",
        4,
        '"hihg" is not a key of hold.runs; did you mean high?',
    ),
    "unknown key like none": ("version: 1\nmcp: {zzz: 1}\n", 2, '"zzz" is not a key of mcp; known are allow'),
    "key in capitals": ("version: 1\nMode: observe\n", 2, '"Mode" is not a key of the policy; did you mean mode?'),
    "key twice": ("version: 1\nmode: enforce\nmode: observe\n", 3, "the file has the same key twice"),
    "inner key twice": ("version: 1\nhold: {when: flagged, when: always}\n", 2, "the file has the same key twice"),
    "anchor": ("version: 1\nmode: &m observe\n", 2, "the file uses an anchor"),
    "alias": ("version: 1\nmode: *m\n", 2, "the file uses an alias"),
    "tag": ("version: 1\nmode: !!python/name:os.system observe\n", 2, "the file uses a tag"),
    "merge key": ("version: 1\n<<: {mode: observe}\n", 2, "the file uses a merge key"),
    "two documents": ("version: 1\n---\nversion: 1\n", 2, "the file holds more than 1 documents"),
    "key that is a list": ("version: 1\n? [mode]\n: observe\n", 2, "the file uses a key that is not a plain word"),
    "too deep": ("version: 1\nmode: " + "[" * 30 + "]" * 30 + "\n", 2, "the file is nested deeper than 20 levels"),
    "unfinished": ("version: 1\nmode: [\n", 3, "the file is not valid YAML"),
    "yes for true": (
        "version: 1\nrelease:\n  solo: yes\n",
        3,
        'release.solo: found the text "yes", expected true or false',
    ),
    "on for true": (
        "version: 1\nrelease:\n  solo: on\n",
        3,
        'release.solo: found the text "on", expected true or false',
    ),
    "true in quotes": (
        'version: 1\nrelease:\n  solo: "true"\n',
        3,
        'release.solo: found the text "true", expected true or false',
    ),
    "True": ("version: 1\nrelease:\n  solo: True\n", 3, "release.solo: found True, expected true or false"),
    "one for true": ("version: 1\nrelease_clear: 1\n", 2, "release_clear: found 1, expected true or false"),
    "false for off": ("version: 1\npeople: false\n", 2, "people: found false, expected off, critical or all"),
    "nearly a word": (
        "version: 1\nmode: enforced\n",
        2,
        'mode: found the text "enforced", expected enforce or observe; did you mean enforce?',
    ),
    "no value": ("version: 1\nmode:\npeople: all\n", 2, "mode: found nothing, expected enforce or observe"),
    "a group without keys": (
        "version: 1\nhold:\n\nmode: observe\n",
        2,
        "hold: found nothing, expected a group of keys (when, runs, merge)",
    ),
    "a list for a group": (
        "version: 1\nhold: [critical]\n",
        2,
        "hold: found a list, expected a group of keys (when, runs, merge)",
    ),
    "a text for a list": (
        "version: 1\nmcp: {allow: files}\n",
        2,
        'mcp.allow: found the text "files", expected a list, each of it a line of readable text',
    ),
    "an empty list of people": (
        "version: 1\nrelease: {users: []}\n",
        2,
        "release.users: found an empty list, expected at least one, or no such key",
    ),
    "old octal": (
        "version: 1\nrelease: {approvals: {critical: 010}}\n",
        2,
        "release.approvals.critical: found 010, expected a whole number from 1 to 10",
    ),
    "old base sixty": (
        "version: 1\nsecond_look: 0:30\n",
        2,
        'second_look: found the text "0:30", expected a number from 0 to 1',
    ),
    "number too large": (
        "version: 1\nrelease: {approvals: {critical: 11}}\n",
        2,
        "release.approvals.critical: found 11, expected a whole number from 1 to 10",
    ),
    "half a person": (
        "version: 1\nrelease: {approvals: {critical: 1.5}}\n",
        2,
        "release.approvals.critical: found 1.5, expected a whole number from 1 to 10",
    ),
    "no people at all": (
        "version: 1\nrelease: {approvals: {review: 0}}\n",
        2,
        "release.approvals.review: found 0, expected a whole number from 1 to 10",
    ),
    "gating nobody": ("version: 1\ngate_from: 1.0\n", 2, "gate_from: found 1.0, expected a number from 0 to 0.99"),
    "name that is a number": (
        "version: 1\nrelease:\n  users:\n    - ada\n    - 42\n",
        5,
        "release.users[1]: found 42, expected a login, without @: put it in quotes",
    ),
    "login with an at": (
        'version: 1\nrelease: {users: ["@ada"]}\n',
        2,
        'release.users[0]: found the text "@ada", expected a login, without @',
    ),
    "app that releases": (
        'version: 1\nrelease: {users: ["ada[bot]"]}\n',
        2,
        'release.users[0]: found the text "ada[bot]", expected a login, without @',
    ),
    "age without unit": (
        "version: 1\nrelease: {max_age: 24}\n",
        2,
        "release.max_age: found 24, expected a time such as 24h or 7d: put it in quotes",
    ),
    "unknown kind": (
        "version: 1\nagents:\n  - name: x\n    kind: robot\n",
        4,
        'agents[0].kind: found the text "robot", expected agent, dependency_bot, automation or human',
    ),
    "agent without name": (
        "version: 1\nagents:\n  - logins: [x]\n",
        3,
        "agents[0].name: found nothing, expected a line of readable text",
    ),
    "account of two agents": (
        "version: 1\nagents:\n  - {name: a, logins: [x]}\n  - {name: b, logins: [X]}\n",
        4,
        'agents: logins "X" stands in two entries, expected one',
    ),
    "invisible characters": (
        'version: 1\nmcp: {allow: ["a\\u200bb"]}\n',
        2,
        'mcp.allow[0]: found the text "a?b", expected a line of readable text',
    ),
    "waiver without an end": (
        "version: 1\nwaivers:\n  - {fingerprint: deadbeef, owner: a, reason: b}\n",
        3,
        "waivers[0].expires: found nothing, expected a day such as 2027-01-31",
    ),
    "waiver to no day": (
        "version: 1\nwaivers:\n  - {fingerprint: deadbeef, owner: a, reason: b, expires: 2027-02-30}\n",
        3,
        'waivers[0].expires: found the text "2027-02-30", expected a day such as 2027-01-31',
    ),
    "waiver to a long day": (
        "version: 1\nwaivers:\n  - {fingerprint: deadbeef, owner: a, reason: b, expires: 20270201}\n",
        3,
        "waivers[0].expires: found 20270201, expected a day such as 2027-01-31",
    ),
    "waived twice": (
        (
            "version: 1\nwaivers:\n"
            "  - {fingerprint: deadbeef, owner: a, reason: b, expires: 2027-02-01}\n"
            "  - {fingerprint: deadbeef, owner: a, reason: b, expires: 2099-02-01}\n"
        ),
        4,
        'waivers: fingerprint "deadbeef" stands in two entries, expected one',
    ),
    "exception for everything graver": (
        "version: 1\nexceptions: [{paths: [a], severity: critical}]\n",
        2,
        'exceptions[0].severity: found the text "critical", expected none, review or high',
    ),
    "exception without paths": (
        "version: 1\nexceptions: [{severity: none}]\n",
        2,
        "exceptions[0].paths: found nothing, expected a list, each of it a line of readable text",
    ),
    "graver held less": (
        "version: 1\nhold:\n  merge:\n    critical: false\n",
        4,
        "hold.merge: critical is false and high is true, expected critical to ask for no less",
    ),
    "lesser asks for more": (
        "version: 1\nrelease:\n  approvals:\n    high: 2\n",
        4,
        "release.approvals: critical is 1 and high is 2, expected critical to ask for no less",
    ),
    "too few people": (
        "version: 1\nrelease:\n  approvals: {critical: 2}\n  users: [ada, Ada]\n",
        4,
        "release.users: found 1, expected at least the 2 people that release.approvals.critical asks for",
    ),
    "loosening no key": (
        "version: 1\nallow_loosening: [hold.run.review]\n",
        2,
        'allow_loosening[0]: found the text "hold.run.review", expected the path of a key, such as hold.runs.review; did you mean hold.runs.review?',
    ),
}


def refused(text: str) -> PolicyError:
    with pytest.raises(PolicyError) as caught:
        read_policy(text, source="a test")
    return caught.value


@pytest.mark.parametrize(("text", "line", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_broken_policy_is_one_clear_line(text: str, line: int, reason: str) -> None:
    fault = refused(text)
    assert (fault.line, fault.reason) == (line, reason)
