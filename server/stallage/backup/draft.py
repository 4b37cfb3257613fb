"""A new file that appears under its name only when it is complete and on disk."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from stallage.backup.errors import BackupError

DRAFT = ".draft"
_NO_UNNAMED_FILES = (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL)


def sync(path: Path) -> None:
    """Make a file's content, or a folder's names, survive a power failure."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


@contextmanager
def new_file(target: Path) -> Iterator[BinaryIO]:
    """A file of mode 0600 that becomes `target` at the end of the context.

    Until then it has no name where the file system allows that, so nothing is left even after
    SIGKILL; elsewhere it is a hidden draft that an exception removes. Raises BackupError where
    `target` exists by then.
    """
    folder = target.parent
    draft: Path | None = None
    try:
        fd = os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if error.errno not in _NO_UNNAMED_FILES or not folder.is_dir():
            raise
        draft = folder / f".{target.name}.{secrets.token_hex(4)}{DRAFT}"
        fd = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(fd, "w+b") as file:
            os.fchmod(file.fileno(), 0o600)
            yield file
            file.flush()
            os.fsync(file.fileno())
            _give_name(file.fileno(), draft, target)
        sync(folder)
    except FileExistsError as error:
        raise BackupError(f"{target} exists already and is left as it is.") from error
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)


def _give_name(fd: int, draft: Path | None, target: Path) -> None:
    if draft is not None:
        os.link(draft, target)
        return
    # A folder's descriptor makes Python call linkat, which alone follows the link in /proc.
    folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.link(f"/proc/self/fd/{fd}", target, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


def remove_drafts(folder: Path, prefix: str) -> None:
    """Remove hidden drafts that a killed process left; no other may be at work in the folder."""
    for path in folder.glob(f".{prefix}*{DRAFT}"):
        with suppress(OSError):
            path.unlink()
