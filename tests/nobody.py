"""For tests of what root may do and others may not: they are run as somebody else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

NOBODY = 65_534


@contextmanager
def folder_for_nobody(mode: int) -> Iterator[Path]:
    """Be nobody in particular where this is root, beside a folder of that mode.

    It lies where everybody may go: what pytest gives to a test is its user's alone.
    """
    root = os.geteuid() == 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(mode)
        os.seteuid(NOBODY if root else os.geteuid())
        try:
            yield folder
        finally:
            os.seteuid(0 if root else os.geteuid())
            folder.chmod(0o700)
