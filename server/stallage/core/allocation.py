"""How the C library gives memory back.

GNU's keeps what a thread has freed for that thread's next request, so that a process whose eight
threads each decoded one large picture holds the memory of eight. Blocks above a threshold are mapped
on their own and returned as soon as they are freed, but the threshold grows up to 32 MB by itself
unless it is set.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress

THRESHOLD = 256 * 1024
_M_MMAP_THRESHOLD = -3
"""From GNU's malloc.h."""


def return_large_blocks() -> None:
    """Have large blocks returned when they are freed; does nothing with another C library."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, THRESHOLD)
