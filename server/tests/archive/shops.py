"""Archives of shops, and the shops that they are imported into."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from stallage.archive.operations.export import ArchiveResult, write_archive
from stallage.archive.operations.restore import ImportResult, import_archive
from stallage.archive.rules.tables import is_archived
from stallage.settings import Settings
from tests.backup.comparing import rows_of
from tests.conftest import run_on, with_database

PASSPHRASE = "correct horse battery"


def silent(_step: str, _done: int, _total: int) -> None:
    """Report nothing."""


@asynccontextmanager
async def empty_database(
    cluster: str, folder: Path, template: str = "template0"
) -> AsyncIterator[Settings]:
    """Another data folder and an empty database, or a copy of a template."""
    name = f"test_{secrets.token_hex(6)}"
    await run_on(cluster, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    yield Settings(data_dir=folder, database_url=with_database(cluster, name))
    await run_on(cluster, f"DROP DATABASE {name} WITH (FORCE)")


async def export(settings: Settings, path: Path, passphrase: str = "") -> ArchiveResult:
    """Write an archive."""
    return await asyncio.to_thread(
        write_archive, settings, settings.database_url, path, silent, passphrase
    )


async def load(settings: Settings, path: Path, passphrase: str = "") -> ImportResult:
    """Import an archive."""
    return await asyncio.to_thread(
        import_archive, settings, settings.database_url, path, silent, passphrase
    )


async def archived_rows(dsn: str) -> dict[str, list[str]]:
    """Every row of every table that an archive contains, as text, without waiting jobs."""
    return {table: rows for table, rows in (await rows_of(dsn)).items() if is_archived(table)}
