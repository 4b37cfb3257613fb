"""The files of a database cluster: created atomically, checked, and cleaned of stale files."""

import os
import shutil
import subprocess
from pathlib import Path

from stallage.core.embedded.binaries import ENVIRONMENT, Binaries
from stallage.core.embedded.failure import EmbeddedUnavailable, error_from_log
from stallage.core.embedded.folder import Folder

DATABASE = "stallage"
ROLE = "stallage"
PORT = 5432

INSIDE = "/proc/self/cwd"
"""The path that PostgreSQL uses for the data folder.

A child enters the folder before it drops root's rights, and the kernel resolves this path without the
parent folders. So these can stay closed to other users, for example /root.
"""

_FREE_FOR_A_NEW_CLUSTER = 100 * 1024 * 1024  # A fresh cluster takes 40 MB and its first WAL 32 MB.

# Defaults for a small shop. They go into postgresql.conf, where the operator may change them.
_SETTINGS = {
    "max_connections": "100",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "idle_in_transaction_session_timeout": "5min",
    "min_wal_size": "32MB",
    "max_wal_size": "256MB",
    # One file for each day of the week, overwritten a week later.
    "log_directory": "log",
    "log_filename": "postgresql-%a.log",
    "log_rotation_age": "1d",
    "log_rotation_size": "0",
    "log_truncate_on_rotation": "on",
    "log_checkpoints": "off",
}


_DISPOSABLE = "stallage.disposable"
"""A file that marks a cluster without durability."""


def check_durability(folder: Folder, *, durable: bool) -> None:
    if folder.cluster.exists() and (folder.cluster / _DISPOSABLE).exists() == durable:
        kind = "disposable" if durable else "durable"
        raise EmbeddedUnavailable(
            f"The database in {folder.root} is a {kind} one. Use another STALLAGE_DATA_DIR."
        )


def check_version(folder: Folder, binaries: Binaries) -> None:
    try:
        data_version = (folder.cluster / "PG_VERSION").read_text().strip()
    except FileNotFoundError:
        raise EmbeddedUnavailable(
            f"{folder.cluster} is not a PostgreSQL database: its file PG_VERSION is missing. "
            "Restore the folder from a backup, or move it away to begin with an empty database."
        ) from None
    if data_version != str(binaries.major):
        raise EmbeddedUnavailable(
            f"The database in {folder.cluster} was created by PostgreSQL {data_version}, and this release "
            f"of Stallage brings PostgreSQL {binaries.major}. Run: stallage upgrade-database"
        )


def create_cluster(folder: Folder, binaries: Binaries, *, lock_fd: int, durable: bool) -> None:
    """Create a cluster with its database. It gets its final name only when it is complete."""
    _check_space(folder)
    if folder.draft.exists():
        shutil.rmtree(folder.draft)
    folder.draft.mkdir(mode=0o700)
    if folder.account.identity():
        os.chown(folder.draft, folder.account.uid, folder.account.gid)
    settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
    _run(
        folder,
        [
            *(str(binaries.initdb), f"--pgdata={INSIDE}", f"--username={ROLE}", "--auth=trust"),
            *("--encoding=UTF8", "--locale=C", "--locale-provider=builtin"),
            *("--builtin-locale=C.UTF-8", "--no-instructions"),
            *([] if durable else ["--no-sync"]),
            *settings,
        ],
        lock_fd,
    )
    _run(
        folder,
        [str(binaries.postgres), "--single", "-D", INSIDE, "-c", "exit_on_error=on", "template1"],
        lock_fd,
        statement=f"CREATE DATABASE {DATABASE};\n",
    )
    if not durable:
        (folder.draft / _DISPOSABLE).touch(mode=0o600)
    folder.draft.rename(folder.cluster)
    _sync(folder.root)


def delete_stale_files(folder: Folder) -> None:
    """Delete the files that a crashed server left, also on the machine the folder was copied from.

    The caller holds the server lock, so no server is running. PostgreSQL itself would refuse to start
    if any process happens to have the pid in a stale file.
    """
    for stale in (
        folder.cluster / "postmaster.pid",
        folder.cluster / f".s.PGSQL.{PORT}",
        folder.cluster / f".s.PGSQL.{PORT}.lock",
    ):
        if not stale.is_dir():  # A folder is not PostgreSQL's; it will report that itself.
            stale.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _check_space(folder: Folder) -> None:
    disk = os.statvfs(folder.root)
    free = disk.f_bavail * disk.f_frsize
    if free < _FREE_FOR_A_NEW_CLUSTER:
        raise EmbeddedUnavailable(
            f"The disk that holds {folder.root} is full: it has {free // 1024**2} MB left, and a "
            f"new database needs {_FREE_FOR_A_NEW_CLUSTER // 1024**2} MB. Free some space on it "
            "and start again."
        )


def _run(folder: Folder, command: list[str], lock_fd: int, statement: str = "") -> None:
    result = subprocess.run(
        command,
        cwd=folder.draft,
        env=ENVIRONMENT,
        input=statement,
        capture_output=True,
        text=True,
        errors="replace",
        umask=0o077,
        pass_fds=[lock_fd],
        start_new_session=True,
        check=False,
        **folder.account.identity(),
    )
    if result.returncode != 0:
        raise error_from_log(result.stdout + result.stderr, folder.root)
