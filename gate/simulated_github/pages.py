"""Two plain pages, so that links to this GitHub lead somewhere: a pull request with its checks and buttons, and a workflow run.

Who presses a button is chosen on the page: in this world everybody may be anybody.
"""

from __future__ import annotations

from html import escape

from gate.simulated_github.checks import CheckRun
from gate.simulated_github.pulls import PullRequest
from gate.simulated_github.refusals import Refusal, not_found
from gate.simulated_github.repositories import Repository
from gate.simulated_github.routing import Answer, Call, route
from gate.simulated_github.runs import WorkflowRun
from gate.simulated_github.shapes.commits import clean

PULL = "/{owner}/{repo}/pull/{number}"
RUN = "/{owner}/{repo}/actions/runs/{run_id}"

POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1f2328; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; border-bottom: 1px solid #d1d9e0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f6f8fa; padding: .75rem; border-radius: 6px; }
td { padding: .15rem 1rem .15rem 0; vertical-align: top; } small { color: #59636e; }
"""


@route("GET", PULL, by="any")
def show_pull(call: Call) -> Answer:
    """A pull request: its commits' checks with their buttons, its runs and its files."""
    pull = _pull(call)
    here = pull.repository
    checks = [run for run in call.world.checks.of_commit(here, pull.head_sha) if run.suite.app is call.world.apps.app]
    runs = call.world.actions.of_commit(here, pull.head_sha)
    state = "merged" if pull.merged_at else "open" if pull.is_open else "closed"
    about = f"{here.full_name} · {state} · {pull.author.login}: {pull.head_branch} into {pull.base_branch}"
    parts = [
        f"<p><small>{escape(about)} · head {pull.head_sha[:12]}</small></p>",
        f"<pre>{escape(clean(pull.body or ''))}</pre>",
        "<h2>Checks</h2>",
        *(_check(call, pull, run) for run in {run.name: run for run in reversed(checks)}.values()),
        "<h2>Workflow runs</h2><table>",
        *(_run_row(call, run) for run in runs),
        "</table><h2>Reviews</h2><table>",
        *(
            f"<tr><td>{escape(review.account.login)}<td>{review.state.lower()}<td>{review.commit_id[:12]}</tr>"
            for review in pull.reviews
        ),
        "</table><h2>Files</h2>",
        *(f"<p>{escape(clean(file.path))}</p><pre>{escape(file.patch or file.status)}</pre>" for file in pull.files()),
    ]
    return _page(f"{clean(pull.title)} #{pull.number}", parts)


@route("POST", PULL + "/press", by="any")
def press(call: Call) -> Answer:
    """Presses a button of a check run as somebody, and goes back."""
    pull = _pull(call)
    number = call.body.get("check_run", "")
    run = call.world.checks.find(pull.repository, int(number) if number.isdecimal() else 0)
    account = call.world.accounts.find(call.body.get("account", ""))
    if run is None or account is None:
        raise Refusal(422, "no such check run or account")
    call.world.checks.press(run, call.body.get("identifier", ""), by=account)
    return Answer(303, b"", {"location": call.world.web(f"/{pull.repository.full_name}/pull/{pull.number}")})


@route("GET", RUN, by="any")
def show_run(call: Call) -> Answer:
    """A workflow run: how far it is, and what began."""
    run = call.world.actions.find(_repository(call), call.number("run_id"))
    if run is None:
        raise not_found()
    rows = [
        f"<tr><td>{line.attempt}<td>{escape(line.job)}<td>{escape(line.step)}<td>{escape(line.command)}</tr>"
        for line in run.log
    ]
    about = (
        f"{run.event} · {_state(run)} · attempt {run.attempt} · {run.head_sha[:12]} · by {run.triggering_actor.login}"
    )
    parts = [f"<p><small>{escape(about)}</small></p>", "<h2>Steps that began</h2><table>", *rows, "</table>"]
    return _page(run.workflow.name, parts)


def _check(call: Call, pull: PullRequest, run: CheckRun) -> str:
    here = f"/{pull.repository.full_name}/pull/{pull.number}"
    text = "\n\n".join(part for part in (run.title, run.summary, run.text) if part)
    shown = f"<p><b>{escape(run.name)}</b> <small>{run.conclusion or run.status}</small></p><pre>{escape(text)}</pre>"
    if run.status != "completed":
        return shown
    people = sorted(login for login, level in pull.repository.permissions.items() if level in ("write", "admin"))
    choices = "".join(f"<option>{escape(login)}</option>" for login in people)
    for button in run.action_buttons:
        shown += (
            f'<form method="post" action="{escape(call.world.web(here))}/press">'
            f'<input type="hidden" name="check_run" value="{run.id}">'
            f'<button name="identifier" value="{escape(button["identifier"])}" title="{escape(button["description"])}">'
            f'{escape(button["label"])}</button> as <select name="account" aria-label="who presses">{choices}</select></form>'
        )
    return shown


def _run_row(call: Call, run: WorkflowRun) -> str:
    address = call.world.web(f"/{run.repository.full_name}/actions/runs/{run.id}")
    return f'<tr><td><a href="{escape(address)}">{escape(run.workflow.name)}</a><td>{run.event}<td>{escape(_state(run))}</tr>'


def _state(run: WorkflowRun) -> str:
    if run.awaits_approval:
        return f"held ({run.hold})"
    return run.conclusion or run.status


def _repository(call: Call) -> Repository:
    found = call.repository
    if found.private:
        raise not_found()
    return found


def _pull(call: Call) -> PullRequest:
    found = call.world.pulls.find(_repository(call), call.number("number"))
    if found is None:
        raise not_found()
    return found


def _page(title: str, parts: list[str]) -> Answer:
    body = "".join(parts)
    # A page that somebody is about to choose on stays as it is.
    refresh = "" if "<form" in body else '<meta http-equiv="refresh" content="3">'
    text = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)} · simulated GitHub</title>'
        f"{refresh}<style>{STYLE}</style><h1>{escape(title)}</h1>{body}</html>"
    )
    headers = {"content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
    return Answer(200, text.encode("utf-8", "replace"), headers, "text/html; charset=utf-8")
