"""The runner: lets jobs and steps pass in time and writes down which began. It never executes anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.simulated_github import payloads
from gate.simulated_github.checks import CheckRun
from gate.simulated_github.runs import Job, LogLine, Step, WorkflowRun
from gate.simulated_github.workflows import JobPlan, StepPlan

if TYPE_CHECKING:
    from gate.simulated_github.world import World

FAILING_COMMANDS = ("exit 1", "false")
"""Steps with these commands fail, so that a test can have a failed run."""

_SET_UP = StepPlan("Set up job", "", False, 0.0)
_COMPLETE = StepPlan("Complete job", "", True, 0.0)


class Runner:
    """Moves runs on. Called with or by the scheduler; every method holds the world's lock."""

    def __init__(self, world: World) -> None:
        """`world` gives the time and the delays."""
        self._world = world

    def queue(self, run: WorkflowRun) -> None:
        """Puts an attempt into the queue; it starts after a while unless it is cancelled before."""
        run.status, run.conclusion = "queued", None
        run.suite.status, run.suite.conclusion = "queued", None
        known = {job.plan.key for job in run.jobs}
        run.jobs += [self._job(run, plan) for plan in run.file.jobs if plan.key not in known]
        self._world.actions.tell(run, "requested", run.triggering_actor)
        self._world.scheduler.call_later(self._world.delays.start, self._start, run, run.attempt)

    def cancel(self, run: WorkflowRun, attempt: int, is_forced: bool) -> None:
        """Carries out a cancel: what runs is cut off; steps and jobs with `always()` go on, unless it is forced."""
        with self._world.lock:
            is_over = run.status == "completed" and not run.awaits_approval
            if run.attempt != attempt or is_over:
                return
            run.is_cancelled = True
            run.is_forced = run.is_forced or is_forced
            if run.status != "in_progress":
                for job in run.jobs:
                    self._end_job(run, job, "cancelled")
                self.end(run, "cancelled")
                return
            for job in [job for job in run.jobs if job.status == "in_progress"]:
                for step in job.steps:
                    if step.status == "in_progress" and (run.is_forced or not step.plan.is_always):
                        self._end_step(step, "cancelled")
                self._go_on(run, job)
            self._start_jobs(run)

    def admit(self, run: WorkflowRun, job: Job, is_approved: bool) -> None:
        """Lets a job into its environment, or refuses it."""
        if is_approved:
            job.is_admitted = True
            job.status = "queued"
        else:
            self._end_job(run, job, "failure")
        self._start_jobs(run)

    def end(self, run: WorkflowRun, conclusion: str) -> None:
        """Ends a run and its suite, and tells of it."""
        run.status, run.conclusion = "completed", conclusion
        run.hold = None
        run.suite.status, run.suite.conclusion = "completed", conclusion
        run.suite.updated_at = self._world.now()
        self._world.actions.tell(run, "completed", run.triggering_actor)
        suite = payloads.check_suite(self._world, run.suite, run.triggering_actor)
        self._world.hooks.send(run.repository, "check_suite", "completed", suite)

    def _job(self, run: WorkflowRun, plan: JobPlan) -> Job:
        world = self._world
        check_run = CheckRun(world.next_id(), run.suite, plan.name, world.now())
        check_run.details_url = f"{world.web_url}/{run.repository.full_name}/actions/runs/{run.id}/job/{check_run.id}"
        world.checks.runs.append(check_run)
        steps = [Step(step, number) for number, step in enumerate([_SET_UP, *plan.steps, _COMPLETE], start=1)]
        return Job(plan, check_run, run.attempt, steps, world.now())

    def _start(self, run: WorkflowRun, attempt: int) -> None:
        with self._world.lock:
            if run.attempt == attempt and run.status == "queued":
                self._start_jobs(run)

    def _start_jobs(self, run: WorkflowRun) -> None:
        """Starts what can start; ends the run when nothing is left."""
        moved = True
        while moved:
            moved = False
            ended = {job.plan.key: job.conclusion for job in run.jobs if job.status == "completed"}
            for job in [job for job in run.jobs if job.status == "queued"]:
                needed = [ended.get(key) for key in job.plan.needs]
                if None in needed:
                    continue
                moved = True
                if run.is_forced or (run.is_cancelled and not job.plan.is_always):
                    self._end_job(run, job, "cancelled")
                elif any(conclusion != "success" for conclusion in needed) and not job.plan.is_always:
                    self._end_job(run, job, "skipped")
                elif self._waits_for_environment(run, job):
                    self._wait(run, job)
                else:
                    self._start_job(run, job)
        if all(job.status == "completed" for job in run.jobs):
            conclusions = {job.conclusion for job in run.jobs}
            self.end(run, "cancelled" if run.is_cancelled else "failure" if "failure" in conclusions else "success")
        elif any(job.status == "waiting" for job in run.jobs) and not any(
            job.status == "in_progress" for job in run.jobs
        ):
            run.status = "waiting"

    def _waits_for_environment(self, run: WorkflowRun, job: Job) -> bool:
        environment = run.repository.environments.get(job.plan.environment or "")
        return environment is not None and environment.is_protected and not job.is_admitted

    def _wait(self, run: WorkflowRun, job: Job) -> None:
        job.status = job.check_run.status = "waiting"
        body = payloads.deployment_protection_rule(self._world, run, job.plan.environment or "")
        self._world.hooks.send(run.repository, "deployment_protection_rule", "requested", body)

    def _start_job(self, run: WorkflowRun, job: Job) -> None:
        job.status = job.check_run.status = "in_progress"
        job.started_at = job.check_run.started_at = self._world.now()
        if run.status != "in_progress":
            run.status = run.suite.status = "in_progress"
            self._world.actions.tell(run, "in_progress", run.triggering_actor)
        self._world.checks.tell(job.check_run, "created", run.triggering_actor)
        self._go_on(run, job)

    def _go_on(self, run: WorkflowRun, job: Job) -> None:
        """Begins the next step of a job, or ends the job."""
        if any(step.status == "in_progress" for step in job.steps):
            return
        has_failed = any(step.conclusion == "failure" for step in job.steps)
        for step in [step for step in job.steps if step.status == "queued"]:
            is_cut_off = run.is_forced or ((run.is_cancelled or has_failed) and not step.plan.is_always)
            if is_cut_off:
                self._end_step(step, "cancelled" if run.is_cancelled else "skipped")
                continue
            step.status = "in_progress"
            step.started_at = self._world.now()
            if step.plan.command:
                self._write_down(run, job, step)
            seconds = self._world.delays.step if step.plan.seconds is None else step.plan.seconds
            self._world.scheduler.call_later(seconds, self._step_passed, run, job, step)
            return
        self._end_job(run, job, "cancelled" if run.is_cancelled else "failure" if has_failed else "success")

    def _step_passed(self, run: WorkflowRun, job: Job, step: Step) -> None:
        with self._world.lock:
            if step.status != "in_progress":
                return
            self._end_step(step, "failure" if step.plan.command in FAILING_COMMANDS else "success")
            self._go_on(run, job)
            if job.status == "completed":
                self._start_jobs(run)

    def _end_step(self, step: Step, conclusion: str) -> None:
        step.status, step.conclusion = "completed", conclusion
        step.completed_at = self._world.now()

    def _end_job(self, run: WorkflowRun, job: Job, conclusion: str) -> None:
        if job.status == "completed":
            return
        job.status, job.conclusion = "completed", conclusion
        job.completed_at = self._world.now()
        check_run = job.check_run
        check_run.status, check_run.conclusion, check_run.completed_at = "completed", conclusion, job.completed_at
        self._world.checks.tell(check_run, "completed", run.triggering_actor)

    def _write_down(self, run: WorkflowRun, job: Job, step: Step) -> None:
        run.log.append(
            LogLine(
                at=self._world.now(),
                attempt=run.attempt,
                job=job.plan.name,
                step=step.plan.name,
                command=step.plan.command,
                sha=run.sha,
                privileges=run.actor,
                has_secrets=run.has_secrets,
                can_write=run.can_write,
            )
        )
