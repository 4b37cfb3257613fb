"""A folder for all files of a test run, in memory if the machine has enough.

Every test copies a database of 19 MB, and every shop waits several times for the disk when it starts.
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
def memory_folder() -> Iterator[Path | None]:
    """Create a folder in memory and delete it at the end; None if there is no room for one."""
    if not _has_room():
        yield None
        return
    _delete_leftovers()
    folder = MEMORY / f"{NAME}{os.getpid()}"
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _has_room() -> bool:
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < MIN_FREE:
        return False
    # Tests start programs that they write, which containers often forbid there.
    return not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC


def _delete_leftovers() -> None:
    """Delete folders of runs that were killed."""
    for folder in MEMORY.glob(f"{NAME}*"):
        if not Path("/proc", folder.name.removeprefix(NAME)).exists():
            # Another process of this run may be deleting it too.
            shutil.rmtree(folder, ignore_errors=True)
