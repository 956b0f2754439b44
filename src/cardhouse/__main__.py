"""``python -m cardhouse`` is ``cardhouse``."""

from cardhouse.cli import run

run()
