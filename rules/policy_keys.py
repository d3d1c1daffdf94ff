"""Every key of a policy file: the one description that the reader, the JSON Schema and `docs/policy.md` are made from.

Keys with `in_force=False` are read and checked; where one says more than its default, `Policy.not_in_force` names it.
"""

from __future__ import annotations

from rules.dossier import Kind
from rules.finding import Category, Severity
from rules.policy import HoldWhen, Mode, People, Permission, RequesterRule, UnknownRequester
from rules.policy_shape import Choice, Day, Group, Key, ListOf, Number, Switch, Text

VERSION = 1
MOST_PEOPLE = 10

# GitHub docs, "Username considerations for external authentication": letters, digits and hyphens; a managed account
# ends in an underscore and a short code. Apps' accounts end in [bot].
_PERSON = Text("a login, without @", r"^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$", 100)
_ACCOUNT = Text("a login, without @", r"^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\[bot\])?$", 105)
_TEAM = Text(
    "a team such as security or example/security", r"^([A-Za-z0-9][A-Za-z0-9_-]{0,99}/)?[A-Za-z0-9_.-]{1,100}$"
)
_ADDRESS = Text("a mail address", r"^[!#-;=?A-~]+@[A-Za-z0-9.-]+$")
_WORDS = Text("a line of readable text")
_HOURS = Text("a time such as 24h or 7d", r"^([1-9][0-9]{0,4}h|[1-9][0-9]{0,2}d)$", 6)


def _per_severity(shape: Switch | Number, about: str) -> Group:
    return Group(
        tuple(
            Key(severity.word, shape, about.format(severity.word))
            for severity in (Severity.CRITICAL, Severity.HIGH, Severity.REVIEW)
        )
    )


_AGENT = Group(
    (
        Key("name", _WORDS, "Its name: a new one, or that of a known agent to add to it.", required=True),
        Key("kind", Choice(tuple(Kind)), "What it is; without it the known agent's kind, else agent."),
        Key("logins", ListOf(_ACCOUNT), "Accounts, apps with their ending [bot]."),
        Key("user_ids", ListOf(Number(1, 10**15 - 1)), "Numeric account ids; they decide before logins."),
        Key("emails", ListOf(_ADDRESS), "Addresses that its commits carry."),
        Key("branches", ListOf(_WORDS), "Branch names; * stands for anything."),
        Key("trailers", ListOf(_WORDS), "Commit trailers such as `Our-Run: *`; * stands for anything."),
        Key("labels", ListOf(_WORDS), "Labels of pull requests; * stands for anything."),
    )
)

_HOLD = Group(
    (
        Key(
            "when",
            Choice(tuple(HoldWhen)),
            "flagged: judge first, then stop. always: stop first, let the clear ones go.",
            in_force=False,
        ),
        Key(
            "runs",
            _per_severity(Switch(), "Whether a {} finding holds workflow runs."),
            "What holds workflow runs, by severity. A higher severity never holds less than a lower one.",
        ),
        Key(
            "merge",
            _per_severity(Switch(), "Whether a {} finding holds the merge."),
            "What holds the merge, by severity. A higher severity never holds less than a lower one.",
        ),
    )
)

_RELEASE = Group(
    (
        Key(
            "approvals",
            _per_severity(Number(1, MOST_PEOPLE), "How many people release a {} finding."),
            "How many people it takes, by severity. A higher severity never takes fewer.",
        ),
        Key("teams", ListOf(_TEAM, least=1), "Teams whose members may release.", in_force=False),
        Key("users", ListOf(_PERSON, least=1), "People who may release; without it, everybody with the permission."),
        Key("permission", Choice(tuple(Permission)), "The least repository permission of whoever releases."),
        Key("codeowners", Switch(), "Ask for owners of the changed files as CODEOWNERS names them.", in_force=False),
        Key(
            "requester",
            Choice(tuple(RequesterRule)),
            "Whoever asked the agent: excluded from releasing, or counted once a second person releases too.",
        ),
        Key("solo", Switch(), "Let people release their own work with a typed reason; counted apart."),
        Key(
            "unknown_requester",
            Choice(tuple(UnknownRequester)),
            "When nobody can tell who asked the agent: one person more, or as many as otherwise.",
        ),
        Key("passkey", Switch(), "Ask for a passkey on the dashboard for critical findings.", in_force=False),
        Key("max_age", _HOURS, "How long a release holds; without it, as long as the commit.", in_force=False),
    )
)

_EXCEPTION = Group(
    (
        Key("paths", ListOf(_WORDS, least=1), "Paths from the root; * stands for anything, also for /.", required=True),
        Key(
            "categories",
            ListOf(Choice(tuple(Category)), least=1),
            "Only findings of these categories; without it, of all.",
        ),
        Key(
            "severity",
            Choice(tuple(one.word for one in (Severity.NONE, Severity.REVIEW, Severity.HIGH))),
            "Findings there weigh at most this much.",
            required=True,
        ),
        Key("agents", ListOf(_WORDS, least=1), "Only changes of these agents.", in_force=False),
        Key("reason", Text("a line of readable text", longest=500), "Why."),
    )
)

_WAIVER = Group(
    (
        Key(
            "fingerprint",
            Text("the fingerprint of a finding", r"^[0-9a-f]{8,64}$", 64),
            "The finding, by the fingerprint that `gate inspect --format json` shows.",
            required=True,
        ),
        Key("owner", _WORDS, "Who answers for it.", required=True),
        Key("reason", Text("a line of readable text", longest=500), "Why.", required=True),
        Key("expires", Day(), "The last day on which it holds (UTC).", required=True),
    )
)

_NOTIFY = Group(
    (
        Key("review_request", Switch(), "Ask those who can release for a review."),
        Key("mail", ListOf(_ADDRESS, least=1), "Addresses that hear of holds."),
        Key("escalate_after", _HOURS, "How long a hold waits before they hear of it again."),
    )
)

_REPORT = Group(
    (
        Key("mail", ListOf(_ADDRESS, least=1), "Addresses that get the weekly report."),
        Key("people", Switch(), "Whether personal rows are in it."),
    )
)

_KEYS = (
    Key("version", Number(VERSION, VERSION), "The version of this format.", required=True),
    Key("mode", Choice(tuple(Mode)), "observe judges and reports, and holds nothing."),
    Key("agents", ListOf(_AGENT), "Agents of your own, and corrections of known ones (see identity.md)."),
    Key(
        "gate_from",
        Number(0, 0.99, whole=False),
        "From which confidence on a change counts as an agent's. Nothing is surer than 0.99.",
    ),
    Key(
        "people",
        Choice(tuple(People)),
        "What people's own changes need: nothing, a look at critical ones, or at all.",
    ),
    Key(
        "human_proof",
        Choice(("off", "required")),
        "required: people's commits without a signature by their author's registered key or by GitHub's web flow are looked at like an agent's.",
    ),
    Key("hold", _HOLD, "What is held."),
    Key("release", _RELEASE, "Who may release, and how many it takes."),
    Key("release_harmless", Switch(), "Let runs go that cannot hurt while the rest stays stopped.", in_force=False),
    Key("release_clear", Switch(), "Let go the runs of clear commits that GitHub itself holds.", in_force=False),
    Key("release_review", Switch(), "Let go the runs of review findings that GitHub itself holds.", in_force=False),
    Key("carry_release", Switch(), "Carry a review release over a push that changes nothing of it.", in_force=False),
    Key("exceptions", ListOf(_EXCEPTION), "Places where findings weigh less. What cannot be inspected never does."),
    Key("waivers", ListOf(_WAIVER), "Single findings that somebody answers for, until a day."),
    Key(
        "mcp",
        Group((Key("allow", ListOf(_WORDS, least=1), "Names of servers; any other one is a critical finding."),)),
        "Tool servers of agents.",
    ),
    Key(
        "caps",
        Group(
            (
                Key("open_pull_requests", Number(1, 1000), "Open pull requests of one agent in a repository."),
                Key("all_open_pull_requests", Number(1, 1000), "Open pull requests of all agents in a repository."),
            )
        ),
        "How much at once. What is beyond waits, oldest first; nothing is closed.",
    ),
    Key("second_look", Number(0, 1, whole=False), "Share of releases that somebody looks at again.", in_force=False),
    Key("notify", _NOTIFY, "Who is told of holds.", in_force=False),
    Key("report", _REPORT, "The weekly report.", in_force=False),
)
_LOOSENED = tuple(
    path
    for path, key in Group(_KEYS).paths(through_lists=False)
    if path != "version" and not isinstance(key.shape, Group)
)

POLICY = Group(
    (
        *_KEYS,
        Key(
            "allow_loosening",
            ListOf(Choice(_LOOSENED, what="the path of a key, such as hold.runs.review")),
            "In an organization's policy: keys that its repositories may loosen.",
            in_force=False,
        ),
    )
)
