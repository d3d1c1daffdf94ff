"""A simulated GitHub on loopback, for `gate demo` and the tests; nothing else may import it.

It is stateful and real where that is cheap: repositories are bare git repositories, tokens are minted, narrowed and enforced, App
tokens verified, deliveries signed and recorded, GraphQL executed against GitHub's own types. Workflow runs pass in time but never execute
anything; what would have run is written down in their log.

    with SimulatedGitHub(webhook_url="http://127.0.0.1:8000/webhooks/github") as github:
        world = github.world
        world.repositories.add("octo-org/shop", {"README.md": "# Shop", ".github/workflows/ci.yml": WORKFLOW})
        world.repositories.set_permission("octo-org/shop", "maria", "write")
        world.repositories.push("octo-org/shop", "copilot/fix", {"build.sh": executable("make")}, by="Copilot")
        pull = world.pulls.open("octo-org/shop", "copilot/fix", by="Copilot", title="Fix the build")
        world.actions.of_commit("octo-org/shop", pull.head_sha)         # its runs: state, hold, steps_begun
        world.checks.press(run, "approve", by="maria")                  # a button of a check run
        world.pulls.review(pull, "APPROVED", by="maria")
        world.hooks.drop(1, event="workflow_run")                       # what goes wrong on the way to Gate
        world.faults.secondary_limit(count=2, retry_after=1)            # what goes wrong on the way to GitHub
        [call for call in github.calls if call.method == "POST"]        # what Gate asked

Settings for Gate: `GATE_GITHUB_API_URL=github.api_url`, `GATE_GITHUB_GRAPHQL_URL=github.graphql_url`, `GATE_GITHUB_WEB_URL=github.web_url`,
`GATE_APP_ID=github.app_id`, `GATE_PRIVATE_KEY=github.private_key_pem`, `GATE_WEBHOOK_SECRET=github.webhook_secret`; the webhook's address is
`world.hooks.url`, which may be set later. `Delays(start, step, cancel)` sets the pace of runs.
`world.wait_until(condition)` waits for what is to come; a step `sleep 30` takes its time, `exit 1` fails. A pull request has a page at
`github.web_url/OWNER/REPO/pull/N`, with the buttons of its check runs, and a run one at `.../actions/runs/ID`.
"""

from gate.simulated_github.git_repository import Content, FileEntry, Person, executable, submodule, symlink
from gate.simulated_github.http_app import RecordedCall
from gate.simulated_github.refusals import Refusal
from gate.simulated_github.runs import HoldKind, WorkflowRun
from gate.simulated_github.server import SimulatedGitHub
from gate.simulated_github.world import Delays, World

__all__ = [
    "Content",
    "Delays",
    "FileEntry",
    "HoldKind",
    "Person",
    "RecordedCall",
    "Refusal",
    "SimulatedGitHub",
    "WorkflowRun",
    "World",
    "executable",
    "submodule",
    "symlink",
]
