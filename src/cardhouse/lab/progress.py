"""How far a study has come: a bar on the terminal, with its rate and the time left."""

import sys
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

BAR_WIDTH = 16
"""So wide that all fits a terminal of eighty columns."""


class _Count(ProgressColumn):
    """What is done of what is to be done, and how much of it a second."""

    def render(self, task: Task) -> Text:
        done = f"{task.completed:,.0f} of {task.total or 0:,.0f} {task.fields['noun']}"
        speed = task.finished_speed or task.speed
        return Text(f"{done}, {speed:,.0f}/s" if speed else done, no_wrap=True)


class Bar:
    """A bar on the terminal; where errors do not go to a terminal, nothing."""

    def __init__(self, total: int, noun: str = "games") -> None:
        columns = (
            TextColumn("{task.description}"),
            BarColumn(BAR_WIDTH),
            _Count(),
            TextColumn("left:"),
            TimeRemainingColumn(),
        )
        shown = sys.stderr.isatty()
        console = Console(stderr=True)
        self.progress = Progress(*columns, console=console, transient=True, disable=not shown)
        self.task = self.progress.add_task("compiling", total=total, start=False, noun=noun)

    def __enter__(self) -> "Bar":
        self.progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.progress.stop()

    def start(self) -> None:
        """Let the time run: what had to be compiled is."""
        self.progress.update(self.task, description="playing")
        self.progress.start_task(self.task)

    def advance(self, count: int) -> None:
        """Count what was done."""
        self.progress.update(self.task, advance=count)
