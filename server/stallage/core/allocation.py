"""Makes the C library return freed memory to the system.

glibc keeps the memory that a thread frees for the same thread, so a process whose eight threads each
decoded one large picture keeps the memory of eight. Blocks above a threshold are mapped separately and
returned as soon as they are freed, but glibc raises that threshold up to 32 MB unless it is set.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress

THRESHOLD = 256 * 1024
"""Bytes."""
_M_MMAP_THRESHOLD = -3
"""From glibc's malloc.h."""


def return_large_blocks() -> None:
    """Return blocks above THRESHOLD as soon as they are freed. Does nothing with other C libraries."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, THRESHOLD)


def return_free_memory() -> None:
    """Return what was freed, after work with many small blocks. Does nothing with other C libraries."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
