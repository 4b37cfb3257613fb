"""Restores into the embedded database: a new cluster beside the old one, then the exchange."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

import asyncpg

from stallage.backup import swap
from stallage.backup.after_restore import script
from stallage.backup.archive import About
from stallage.backup.dump_part import dump_of
from stallage.backup.errors import BackupError
from stallage.backup.exclusive import alone, is_used
from stallage.backup.holdings import has_data
from stallage.backup.load import load
from stallage.backup.programs import Programs, server_at
from stallage.backup.secrets_of_backup import prepare_secrets
from stallage.core.embedded import EmbeddedUnavailable, start_embedded
from stallage.core.embedded.orphans import stop_orphan
from stallage.migrations import migrate
from stallage.settings import Settings


def restore_embedded(
    settings: Settings,
    path: Path,
    programs: Programs,
    about: About,  # noqa: ARG001 - the embedded server is always as new as the programs
    name: str,
    *,
    replace: bool,
    pictures: Callable[[], None],
) -> str:
    """Restore and return where the old database was set aside. Raises BackupError."""
    data_dir = settings.data_dir
    if is_used(data_dir):
        raise BackupError(f"The shop is running on {data_dir}. Stop it first.")
    if not replace and _holds_shop(data_dir):
        raise BackupError(
            f"There is a shop in {data_dir}. Add --replace to put the backup in its place; the old "
            "database is set aside, not deleted."
        )
    with alone(data_dir):
        clear_leftovers(data_dir)
        try:
            build_database(data_dir, lambda dsn: _fill(programs, dsn, path))
            pictures()
            prepare_secrets(path, settings, swap.prepared_folder(data_dir))
            swap.decide(data_dir, name)
        except BaseException:
            if not swap.is_decided(data_dir):
                # A server that was only starting runs on by itself.
                with contextlib.suppress(OSError):
                    clear_leftovers(data_dir)
            raise
        old = swap.carry_out(data_dir)
    return str(old or "")


def clear_leftovers(data_dir: Path) -> None:
    """Remove what a killed restore or upgrade left, its server included."""
    stop_orphan(swap.prepared_database(data_dir))
    swap.discard(data_dir)


def build_database(data_dir: Path, fill: Callable[[str], None]) -> None:
    """Make a new cluster beside the old one and fill it; it is stopped and on disk afterwards."""
    server = start_embedded(swap.prepared_database(data_dir))
    try:
        fill(server.dsn())
        migrate(server.dsn())
    finally:
        server.stop()


def _fill(programs: Programs, dsn: str, path: Path) -> None:
    load(programs, server_at(dsn), dump_of(path), after=script())


def _holds_shop(data_dir: Path) -> bool:
    """Whether there is anything to lose; a database that cannot be asked counts as a shop."""
    if not (data_dir / "postgres/cluster").exists():
        return False
    try:
        server = start_embedded(data_dir / "postgres")
    except EmbeddedUnavailable:
        return True
    try:
        return asyncio.run(_asked(server.dsn()))
    finally:
        server.stop()


async def _asked(dsn: str) -> bool:
    connection = await asyncpg.connect(dsn)
    try:
        return await has_data(connection)
    finally:
        await connection.close()
