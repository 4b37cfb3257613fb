"""Create a backup of a shop, whether it is open or not."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path

from stallage import __version__
from stallage.backup.errors import BackupError, from_os_error
from stallage.backup.formats.archive import (
    DATABASE,
    FORMAT,
    MEDIA,
    ORIGINAL,
    SECRET_KEY,
    SETTINGS,
    ArchiveWriter,
    BackupMetadata,
)
from stallage.backup.gateway_calls.snapshot import Snapshot, open_snapshot
from stallage.backup.operations.new_file import new_file
from stallage.backup.operations.progress import Progress
from stallage.backup.operations.streams import read_output
from stallage.backup.providers.programs import (
    Programs,
    check_version,
    locate_programs,
    run_program,
    server_from_dsn,
)
from stallage.core.storage import Storage, StorageUnavailable, create_storage
from stallage.settings import SETTINGS_FILE, Settings

REPLACED_SCHEMAS = "replaced\\_*"
"""Schemas with the old tables after a restore; see `restore_external`."""


@dataclass(frozen=True, slots=True)
class BackupResult:
    """A new backup and what it contains. Sizes are in bytes."""

    path: Path
    size: int
    database: int
    pictures: int
    missing: tuple[str, ...]
    """Storage names of pictures that are in the database but not in the storage."""


def fingerprint(settings: Settings) -> str:
    """Return an id of the shop that survives restores and does not reveal its secret key."""
    return fingerprint_of(settings.secret())


def fingerprint_of(key: bytes) -> str:
    """Return the fingerprint of a secret key."""
    return hashlib.sha256(b"stallage backup\0" + key).hexdigest()[:32]


def check_target(settings: Settings, path: Path) -> Path:
    """Return the resolved path. Raises BackupError if no backup can or should be written there."""
    target = path.resolve()
    if target.exists():
        raise BackupError(f"{path} already exists and was not changed.")
    if not target.parent.is_dir():
        raise BackupError(f"The folder {target.parent} does not exist.")
    if target.is_relative_to(settings.data_dir.resolve()):
        raise BackupError(
            f"{path} is in the data folder and would be lost with it. Choose another folder."
        )
    return target


def create_backup(
    settings: Settings, dsn: str, path: Path, progress: Progress, *, by_schedule: bool = False
) -> BackupResult:
    """Write a backup to a new file. Raises BackupError, and then leaves no file."""
    target = check_target(settings, path)
    programs = locate_programs(settings)
    schedule = fingerprint(settings) if by_schedule else ""
    try:
        with new_file(target) as file, open_snapshot(dsn) as snapshot:
            check_version(programs, snapshot.postgresql)
            archive = ArchiveWriter(file, _metadata(snapshot, schedule))
            with closing(_dump(programs, dsn, snapshot, progress)) as chunks:
                database_size = archive.add(DATABASE, chunks)
            for name, content in _secrets(settings):
                archive.add(name, [content])
            pictures, missing = _add_pictures(archive, _media(settings), snapshot, progress)
            archive.finish()
            size = file.tell()
    except StorageUnavailable as error:
        raise BackupError(f"The pictures cannot be read: {error}") from error
    except OSError as error:
        raise from_os_error(error, target) from error
    finally:
        progress.clear()
    return BackupResult(target, size, database_size, pictures, missing)


def _metadata(snapshot: Snapshot, schedule: str) -> BackupMetadata:
    return BackupMetadata(
        format=FORMAT,
        created_at=snapshot.taken_at.astimezone(UTC).isoformat(),
        program=__version__,
        revision=snapshot.revision,
        postgresql=snapshot.postgresql,
        schedule=schedule,
        plugins=snapshot.plugins or None,
    )


def _dump(
    programs: Programs, dsn: str, snapshot: Snapshot, progress: Progress
) -> Generator[bytes, None, None]:
    server = server_from_dsn(dsn)
    arguments = (
        *("--format=custom", "--no-owner", "--no-privileges", "--no-comments", "--no-password"),
        *(f"--snapshot={snapshot.name}", f"--exclude-schema={REPLACED_SCHEMAS}"),
        f"--dbname={server.address}",
    )
    with run_program(programs, "pg_dump", *arguments, environment=server.environment) as dump:
        yield from read_output(dump, "Database", progress)


def _secrets(settings: Settings) -> Iterator[tuple[str, bytes]]:
    """Yield the secret key in use, wherever it is configured, and the settings file if it exists."""
    yield SECRET_KEY, settings.secret()
    file = settings.data_dir / SETTINGS_FILE
    if file.exists():
        yield SETTINGS, file.read_bytes()


def _media(settings: Settings) -> Storage:
    return create_storage(
        settings.storage_url,
        settings.storage_access_key,
        settings.storage_secret_key,
        settings.data_dir / "media",
    )


def _add_pictures(
    archive: ArchiveWriter, storage: Storage, snapshot: Snapshot, progress: Progress
) -> tuple[int, tuple[str, ...]]:
    """Add the originals; return their number and the names of missing ones.

    No file changes or is deleted during a backup, so every picture of the snapshot still has its file.
    """
    missing = set(snapshot.pictures)
    count = 0
    for stored in storage.list_files(""):
        content = storage.read(stored.name) if ORIGINAL.fullmatch(stored.name) else None
        if content is not None:
            archive.add(f"{MEDIA}{stored.name}", [content])
            missing.discard(stored.name)
            count += 1
            progress.show("Pictures", count, "files")
    return count, tuple(sorted(missing))
