"""Checks a backup without restoring it."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from stallage.backup.archive import (
    ABOUT,
    DATABASE,
    MEDIA,
    SECRET_KEY,
    About,
    Part,
    read_about,
    read_parts,
)
from stallage.backup.errors import BackupDamaged, BackupError, from_os_error
from stallage.backup.programs import Programs, running
from stallage.backup.progress import Progress
from stallage.core.embedded.binaries import ENVIRONMENT


@dataclass(frozen=True, slots=True)
class Verified:
    """What a sound backup holds."""

    about: About
    size: int
    database: int
    pictures: int


def verify_backup(path: Path, programs: Programs, progress: Progress) -> Verified:
    """Read all of a backup: every checksum, and its dump's list of contents by pg_restore.

    Raises BackupDamaged where anything is not as it was written, BackupError where it cannot be read.
    """
    try:
        with path.open("rb") as file:
            about = read_about(file)
            file.seek(0)
            sizes: dict[str, int] = {}
            pictures = done = 0
            for part in read_parts(file):
                if part.name.startswith(MEDIA):
                    pictures += 1
                elif part.name in sizes:
                    raise BackupDamaged(f"The backup is damaged: {part.name} is there twice.")
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
    for name in (ABOUT, DATABASE, SECRET_KEY):
        if name not in sizes:
            raise BackupDamaged(f"The backup is incomplete: it has no {name}.")
    return Verified(about, path.stat().st_size, sizes[DATABASE], pictures)


def _check_dump(part: Part, programs: Programs) -> None:
    with running(
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
            pass  # It has read the list, which is at the beginning, and wants no more.
        try:
            listing.check()
        except BackupError as error:
            raise BackupDamaged(f"The dump of the database cannot be read: {error}") from error
