"""Calls about workflow runs, their jobs, and workflows."""

from __future__ import annotations

from collections.abc import Callable

from gate.simulated_github.refusals import Refusal, not_found
from gate.simulated_github.routing import Answer, Call, page, route
from gate.simulated_github.runs import Workflow, WorkflowRun
from gate.simulated_github.shapes import runs as shapes

RUN = "/repos/{owner}/{repo}/actions/runs/{run_id}"
WORKFLOW = "/repos/{owner}/{repo}/actions/workflows/{workflow_id}"

MOST_FILTERED_RUNS = 1000


@route("GET", "/repos/{owner}/{repo}/actions/runs", needs="actions:read")
def list_runs(call: Call) -> Answer:
    """Runs, newest first, by head, suite, event, actor, branch, creation, and status or conclusion."""
    here = call.repository
    runs = [run for run in reversed(call.world.actions.runs) if run.repository is here and _fits(call, run)]
    return page(call, [shapes.workflow_run(call.world, run) for run in runs[:MOST_FILTERED_RUNS]], name="workflow_runs")


@route("GET", RUN, needs="actions:read")
def get_run(call: Call) -> Answer:
    """One run."""
    return Answer(200, shapes.workflow_run(call.world, _find(call)))


@route("GET", RUN + "/jobs", needs="actions:read")
def list_jobs(call: Call) -> Answer:
    """Jobs of the latest attempt, or of all. A held run has none."""
    run = _find(call)
    jobs = run.jobs if call.query.get("filter", "latest") == "latest" else [*run.earlier_jobs, *run.jobs]
    return page(call, [shapes.job(call.world, run, job) for job in jobs], name="jobs")


@route("GET", RUN + "/attempts/{attempt}/jobs", needs="actions:read")
def list_attempt_jobs(call: Call) -> Answer:
    """Jobs of one attempt."""
    run = _find(call)
    jobs = [job for job in (*run.earlier_jobs, *run.jobs) if job.attempt == call.number("attempt")]
    return page(call, [shapes.job(call.world, run, job) for job in jobs], name="jobs")


@route("POST", RUN + "/cancel", needs="actions:write")
def cancel_run(call: Call) -> Answer:
    """Cancels a run: accepted now, done later."""
    call.world.actions.cancel(_find(call), by=call.account)
    return Answer(202, {})


@route("POST", RUN + "/force-cancel", needs="actions:write")
def force_cancel_run(call: Call) -> Answer:
    """Cancels a run without regard to `always()`."""
    call.world.actions.cancel(_find(call), by=call.account, is_forced=True)
    return Answer(202, {})


@route("POST", RUN + "/rerun", needs="actions:write")
def rerun(call: Call) -> Answer:
    """Runs all jobs again."""
    call.world.actions.rerun(_find(call), by=call.account)
    return Answer(201, {})


@route("POST", RUN + "/rerun-failed-jobs", needs="actions:write")
def rerun_failed_jobs(call: Call) -> Answer:
    """Runs the jobs again that did not succeed."""
    call.world.actions.rerun(_find(call), by=call.account, only_failed=True)
    return Answer(201, {})


@route("POST", RUN + "/approve", needs="actions:write")
def approve_run(call: Call) -> Answer:
    """Lets a held run go, where the hold is one that this call takes."""
    call.world.actions.approve(_find(call), by=call.account)
    return Answer(201, {})


@route("POST", RUN + "/deployment_protection_rule", needs="deployments:write")
def answer_protection_rule(call: Call) -> Answer:
    """The App's answer to a job that waits for an environment; without a state it is a note on the progress."""
    run = _find(call)
    state = call.body.get("state")
    if state is not None and state not in ("approved", "rejected"):
        raise Refusal(422, f"Invalid request.\n\nFor 'state': {state} is not a member of ['approved', 'rejected'].")
    if state is None and not call.body.get("comment"):
        raise Refusal(422, 'Invalid request.\n\n"comment" wasn\'t supplied.')
    if state is not None:
        call.world.actions.answer_environment(run, str(call.body.get("environment_name", "")), state == "approved")
    return Answer(204)


@route("GET", "/repos/{owner}/{repo}/actions/workflows", needs="actions:read")
def list_workflows(call: Call) -> Answer:
    """The workflows that were ever seen here."""
    here = call.repository
    found = [workflow for workflow in call.world.actions.workflows if workflow.repository is here]
    return page(call, [shapes.workflow(call.world, workflow) for workflow in found], name="workflows")


@route("GET", WORKFLOW, needs="actions:read")
def get_workflow(call: Call) -> Answer:
    """One workflow, by id or file name."""
    return Answer(200, shapes.workflow(call.world, _find_workflow(call)))


@route("PUT", WORKFLOW + "/disable", needs="actions:write")
def disable_workflow(call: Call) -> Answer:
    """Disables a workflow for the whole repository."""
    call.world.actions.disable(_find_workflow(call))
    return Answer(204)


@route("PUT", WORKFLOW + "/enable", needs="actions:write")
def enable_workflow(call: Call) -> Answer:
    """Enables a workflow again."""
    call.world.actions.disable(_find_workflow(call), is_disabled=False)
    return Answer(204)


def _fits(call: Call, run: WorkflowRun) -> bool:
    query = call.query
    created = query.get("created", "")
    tests: dict[str, Callable[[str], bool]] = {
        "head_sha": lambda text: run.head_sha == text,
        "check_suite_id": lambda text: str(run.suite.id) == text,
        "event": lambda text: run.event == text,
        "actor": lambda text: run.actor.login.casefold() == text.casefold(),
        "branch": lambda text: run.head_branch == text,
        "status": lambda text: text in (run.status, run.conclusion),
    }
    if created.startswith(">=") and (call.world.stamp(run.created_at) or "") < created.removeprefix(">="):
        return False
    return all(test(query[name]) for name, test in tests.items() if name in query)


def _find(call: Call) -> WorkflowRun:
    found = call.world.actions.find(call.repository, call.number("run_id"))
    if found is None:
        raise not_found()
    return found


def _find_workflow(call: Call) -> Workflow:
    here, name = call.repository, call.names["workflow_id"]
    for workflow in call.world.actions.workflows:
        if workflow.repository is here and name in (str(workflow.id), workflow.path.rpartition("/")[2]):
            return workflow
    raise not_found()
