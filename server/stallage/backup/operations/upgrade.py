"""Upgrade the embedded database to the major version of PostgreSQL of this release.

The old version's `postgres` serves the old data while the new pg_dump copies it to a new cluster.
The old cluster is only read, and renamed at the end.
"""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from pathlib import Path

from stallage.backup.errors import BackupError, from_os_error
from stallage.backup.operations import swap
from stallage.backup.operations.exclusive_use import exclusive_use
from stallage.backup.operations.load_dump import load_dump
from stallage.backup.operations.progress import Progress
from stallage.backup.operations.restore_embedded import build_database, clear_leftovers
from stallage.backup.operations.streams import read_output
from stallage.backup.providers.programs import (
    Programs,
    locate_programs,
    run_program,
    server_from_dsn,
)
from stallage.core.embedded.earlier import find_programs, serve_earlier, version_of_data
from stallage.core.embedded.orphans import stop_orphan
from stallage.settings import Settings


def upgrade_database(settings: Settings, old_bin: Path | None, progress: Progress) -> str:
    """Upgrade and return a message about the result.

    `old_bin` is the `bin` folder of the old version; None searches the usual places. Raises
    BackupError, and then leaves the old database unchanged.
    """
    if settings.database_url:
        raise BackupError("The database is not the embedded one. Upgrade its server instead.")
    programs = locate_programs(settings)
    version = version_of_data(settings.data_dir / "postgres")
    if version is None:
        raise BackupError(f"There is no database in {settings.data_dir}.")
    if version == programs.major:
        return f"The database already has the format of PostgreSQL {version}."
    if version > programs.major:
        raise BackupError(
            f"The database was created by PostgreSQL {version}, which is newer than "
            f"{programs.major}. Install the release of Stallage that created it."
        )
    old_bin = old_bin or find_programs(version)
    if old_bin is None:
        raise BackupError(_programs_missing(version))
    try:
        old = _upgrade(settings.data_dir, old_bin, programs, progress)
    except OSError as error:
        raise from_os_error(error, settings.data_dir) from error
    finally:
        progress.clear()
    return (
        f"The database was upgraded to PostgreSQL {programs.major}. The old database of version "
        f"{version} is in {old}: delete it when the shop works."
    )


def _programs_missing(major: int) -> str:
    return (
        f"The upgrade needs the programs of PostgreSQL {major}, which were not found. Either "
        f"install them (Debian: apt install postgresql-{major}) and run: stallage upgrade-database "
        f"--from-bin FOLDER. Or go back to the release of Stallage that created the database, run: "
        "stallage backup FILE, return to this release, and run: stallage restore FILE --replace"
    )


def _upgrade(data_dir: Path, old_bin: Path, programs: Programs, progress: Progress) -> Path | None:
    name = f"replaced_{datetime.now(UTC):%Y%m%dt%H%M%S%f}"
    with exclusive_use(data_dir, but_server=True):
        stop_orphan(data_dir / "postgres")
        clear_leftovers(data_dir)
        try:
            with serve_earlier(data_dir / "postgres", old_bin) as dsn:
                build_database(data_dir, lambda new: _copy(programs, dsn, new, progress))
            swap.commit(data_dir, name)
        except BaseException:
            if not swap.is_committed(data_dir):
                with contextlib.suppress(OSError):
                    clear_leftovers(data_dir)
            raise
        return swap.complete(data_dir)


def _copy(programs: Programs, source: str, target: str, progress: Progress) -> None:
    old = server_from_dsn(source)
    arguments = (
        *("--format=custom", "--compress=none", "--no-owner", "--no-privileges", "--no-comments"),
        f"--dbname={old.address}",
    )
    with run_program(programs, "pg_dump", *arguments, environment=old.environment) as dump:
        load_dump(programs, server_from_dsn(target), read_output(dump, "Database", progress))
