"""The demo in the terminal: scenes, files, runs and the check, each shown as plainly as it can be."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group
from rich.markdown import Markdown
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gate.simulated_github import WorkflowRun
from gate.simulated_github.checks import CheckRun

_WIDTH = 100
_SUMMARY_LINES = 30


class Screen:
    """Prints the story. All text of the change is shown as text, never as markup."""

    def __init__(self) -> None:
        self._console = Console(width=min(_WIDTH, Console().width), highlight=False)
        self._scenes = 0

    def open(self, page: str) -> None:
        """The first lines: what will be seen, and where else to look."""
        self._console.print()
        self._console.print(Text("Gate: the story of one pull request", style="bold"))
        self._console.print(
            Text("GitHub is simulated on this machine; Gate is the real service. Nothing leaves the machine.")
        )
        self._console.print(Text(f"Watch it in the browser as well: {page}", style="cyan"))

    def scene(self, title: str, *words: str) -> None:
        """A new scene."""
        self._scenes += 1
        self._console.print()
        self._console.print(Text(f"{self._scenes}. {title}", style="bold"))
        for line in words:
            self._console.print(Text(f"   {line}"))

    def show_text(self, title: str, text: str) -> None:
        """A file or a part of one."""
        self._console.print(Panel(Text(text.strip()), title=Text(title), title_align="left", border_style="dim"))

    def show_runs(self, runs: Sequence[WorkflowRun]) -> None:
        """The runs of a commit as GitHub has them."""
        table = Table(box=None, padding=(0, 2, 0, 3), header_style="dim")
        for name in ("workflow", "event", "attempt", "on GitHub", "steps begun"):
            table.add_column(name, no_wrap=True)
        for run in runs:
            state = run.conclusion or run.status
            style = {"success": "green", "cancelled": "yellow", "action_required": "yellow"}.get(state, "")
            table.add_row(
                run.workflow.path, run.event, str(run.attempt), Text(state, style=style), str(len(run.steps_begun))
            )
        self._console.print(table)

    def show_check(self, check: CheckRun) -> None:
        """The required check as a reviewer sees it: title, the first lines, the buttons."""
        style = {"success": "green", "failure": "red"}.get(check.conclusion or "", "yellow")
        lines = (check.summary or "").strip().splitlines()
        shown = "\n".join(lines[:_SUMMARY_LINES]) + ("\n\n…" if len(lines) > _SUMMARY_LINES else "")
        buttons = Text("   ").join(Text(f"[ {button['label']} ]", style="reverse") for button in check.action_buttons)
        body = Group(Text(check.title or "", style=f"bold {style}"), Text(), Markdown(shown), Text(), buttons)
        title = Text(f"check “gate”: {check.conclusion or check.status}")
        self._console.print(Panel(body, title=title, title_align="left", border_style=style))

    def came_true(self, what: str) -> None:
        """A step that was checked, and is so."""
        self._console.print(Text.assemble(("   ✓ ", "green"), what))

    def failed(self, what: str) -> None:
        """A step that did not come true."""
        self._console.print(Text.assemble(("   ✗ ", "red"), f"did not come true: {what}"))

    def ask(self, what: str) -> None:
        """Waits for Enter."""
        self._console.print()
        self._console.input(Text(f"   Press Enter: {what} ", style="bold cyan"))

    def close(self, *words: str) -> None:
        """The last lines."""
        self._console.print()
        for line in words:
            self._console.print(Text(line, style="bold"))
