"""Whether chance is as kind as a rule says."""

from math import sqrt


def is_even(counts, kinds):
    """Return whether each of so many kinds came about as often: within five deviations."""
    mean = sum(counts.values()) / kinds
    return len(counts) == kinds and all(
        abs(count - mean) < 5 * sqrt(mean) for count in counts.values()
    )
