"""Verify a backup without restoring it."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from stallage.backup.errors import BackupDamaged, BackupError, from_os_error
from stallage.backup.formats.archive import (
    DATABASE,
    MEDIA,
    METADATA,
    SECRET_KEY,
    BackupMetadata,
    read_metadata,
    read_parts,
)
from stallage.backup.formats.sealed_tar import Part
from stallage.backup.operations.progress import Progress
from stallage.backup.providers.programs import Programs, run_program
from stallage.core.embedded.binaries import ENVIRONMENT


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """What an intact backup contains. Sizes are in bytes."""

    metadata: BackupMetadata
    size: int
    database: int
    pictures: int


def verify_backup(path: Path, programs: Programs, progress: Progress) -> BackupSummary:
    """Check every checksum of a backup, and that pg_restore can list its dump.

    Raises BackupDamaged if any byte was changed, BackupError if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            metadata = read_metadata(file)
            file.seek(0)
            sizes: dict[str, int] = {}
            pictures = done = 0
            for part in read_parts(file):
                if part.name.startswith(MEDIA):
                    pictures += 1
                elif part.name in sizes:
                    raise BackupDamaged(f"The backup is damaged: it has {part.name} twice.")
                else:
                    sizes[part.name] = part.size
                if part.name == DATABASE:
                    _check_dump(part, programs)
                done += part.size
                progress.show("Checked", done // 1024 // 1024, "MB")
    except OSError as error:
        raise from_os_error(error, path) from error
    finally:
        progress.clear()
    for name in (METADATA, DATABASE, SECRET_KEY):
        if name not in sizes:
            raise BackupDamaged(f"The backup is incomplete: it has no {name}.")
    return BackupSummary(metadata, path.stat().st_size, sizes[DATABASE], pictures)


def _check_dump(part: Part, programs: Programs) -> None:
    with run_program(
        programs,
        *("pg_restore", "--list"),
        environment=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as listing:
        try:
            for chunk in part.chunks():
                listing.stdin.write(chunk)
            listing.stdin.close()
        except BrokenPipeError:
            pass  # pg_restore reads the list at the beginning and stops.
        try:
            listing.check()
        except BackupError as error:
            raise BackupDamaged(f"The dump of the database cannot be read: {error}") from error
