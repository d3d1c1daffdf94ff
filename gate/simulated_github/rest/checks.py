"""Calls about check runs and suites, with GitHub's limits on what they take."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from gate.simulated_github.checks import CheckRun, CheckSuite
from gate.simulated_github.refusals import Refusal, not_found
from gate.simulated_github.routing import Answer, Call, page, route
from gate.simulated_github.shapes import checks as shapes

STATUSES = ("queued", "in_progress", "completed", "waiting", "requested", "pending")
CONCLUSIONS = ("action_required", "cancelled", "failure", "neutral", "success", "skipped", "stale", "timed_out")
ANNOTATION_LEVELS = ("notice", "warning", "failure")
LONGEST_TEXT = 65_535
MOST_ANNOTATIONS = 50
MOST_BUTTONS = 3
LONGEST_BUTTON = {"label": 20, "description": 40, "identifier": 20}


@route("POST", "/repos/{owner}/{repo}/check-runs", needs="checks:write")
def create_check_run(call: Call) -> Answer:
    """Makes a check run of the App on a commit."""
    body = call.body
    for name in ("name", "head_sha"):
        if not isinstance(body.get(name), str) or not body[name]:
            raise Refusal(422, f'Invalid request.\n\n"{name}" wasn\'t supplied.')
    sha = call.repository.git.resolve(body["head_sha"])
    if sha is None or sha != body["head_sha"]:
        raise Refusal(422, f"No commit found for SHA: {body['head_sha']}")
    run = call.world.checks.create(call.repository, call.world.apps.app, body["name"], sha, _values(body, is_new=True))
    return Answer(201, shapes.check_run(call.world, run))


@route("GET", "/repos/{owner}/{repo}/check-runs/{check_run_id}", needs="checks:read")
def get_check_run(call: Call) -> Answer:
    """One check run."""
    return Answer(200, shapes.check_run(call.world, _find(call)))


@route("PATCH", "/repos/{owner}/{repo}/check-runs/{check_run_id}", needs="checks:write")
def update_check_run(call: Call) -> Answer:
    """Changes a check run of the App; annotations are added to those that are there."""
    run = _find(call)
    if run.suite.app is not call.world.apps.app:
        raise Refusal(
            403,
            "Invalid app_id `"
            + str(run.suite.app.id)
            + "` - check run can only be modified by the GitHub App that created it.",
        )
    call.world.checks.change(run, _values(call.body, is_new=False))
    return Answer(200, shapes.check_run(call.world, run))


@route("GET", "/repos/{owner}/{repo}/check-runs/{check_run_id}/annotations", needs="checks:read")
def list_annotations(call: Call) -> Answer:
    """The annotations of a check run."""
    run = _find(call)
    return page(call, [shapes.annotation(call.world, run, values) for values in run.annotations])


@route("POST", "/repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest", needs="checks:write")
def rerequest_check_run(call: Call) -> Answer:
    """Asks for a check run again."""
    call.world.checks.rerequest(_find(call), by=call.account)
    return Answer(201, {})


@route("GET", "/repos/{owner}/{repo}/commits/{ref*}/check-runs", needs="checks:read")
def list_for_commit(call: Call) -> Answer:
    """Check runs on a commit, newest first; of each name only the latest unless `filter=all`."""
    runs = call.world.checks.of_commit(call.repository, call.commit(call.names["ref"]), call.query.get("check_name"))
    return _page_of_runs(call, runs)


@route("GET", "/repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs", needs="checks:read")
def list_in_suite(call: Call) -> Answer:
    """Check runs of a suite."""
    suite = _find_suite(call)
    return _page_of_runs(call, [run for run in reversed(call.world.checks.runs) if run.suite is suite])


@route("GET", "/repos/{owner}/{repo}/check-suites/{check_suite_id}", needs="checks:read")
def get_suite(call: Call) -> Answer:
    """One check suite."""
    return Answer(200, shapes.check_suite(call.world, _find_suite(call)))


@route("GET", "/repos/{owner}/{repo}/commits/{ref*}/check-suites", needs="checks:read")
def list_suites(call: Call) -> Answer:
    """Check suites on a commit."""
    here, sha = call.repository, call.commit(call.names["ref"])
    found = [suite for suite in call.world.checks.suites if suite.repository is here and suite.head_sha == sha]
    if "app_id" in call.query:
        found = [suite for suite in found if str(suite.app.id) == call.query["app_id"]]
    return page(call, [shapes.check_suite(call.world, suite) for suite in found], name="check_suites")


@route("POST", "/repos/{owner}/{repo}/check-suites/{check_suite_id}/rerequest", needs="checks:write")
def rerequest_suite(call: Call) -> Answer:
    """Asks for a suite again."""
    call.world.checks.rerequest_suite(_find_suite(call), by=call.account)
    return Answer(201, {})


def _page_of_runs(call: Call, runs: list[CheckRun]) -> Answer:
    if "app_id" in call.query:
        runs = [run for run in runs if str(run.suite.app.id) == call.query["app_id"]]
    if "status" in call.query:
        runs = [run for run in runs if run.status == call.query["status"]]
    if call.query.get("filter", "latest") == "latest":
        newest: dict[tuple[int, int, str], CheckRun] = {}
        for run in runs:
            newest.setdefault((run.suite.app.id, run.suite.id, run.name), run)
        runs = list(newest.values())
    return page(call, [shapes.check_run(call.world, run) for run in runs], name="check_runs")


def _find(call: Call) -> CheckRun:
    found = call.world.checks.find(call.repository, call.number("check_run_id"))
    if found is None:
        raise not_found()
    return found


def _find_suite(call: Call) -> CheckSuite:
    here, number = call.repository, call.number("check_suite_id")
    found = next((suite for suite in call.world.checks.suites if suite.id == number and suite.repository is here), None)
    if found is None:
        raise not_found()
    return found


def _values(body: dict[str, Any], *, is_new: bool) -> dict[str, Any]:
    """The validated values of a request; raises `Refusal` 422 with GitHub's kind of words."""
    values: dict[str, Any] = {
        name: body[name]
        for name in ("name", "details_url", "external_id", "status", "conclusion", "output", "actions")
        if name in body
    }
    if values.get("status", "queued") not in STATUSES:
        raise _invalid("status", f"{values['status']} is not a member of {list(STATUSES)}.")
    conclusion = values.get("conclusion")
    if conclusion == "stale" or (conclusion is not None and conclusion not in CONCLUSIONS):
        raise _invalid("conclusion", f"{conclusion} is not a member of {list(CONCLUSIONS)}.")
    if values.get("status") == "completed" and conclusion is None:
        raise Refusal(422, "Invalid request.\n\nMissing required key: conclusion.")
    for name in ("started_at", "completed_at"):
        if name in body:
            values[name] = _time(name, body[name])
    _check_output(values.get("output"), is_new)
    _check_buttons(_objects("actions", values.get("actions", [])))
    return values


def _check_output(output: Any, is_new: bool) -> None:
    if output is None:
        return
    if not isinstance(output, dict):
        raise _invalid("output", f"{output!r} is not an object.")
    for name in ("title", "summary", "text"):
        if not isinstance(output.get(name), str | None):
            raise _invalid(name, f"{output[name]!r} is not a string.")
    for name in ("title", "summary") if is_new else ("summary",):
        if not isinstance(output.get(name), str):
            raise _invalid("output", f'"{name}" wasn\'t supplied.')
    for name in ("summary", "text"):
        if len(output.get(name) or "") > LONGEST_TEXT:
            raise _invalid(name, f"Only {LONGEST_TEXT} characters are allowed; {len(output[name])} were supplied.")
    _check_annotations(_objects("annotations", output.get("annotations", [])))


def _check_annotations(annotations: list[dict[str, Any]]) -> None:
    if len(annotations) > MOST_ANNOTATIONS:
        raise _invalid(
            "annotations", f"No more than {MOST_ANNOTATIONS} items are allowed; {len(annotations)} were supplied."
        )
    for annotation in annotations:
        for name in ("path", "start_line", "end_line", "annotation_level", "message"):
            if name not in annotation:
                raise _invalid("annotations", f'"{name}" wasn\'t supplied.')
        if annotation["annotation_level"] not in ANNOTATION_LEVELS:
            raise _invalid(
                "annotation_level", f"{annotation['annotation_level']} is not a member of {list(ANNOTATION_LEVELS)}."
            )
        if "start_column" in annotation and annotation["start_line"] != annotation["end_line"]:
            raise _invalid("start_column", "Columns are only allowed when start_line and end_line are the same.")


def _check_buttons(buttons: list[dict[str, Any]]) -> None:
    if len(buttons) > MOST_BUTTONS:
        raise _invalid("actions", f"No more than {MOST_BUTTONS} items are allowed; {len(buttons)} were supplied.")
    for button in buttons:
        for name, longest in LONGEST_BUTTON.items():
            if not isinstance(button.get(name), str):
                raise _invalid("actions", f'"{name}" wasn\'t supplied.')
            if len(button[name]) > longest:
                raise _invalid(name, f"Only {longest} characters are allowed; {len(button[name])} were supplied.")


def _objects(name: str, value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise _invalid(name, f"{value!r} is not a list of objects.")
    return value


def _time(name: str, text: Any) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        raise _invalid(name, f"{text} is not a valid date-time.") from None
    if moment.tzinfo is None:
        raise _invalid(name, f"{text} is not a valid date-time.")
    return moment


def _invalid(field: str, words: str) -> Refusal:
    return Refusal(422, f"Invalid request.\n\nFor '{field}': {words}")
