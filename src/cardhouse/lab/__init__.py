"""Games by the million: bots, levels, jokers and knobs measured, with intervals (extra `lab`)."""
