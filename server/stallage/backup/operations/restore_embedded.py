"""Restore into the embedded database: build a new cluster beside the old one, then swap them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

import asyncpg

from stallage.backup.errors import BackupError
from stallage.backup.formats.archive import BackupMetadata
from stallage.backup.formats.dump import read_dump
from stallage.backup.operations import swap
from stallage.backup.operations.after_restore import after_restore_sql
from stallage.backup.operations.exclusive_use import data_folder_in_use, exclusive_use
from stallage.backup.operations.load_dump import load_dump
from stallage.backup.operations.restore_secrets import prepare_secrets
from stallage.backup.providers.programs import Programs, server_from_dsn
from stallage.backup.queries import has_data
from stallage.core.embedded import EmbeddedUnavailable, start_embedded
from stallage.core.embedded.orphans import stop_orphan
from stallage.migrations import migrate
from stallage.settings import Settings


def restore_embedded(
    settings: Settings,
    path: Path,
    programs: Programs,
    metadata: BackupMetadata,  # noqa: ARG001 - the embedded server is as new as the programs
    name: str,
    *,
    replace: bool,
    pictures: Callable[[], None],
) -> str:
    """Restore; return the path of the old database, empty if there was none. Raises BackupError.

    `name` is the new name of the old database; `pictures` restores the pictures.
    """
    data_dir = settings.data_dir
    if data_folder_in_use(data_dir):
        raise BackupError(f"The shop is running on {data_dir}. Stop it first.")
    if not replace and _holds_shop(data_dir):
        raise BackupError(
            f"There is a shop in {data_dir}. Add --replace to replace it with the backup; the old "
            "database is renamed, not deleted."
        )
    with exclusive_use(data_dir):
        clear_leftovers(data_dir)
        try:
            build_database(data_dir, lambda dsn: _fill(programs, dsn, path))
            pictures()
            prepare_secrets(path, settings, swap.prepared_folder(data_dir))
            swap.commit(data_dir, name)
        except BaseException:
            if not swap.is_committed(data_dir):
                # A server that was still starting keeps running.
                with contextlib.suppress(OSError):
                    clear_leftovers(data_dir)
            raise
        old = swap.complete(data_dir)
    return str(old or "")


def clear_leftovers(data_dir: Path) -> None:
    """Remove what a killed restore or upgrade left, including its server."""
    stop_orphan(swap.prepared_database(data_dir))
    swap.discard(data_dir)


def build_database(data_dir: Path, fill: Callable[[str], None]) -> None:
    """Create and fill a new cluster beside the old one. Afterwards it is stopped and on disk."""
    server = start_embedded(swap.prepared_database(data_dir))
    try:
        fill(server.dsn())
        migrate(server.dsn())
    finally:
        server.stop()


def _fill(programs: Programs, dsn: str, path: Path) -> None:
    load_dump(programs, server_from_dsn(dsn), read_dump(path), after=after_restore_sql())


def _holds_shop(data_dir: Path) -> bool:
    """Whether there is a shop to lose. A database that does not start counts as one."""
    if not (data_dir / "postgres/cluster").exists():
        return False
    try:
        server = start_embedded(data_dir / "postgres")
    except EmbeddedUnavailable:
        return True
    try:
        return asyncio.run(_has_data(server.dsn()))
    finally:
        server.stop()


async def _has_data(dsn: str) -> bool:
    connection = await asyncpg.connect(dsn)
    try:
        return await has_data(connection)
    finally:
        await connection.close()
