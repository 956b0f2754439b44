"""How far a study has come: a bar on the terminal, with its rate and the time left."""

import sys

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

BAR_WIDTH = 16
"""So wide that all fits a terminal of eighty columns."""
ONLY = TaskID(0)


class _Count(ProgressColumn):
    """What is done of what is to be done, and how much of it a second."""

    def render(self, task: Task) -> Text:
        done = f"{task.completed:,.0f} of {task.total or 0:,.0f} {task.fields['noun']}"
        speed = task.finished_speed or task.speed
        return Text(f"{done}, {speed:,.0f}/s" if speed else done, no_wrap=True)


class Bar(Progress):
    """A bar on the terminal; where errors do not go to a terminal, nothing."""

    def __init__(self, total: int, noun: str = "games") -> None:
        left = TextColumn("left:"), TimeRemainingColumn()
        columns = TextColumn("{task.description}"), BarColumn(BAR_WIDTH), _Count(), *left
        console, hidden = Console(stderr=True), not sys.stderr.isatty()
        super().__init__(*columns, console=console, transient=True, disable=hidden)
        self.add_task("compiling", total=total, start=False, noun=noun)

    def begin(self) -> None:
        """Let the time run: what had to be compiled is."""
        self.update(ONLY, description="playing")
        self.start_task(ONLY)

    def count(self, done: int) -> None:
        """Count what was done."""
        self.update(ONLY, advance=done)
