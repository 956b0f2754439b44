"""What every study returns: a report, figures as a table, and a plot."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from cardhouse.lab.files import Columns, check_plot, check_table, put, write_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Result(ABC):
    """What a study came to; printed, it is its report."""

    @property
    @abstractmethod
    def table(self) -> Columns:
        """The figures, as columns of one length."""

    @abstractmethod
    def report(self) -> str:
        """Write what it came to."""

    @abstractmethod
    def figure(self) -> "Figure":
        """Draw what it came to."""

    @property
    @abstractmethod
    def stopped(self) -> str:
        """After how much of it Ctrl-C stopped it, if it did."""

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
        """Write the plot to a file: .png, .svg or .pdf.

        :raises BadSetup: if it cannot be written.
        """
        check_plot(path)
        put(path, self.figure().savefig)
