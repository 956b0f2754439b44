"""Speed and memory, measured in one run and written to ``results.md``."""
