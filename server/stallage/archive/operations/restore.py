"""Import an archive into an empty shop."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

import asyncpg

from stallage.archive.errors import ArchiveRefused
from stallage.archive.formats.container import About, read_parts
from stallage.archive.formats.secrets import Secrets, WrongPassphrase, unseal
from stallage.archive.operations.export import Report, storage_of
from stallage.archive.operations.key_and_settings import TakeOver, has_key, plan_take_over
from stallage.archive.operations.load import NOT_EMPTY, load_rows
from stallage.archive.operations.verify import ArchiveSummary, verify_archive
from stallage.archive.queries import structure as queries
from stallage.archive.rules.settings import invalid_settings
from stallage.backup.errors import from_os_error
from stallage.backup.formats.archive import MEDIA
from stallage.backup.operations.restore_external import move_sql
from stallage.backup.queries import database_in_use, has_other_tables, has_shop
from stallage.core.db_limits import UNLIMITED
from stallage.core.media import KINDS
from stallage.core.storage import Storage, StorageUnavailable
from stallage.migrations import (
    CORE,
    create_schema,
    head,
    migrate,
    plugin_chains,
    plugin_revisions,
    revision_of,
)
from stallage.settings import Settings

T = TypeVar("T")
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What was imported."""

    archive: ArchiveSummary
    has_key: bool
    """Whether the shop can read the secrets in the archive's tables."""
    overridden: tuple[str, ...]
    """Settings of the archive that this machine sets to something else."""


def import_archive(
    settings: Settings, dsn: str, path: Path, report: Report, passphrase: str = ""
) -> ImportResult:
    """Verify an archive and import it. Raises BackupError, and then leaves an empty shop.

    An archive of an earlier release is loaded into the schema of that release, which is then upgraded.
    """
    archive = verify_archive(path, report)
    _require_revisions(archive.about)
    opened = _open_secrets(archive, passphrase)
    wrong = invalid_settings({**archive.settings, **(opened.settings if opened else {})})
    if wrong:
        raise ArchiveRefused(f"The archive has settings that are not valid: {', '.join(wrong)}")
    take_over = plan_take_over(settings, archive.settings, opened)
    try:
        _prepare_schema(dsn, archive.about)
        _write_media(path, storage_of(settings), report)
        try:
            _run(dsn, lambda connection: _load(connection, path, archive, report, take_over))
        except BaseException:
            take_over.undo()
            raise
        migrate(dsn)
    except StorageUnavailable as error:
        raise ArchiveRefused(f"The pictures cannot be written: {error}") from error
    except OSError as error:
        raise from_os_error(error, settings.data_dir) from error
    current = Settings(data_dir=settings.data_dir, database_url=settings.database_url)
    return ImportResult(archive, has_key(current, archive.about.key), take_over.overridden)


async def _load(
    connection: Connection,
    path: Path,
    archive: ArchiveSummary,
    report: Report,
    take_over: TakeOver,
) -> None:
    await load_rows(connection, path, archive.manifest, report, take_over.write)


def _require_revisions(about: About) -> None:
    """Raise ArchiveRefused if this release cannot create the archive's schema."""
    known = {"": CORE, **{chain.feature: chain for chain in plugin_chains()}}
    for feature, revision in revisions_of(about).items():
        if feature not in known:
            raise ArchiveRefused(
                f"The archive has tables of the plug-in {feature}. Install it first."
            )
        if revision not in known[feature].revisions:
            what = f"the plug-in {feature}" if feature else f"Stallage ({about.program})"
            raise ArchiveRefused(
                f"The archive was made by another release of {what}: its schema is {revision}, and "
                f"this release has {known[feature].head}. Install a newer release first."
            )


def revisions_of(about: About) -> dict[str, str]:
    """Return the revision by feature, with an empty name for Stallage's own."""
    return {"": about.revision, **about.plugins}


def _open_secrets(archive: ArchiveSummary, passphrase: str) -> Secrets | None:
    if not passphrase:
        return None
    if archive.secrets is None:
        raise ArchiveRefused("The archive has no secrets: it was made without a passphrase.")
    try:
        return unseal(passphrase, archive.secrets)
    except WrongPassphrase as error:
        raise ArchiveRefused("The passphrase is wrong.") from error


def _prepare_schema(dsn: str, about: About) -> None:
    """Bring an empty database to the archive's schema. Raises ArchiveRefused if it is not empty.

    A crash in between leaves an empty database or an empty shop.
    """
    if not _run(dsn, lambda connection: _clear_for(connection, about)):
        create_schema(dsn, revisions_of(about))


async def _clear_for(connection: Connection, about: About) -> bool:
    """Whether the database has the archive's schema already; otherwise it is empty afterwards."""
    if await has_other_tables(connection):
        raise ArchiveRefused(
            "The database holds tables of another program. Set STALLAGE_DATABASE_URL to an empty "
            "database."
        )
    if not await has_shop(connection):
        return False
    if await database_in_use(connection):
        raise ArchiveRefused("The shop is running. Stop it first.")
    revision = await revision_of(connection)
    if revision != head():
        raise ArchiveRefused(
            f"The schema of the database is {revision}, not {head()}. Run: stallage migrate"
        )
    if await queries.is_filled(connection):
        raise ArchiveRefused(NOT_EMPTY)
    plugins = await plugin_revisions(connection)
    if {"": revision, **plugins} == revisions_of(about):
        return True
    name = f"cleared_{secrets.token_hex(4)}"
    async with connection.transaction():
        await connection.execute(move_sql("public", name))
        await connection.execute(f"DROP SCHEMA {name} CASCADE")
    return False


def _write_media(path: Path, storage: Storage, report: Report) -> None:
    """Write the media that the storage does not have. Their names depend on their content."""
    count = 0
    with path.open("rb") as file:
        for part in read_parts(file):
            if part.name.startswith(MEDIA):
                name = part.name.removeprefix(MEDIA)
                content = b"".join(part.chunks())
                if storage.read(name) != content:
                    storage.write(name, content, KINDS[name.rpartition(".")[2]])
                count += 1
                report("Media", count, 0)


def _run(dsn: str, work: Callable[[Connection], Awaitable[T]]) -> T:
    async def connect_and_run() -> T:
        connection = await asyncpg.connect(
            dsn, server_settings={**UNLIMITED, "application_name": "stallage-archive"}
        )
        try:
            return await work(connection)
        finally:
            connection.terminate()

    return asyncio.run(connect_and_run())
