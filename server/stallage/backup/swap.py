"""Puts a restored shop in the place of the old one, all of it or nothing, whatever happens meanwhile.

What is restored is prepared beside the old: `postgres/restore/cluster` and `restore/` in the data
folder. The file `restore/ready` is the decision: without it everything prepared is thrown away, with
it the exchange is carried on to its end, by this process or by the next command. The old database
moves to `postgres/replaced-…`, where it stays until somebody deletes it.

It imports nothing of the shop: every command calls `finish_interrupted` before it reads a setting.
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
    """Where the secrets of a shop are prepared."""
    return data_dir / "restore"


def prepared_database(data_dir: Path) -> Path:
    """The folder that `start_embedded` is given for the new database."""
    return data_dir / "postgres/restore"


@contextmanager
def one_at_a_time(data_dir: Path) -> Iterator[None]:
    """Wait until no other process restores into this data folder."""
    fd = os.open(data_dir / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def is_decided(data_dir: Path) -> bool:
    """Whether an exchange was begun that has not been finished."""
    return (prepared_folder(data_dir) / _READY).exists()


def discard(data_dir: Path) -> None:
    """Throw away what was prepared; the old shop is as it was."""
    for folder in (prepared_folder(data_dir), prepared_database(data_dir)):
        if folder.exists():
            shutil.rmtree(folder)


def decide(data_dir: Path, replaced: str) -> None:
    """Make the exchange final. `replaced` is the name that the old things get."""
    folder = prepared_folder(data_dir)
    folder.mkdir(mode=0o700, exist_ok=True)
    # Pictures, secrets and the new cluster are on disk already; so must their names be.
    for parent in (data_dir / "postgres", data_dir):
        if parent.exists():
            _sync(parent)
    draft = folder / "ready.draft"
    with draft.open("w") as file:
        file.write(replaced)
        file.flush()
        os.fsync(file.fileno())
    draft.rename(folder / _READY)
    _sync(folder)


def carry_out(data_dir: Path) -> Path | None:
    """Do the exchange, or what is left of it; where the old database is now, if there was one."""
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
            _exchange(folder / secret, data_dir / secret, data_dir / f"{secret}.{name}")
    _sync(data_dir)
    if prepared_database(data_dir).exists():
        shutil.rmtree(prepared_database(data_dir))
    (folder / _READY).unlink()
    shutil.rmtree(folder)
    return replaced if replaced.exists() else None


def _exchange(new: Path, place: Path, replaced: Path) -> None:
    if place.exists() and place.read_bytes() != new.read_bytes() and not replaced.exists():
        replaced.hardlink_to(place)
    new.replace(place)


def finish_interrupted(data_dir: Path) -> bool:
    """Carry on an exchange that was interrupted; True where there was one."""
    if not is_decided(data_dir):
        return False
    with one_at_a_time(data_dir):
        if not is_decided(data_dir):
            return False
        carry_out(data_dir)
    return True
