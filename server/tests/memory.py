"""A folder for databases that live as long as a run: in memory where the machine has room.

Every test copies a database of twelve megabytes; on a disk that is most of what a run waits for.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30
"""Bytes that must be free, far more than a run takes."""
NAME = "stallage-tests-"


@contextmanager
def quick_folder(otherwise: Path) -> Iterator[Path]:
    """A folder of this process, emptied afterwards; `otherwise` where memory is scarce."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        yield otherwise
        return
    _sweep()
    folder = MEMORY / f"{NAME}{os.getpid()}"
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _sweep() -> None:
    """Removes what runs left behind that were killed."""
    for left in MEMORY.glob(f"{NAME}*"):
        if not Path("/proc", left.name.removeprefix(NAME)).exists():
            # Another process of this run may be at the same.
            shutil.rmtree(left, ignore_errors=True)
