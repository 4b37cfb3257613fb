"""A temporary folder for databases, in memory if the machine has enough.

Every test copies a database of 12 MB, which takes most of a run's time on a disk.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")
MIN_FREE = 4 * 2**30
"""Bytes; far more than a run needs."""
NAME = "stallage-tests-"


@contextmanager
def quick_folder(fallback: Path) -> Iterator[Path]:
    """Create a folder in memory and delete it at the end; yield `fallback` if memory is scarce."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < MIN_FREE:
        yield fallback
        return
    _delete_leftovers()
    folder = MEMORY / f"{NAME}{os.getpid()}"
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _delete_leftovers() -> None:
    """Delete folders of runs that were killed."""
    for folder in MEMORY.glob(f"{NAME}*"):
        if not Path("/proc", folder.name.removeprefix(NAME)).exists():
            # Another process of this run may be deleting it too.
            shutil.rmtree(folder, ignore_errors=True)
