"""Advisory locks between processes, which the kernel drops when their last holder dies.

Three files in the data folder carry the whole protocol:

- ``start.lock``, exclusive and short: somebody starts, restarts or stops the server.
- ``users.lock``, shared for as long as a process uses the server: who gets it exclusively is alone.
- ``server.lock``, exclusive, inherited by PostgreSQL and every process it forks: who gets it knows
  that none of them lives, whatever a pid file says.
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
    """A lock on one file through an open file description of its own."""

    def __init__(self, path: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        self.fd = os.open(path, flags, 0o600)
        if os.geteuid() == 0 and os.fstat(self.fd).st_nlink == 1:
            # The folder's owner must still be able to start the server after root has done it once;
            # but a second name of the file, planted here, must not give it to him.
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
        """Let go; a process that inherited the descriptor keeps the lock."""
        os.close(self.fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def turn(path: Path, patience: float) -> Iterator[None]:
    """Hold `path` exclusively, waiting for others at most `patience` seconds."""
    deadline = time.monotonic() + patience
    with FileLock(path) as lock:
        while not lock.try_exclusive():
            if time.monotonic() > deadline:
                raise EmbeddedUnavailable(
                    f"For {patience:.0f} seconds another process has been starting or stopping the "
                    f"database in {path.parent}. Wait for it, or end it, and start again."
                )
            time.sleep(0.02)
        yield
