"""Moves the embedded database to the major version of PostgreSQL that this release brings.

The old version's `postgres` serves the old data while today's pg_dump reads it into a new cluster.
The old cluster is only read, and set aside at the end.
"""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from pathlib import Path

from stallage.backup import swap
from stallage.backup.errors import BackupError, from_os_error
from stallage.backup.exclusive import alone
from stallage.backup.load import load
from stallage.backup.programs import Programs, programs_for, running, server_at
from stallage.backup.progress import Progress
from stallage.backup.restore_embedded import build_database, clear_leftovers
from stallage.backup.streams import chunks_of
from stallage.core.embedded.earlier import find_programs, serve_earlier, version_of_data
from stallage.core.embedded.orphans import stop_orphan
from stallage.settings import Settings


def upgrade_database(settings: Settings, programs_of_old: Path | None, progress: Progress) -> str:
    """Upgrade and say what was done. Raises BackupError; then the old database is as it was."""
    if settings.database_url:
        raise BackupError("The database is not the embedded one: upgrade its server as usual.")
    programs = programs_for(settings)
    made_by = version_of_data(settings.data_dir / "postgres")
    if made_by is None:
        raise BackupError(f"There is no database in {settings.data_dir}.")
    if made_by == programs.major:
        return f"The database is of PostgreSQL {made_by} already."
    if made_by > programs.major:
        raise BackupError(
            f"The database was made by PostgreSQL {made_by}, which is newer than "
            f"{programs.major}. Install the release of Stallage that made it."
        )
    found = programs_of_old or find_programs(made_by)
    if found is None:
        raise BackupError(_how_to_go_on(made_by))
    try:
        old = _upgrade(settings.data_dir, found, programs, progress)
    except OSError as error:
        raise from_os_error(error, settings.data_dir) from error
    finally:
        progress.clear()
    return (
        f"The database is now of PostgreSQL {programs.major}. The one of {made_by} was set aside: "
        f"delete {old} when all is well."
    )


def _how_to_go_on(major: int) -> str:
    return (
        f"The programs of PostgreSQL {major} are needed once, and were not found. Either install "
        f"them (Debian: apt install postgresql-{major}) and run: stallage upgrade-database "
        f"--from-bin FOLDER. Or go back to the release of Stallage that made the database, run: "
        "stallage backup FILE, return to this release, and run: stallage restore FILE --replace"
    )


def _upgrade(data_dir: Path, found: Path, programs: Programs, progress: Progress) -> Path | None:
    name = f"replaced_{datetime.now(UTC):%Y%m%dt%H%M%S%f}"
    with alone(data_dir, but_server=True):
        stop_orphan(data_dir / "postgres")
        clear_leftovers(data_dir)
        try:
            with serve_earlier(data_dir / "postgres", found) as dsn:
                build_database(data_dir, lambda new: _copy(programs, dsn, new, progress))
            swap.decide(data_dir, name)
        except BaseException:
            if not swap.is_decided(data_dir):
                with contextlib.suppress(OSError):
                    clear_leftovers(data_dir)
            raise
        return swap.carry_out(data_dir)


def _copy(programs: Programs, source: str, target: str, progress: Progress) -> None:
    old = server_at(source)
    arguments = (
        *("--format=custom", "--compress=none", "--no-owner", "--no-privileges", "--no-comments"),
        f"--dbname={old.address}",
    )
    with running(programs, "pg_dump", *arguments, environment=old.environment) as dump:
        load(programs, server_at(target), chunks_of(dump, "Database", progress))
