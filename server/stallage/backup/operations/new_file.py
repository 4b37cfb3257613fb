"""Create a file that appears under its name only when it is complete and on disk."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from stallage.backup.errors import BackupError

_SUFFIX = ".draft"
_NO_UNNAMED_FILES = (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL)


def sync(path: Path) -> None:
    """Flush a file or a folder to disk."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


@contextmanager
def new_file(target: Path) -> Iterator[BinaryIO]:
    """Open a file of mode 0600 that becomes `target` at the end of the context.

    Until then it has no name if the file system allows that, so nothing is left even after SIGKILL;
    otherwise it is a hidden file that an exception removes. Raises BackupError if `target` exists
    by then.
    """
    folder = target.parent
    hidden: Path | None = None
    try:
        fd = os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if error.errno not in _NO_UNNAMED_FILES or not folder.is_dir():
            raise
        hidden = folder / f".{target.name}.{secrets.token_hex(4)}{_SUFFIX}"
        fd = os.open(hidden, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(fd, "w+b") as file:
            os.fchmod(file.fileno(), 0o600)
            yield file
            file.flush()
            os.fsync(file.fileno())
            _link(file.fileno(), hidden, target)
        sync(folder)
    except FileExistsError as error:
        raise BackupError(f"{target} already exists and was not changed.") from error
    finally:
        if hidden is not None:
            hidden.unlink(missing_ok=True)


def _link(fd: int, hidden: Path | None, target: Path) -> None:
    if hidden is not None:
        os.link(hidden, target)
        return
    # With a folder's descriptor Python calls linkat; only linkat follows the link in /proc.
    folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.link(f"/proc/self/fd/{fd}", target, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


def remove_temporary_files(folder: Path, prefix: str) -> None:
    """Remove hidden files that a killed process left. No other process may write in the folder."""
    for path in folder.glob(f".{prefix}*{_SUFFIX}"):
        with suppress(OSError):
            path.unlink()
