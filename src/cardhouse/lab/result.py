"""What every study returns: a report, figures as a table, and a plot."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from cardhouse.games.refusal import counted
from cardhouse.lab.files import Columns, check_plot, check_table, put, write_table


@dataclass(frozen=True, kw_only=True)
class Result(ABC):
    """What a study came to; printed, it is its report."""

    stopped: str = ""
    """After how much of it Ctrl-C stopped it, if it did."""

    @property
    @abstractmethod
    def table(self) -> Columns:
        """The figures, as columns of one length."""

    @abstractmethod
    def report(self) -> str:
        """Write what it came to."""

    def __str__(self) -> str:
        """Write the report, and how far the study came if it was stopped."""
        return f"{self.report()}\n\n{self.stopped}" if self.stopped else self.report()

    def save(self, path: str) -> None:
        """Write the table to a file: .csv or .parquet.

        :raises BadSetup: if it cannot be written.
        """
        check_table(path)
        write_table(path, self.table)

    def plot(self, path: str) -> None:
        """Write a plot of it to a file: .png, .svg or .pdf.

        :raises BadSetup: if it cannot be written.
        """
        check_plot(path)
        from cardhouse.lab.plots import figure_of  # noqa: PLC0415 (slow to load)

        put(path, figure_of(self).savefig)


def stopped_after(done: int, wanted: int, noun: str) -> str:
    """Say after how much a study was stopped; nothing if it was not."""
    return "" if done == wanted else f"Stopped after {counted(done, noun)} of {wanted:,}."
