"""Replace the old shop with a restored one atomically, even if the process is killed.

The restored shop is prepared beside the old one: `postgres/restore/cluster` and `restore/` in the
data folder. Creating the file `restore/ready` commits the swap: without it everything prepared is
discarded, with it the swap is completed, by this process or by the next command. The old database
moves to `postgres/replaced_…`, where it stays until the operator deletes it.

This module imports nothing of the shop: every command calls `finish_interrupted` before it reads
settings.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SECRETS = ("secret-key", "settings.env")
_READY = "ready"
_LOCK = "restore.lock"


def _sync(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def prepared_folder(data_dir: Path) -> Path:
    """Return the folder in which the secret files are prepared."""
    return data_dir / "restore"


def prepared_database(data_dir: Path) -> Path:
    """Return the folder of the new database, for `start_embedded`."""
    return data_dir / "postgres/restore"


@contextmanager
def restore_lock(data_dir: Path) -> Iterator[None]:
    """Hold the lock for restores into a data folder; waits for other processes."""
    fd = os.open(data_dir / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def is_committed(data_dir: Path) -> bool:
    """Whether a swap is committed and not yet complete."""
    return (prepared_folder(data_dir) / _READY).exists()


def discard(data_dir: Path) -> None:
    """Delete what was prepared. The old shop is unchanged."""
    for folder in (prepared_folder(data_dir), prepared_database(data_dir)):
        if folder.exists():
            shutil.rmtree(folder)


def commit(data_dir: Path, replaced: str) -> None:
    """Commit the swap. `replaced` is the new name of the old database and the suffix of old secrets."""
    folder = prepared_folder(data_dir)
    folder.mkdir(mode=0o700, exist_ok=True)
    # Pictures, secrets and the new cluster are on disk; their folder entries must be, too.
    for parent in (data_dir / "postgres", data_dir):
        if parent.exists():
            _sync(parent)
    temporary = folder / "ready.draft"
    with temporary.open("w") as file:
        file.write(replaced)
        file.flush()
        os.fsync(file.fileno())
    temporary.rename(folder / _READY)
    _sync(folder)


def complete(data_dir: Path) -> Path | None:
    """Perform the rest of a committed swap; return the path of the old database, if there was one."""
    folder = prepared_folder(data_dir)
    name = (folder / _READY).read_text()
    new = prepared_database(data_dir) / "cluster"
    cluster = data_dir / "postgres/cluster"
    replaced = data_dir / "postgres" / name
    if new.exists():
        if cluster.exists():
            cluster.rename(replaced)
            _sync(data_dir / "postgres")
        new.rename(cluster)
        _sync(data_dir / "postgres")
    for secret in SECRETS:
        if (folder / secret).exists():
            _swap_file(folder / secret, data_dir / secret, data_dir / f"{secret}.{name}")
    _sync(data_dir)
    if prepared_database(data_dir).exists():
        shutil.rmtree(prepared_database(data_dir))
    (folder / _READY).unlink()
    shutil.rmtree(folder)
    return replaced if replaced.exists() else None


def _swap_file(new: Path, current: Path, replaced: Path) -> None:
    if current.exists() and current.read_bytes() != new.read_bytes() and not replaced.exists():
        replaced.hardlink_to(current)
    new.replace(current)


def finish_interrupted(data_dir: Path) -> bool:
    """Complete a swap that was interrupted; True if there was one."""
    if not is_committed(data_dir):
        return False
    with restore_lock(data_dir):
        if not is_committed(data_dir):
            return False
        complete(data_dir)
    return True
