"""Makes a backup of a shop, open or closed."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path

from stallage import __version__
from stallage.backup.archive import (
    DATABASE,
    FORMAT,
    MEDIA,
    ORIGINAL,
    SECRET_KEY,
    SETTINGS,
    About,
    ArchiveWriter,
)
from stallage.backup.draft import new_file
from stallage.backup.errors import BackupError, from_os_error
from stallage.backup.gateway_calls.snapshot import Snapshot, snapshot
from stallage.backup.programs import Programs, check_version, programs_for, running, server_at
from stallage.backup.progress import Progress
from stallage.backup.streams import chunks_of
from stallage.core.storage import Storage, StorageUnavailable, create_storage
from stallage.settings import SETTINGS_FILE, Settings

REPLACED_SCHEMAS = "replaced\\_*"
"""Schemas that a restore has set aside; see `restore_external`."""


@dataclass(frozen=True, slots=True)
class Made:
    """What a new backup holds."""

    path: Path
    size: int
    database: int
    pictures: int
    missing: tuple[str, ...]
    """Pictures that the database names and the storage does not have."""


def fingerprint(settings: Settings) -> str:
    """A name of the shop that stays over restores and does not give its secret away."""
    return hashlib.sha256(b"stallage backup\0" + settings.secret()).hexdigest()[:32]


def check_target(settings: Settings, path: Path) -> Path:
    """The file's real place. Raises BackupError where no backup should or can be written."""
    target = path.resolve()
    if target.exists():
        raise BackupError(f"{path} exists already and is left as it is.")
    if not target.parent.is_dir():
        raise BackupError(f"The folder {target.parent} does not exist.")
    if target.is_relative_to(settings.data_dir.resolve()):
        raise BackupError(
            f"{path} lies in the data folder, and would be lost with it. Choose another place."
        )
    return target


def create_backup(
    settings: Settings, dsn: str, path: Path, progress: Progress, *, by_schedule: bool = False
) -> Made:
    """Write a backup to a new file. Raises BackupError; then nothing is left of it."""
    target = check_target(settings, path)
    programs = programs_for(settings)
    schedule = fingerprint(settings) if by_schedule else ""
    try:
        with new_file(target) as file, snapshot(dsn) as moment:
            check_version(programs, moment.postgresql)
            made = ArchiveWriter(file, _about(moment, schedule))
            with closing(_dump(programs, dsn, moment, progress)) as chunks:
                size = made.add(DATABASE, chunks)
            for name, content in _secrets(settings):
                made.add(name, [content])
            pictures, missing = _add_pictures(made, _media(settings), moment, progress)
            made.finish()
            written = file.tell()
    except StorageUnavailable as error:
        raise BackupError(f"The pictures cannot be read: {error}") from error
    except OSError as error:
        raise from_os_error(error, target) from error
    finally:
        progress.clear()
    return Made(target, written, size, pictures, missing)


def _about(moment: Snapshot, schedule: str) -> About:
    return About(
        format=FORMAT,
        created_at=moment.taken_at.astimezone(UTC).isoformat(),
        program=__version__,
        revision=moment.revision,
        postgresql=moment.postgresql,
        schedule=schedule,
        plugins=moment.plugins or None,
    )


def _dump(
    programs: Programs, dsn: str, moment: Snapshot, progress: Progress
) -> Generator[bytes, None, None]:
    server = server_at(dsn)
    arguments = (
        *("--format=custom", "--no-owner", "--no-privileges", "--no-comments", "--no-password"),
        *(f"--snapshot={moment.name}", f"--exclude-schema={REPLACED_SCHEMAS}"),
        f"--dbname={server.address}",
    )
    with running(programs, "pg_dump", *arguments, environment=server.environment) as dump:
        yield from chunks_of(dump, "Database", progress)


def _secrets(settings: Settings) -> Iterator[tuple[str, bytes]]:
    """What a shop cannot live without: the key in use, wherever it is configured, and the file."""
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
    made: ArchiveWriter, storage: Storage, moment: Snapshot, progress: Progress
) -> tuple[int, tuple[str, ...]]:
    """Add the originals. Files never change, so those that the snapshot names are still there."""
    missing = set(moment.pictures)
    count = 0
    for stored in storage.list_files(""):
        content = storage.read(stored.name) if ORIGINAL.fullmatch(stored.name) else None
        if content is not None:
            made.add(f"{MEDIA}{stored.name}", [content])
            missing.discard(stored.name)
            count += 1
            progress.show("Pictures", count, "files")
    return count, tuple(sorted(missing))
