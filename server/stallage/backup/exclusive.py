"""The data folder for one process alone: no shop runs on it and none can start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stallage.backup.errors import BackupError
from stallage.backup.swap import one_at_a_time
from stallage.core.embedded.folder import open_folder
from stallage.core.embedded.locks import FileLock


@contextmanager
def alone(data_dir: Path, *, but_server: bool = False) -> Iterator[None]:
    """Keep the embedded database of a data folder from being used by anybody else.

    `but_server` leaves the lock of the server itself to the caller. Raises BackupError where
    somebody uses the database.
    """
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = open_folder(data_dir / "postgres")
    with (
        one_at_a_time(data_dir),
        FileLock(folder.users_lock) as users,
        FileLock(folder.server_lock) as server,
    ):
        if not users.try_exclusive():
            raise BackupError(f"The shop is running on {data_dir}. Stop it first.")
        if not but_server and not server.try_exclusive():
            raise BackupError(
                f"PostgreSQL still runs on {data_dir}. Run: stallage doctor, which ends it."
            )
        yield


def is_used(data_dir: Path) -> bool:
    """Whether a process uses the embedded database of a data folder."""
    if not (data_dir / "postgres/users.lock").exists():
        return False
    with FileLock(data_dir / "postgres/users.lock") as users:
        return not users.try_exclusive()
