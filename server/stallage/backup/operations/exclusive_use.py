"""Exclusive use of a data folder: no shop runs on it and none can start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stallage.backup.errors import BackupError
from stallage.backup.operations.swap import restore_lock
from stallage.core.embedded.folder import open_folder
from stallage.core.embedded.locks import FileLock


@contextmanager
def exclusive_use(data_dir: Path, *, but_server: bool = False) -> Iterator[None]:
    """Keep other processes from using the embedded database of a data folder.

    With `but_server` the caller takes the lock of the server itself. Raises BackupError if the
    database is in use.
    """
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = open_folder(data_dir / "postgres")
    with (
        restore_lock(data_dir),
        FileLock(folder.users_lock) as users,
        FileLock(folder.server_lock) as server,
    ):
        if not users.try_exclusive():
            raise BackupError(f"The shop is running on {data_dir}. Stop it first.")
        if not but_server and not server.try_exclusive():
            raise BackupError(
                f"PostgreSQL still runs on {data_dir}. Run `stallage doctor` to stop it."
            )
        yield


def data_folder_in_use(data_dir: Path) -> bool:
    """Whether a process uses the embedded database of a data folder."""
    if not (data_dir / "postgres/users.lock").exists():
        return False
    with FileLock(data_dir / "postgres/users.lock") as users:
        return not users.try_exclusive()
