"""Advisory file locks between processes, which the kernel releases when their last holder dies.

The protocol uses three files in the data folder:

- ``start.lock``, exclusive and short: held to start, restart or stop the server.
- ``users.lock``, shared: held while a process uses the server. A process that gets it exclusively is
  the only user.
- ``server.lock``, exclusive: inherited by PostgreSQL and all its processes. A process that gets it
  knows that none of them is running, whatever a pid file says.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from stallage.core.embedded.failure import EmbeddedUnavailable


class FileLock:
    """A lock on a file, with an open file description of its own."""

    def __init__(self, path: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        self.fd = os.open(path, flags, 0o600)
        if os.geteuid() == 0 and os.fstat(self.fd).st_nlink == 1:
            # The folder's owner must be able to start the server after root did. The link count
            # prevents that a hard link planted here gives away another file.
            folder = path.parent.stat()
            os.fchown(self.fd, folder.st_uid, folder.st_gid)

    def _try(self, operation: int) -> bool:
        try:
            fcntl.flock(self.fd, operation | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def try_exclusive(self) -> bool:
        return self._try(fcntl.LOCK_EX)

    def try_shared(self) -> bool:
        return self._try(fcntl.LOCK_SH)

    def close(self) -> None:
        """Release the lock, unless another process inherited the descriptor."""
        os.close(self.fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def hold_lock(path: Path, timeout: float) -> Iterator[None]:
    """Lock `path` exclusively while the context lasts, waiting for up to `timeout` seconds.

    Raises EmbeddedUnavailable.
    """
    deadline = time.monotonic() + timeout
    with FileLock(path) as lock:
        while not lock.try_exclusive():
            if time.monotonic() > deadline:
                raise EmbeddedUnavailable(
                    f"For {timeout:.0f} seconds another process has been starting or stopping the "
                    f"database in {path.parent}. Wait for it, or stop it, and start again."
                )
            time.sleep(0.02)
        yield
