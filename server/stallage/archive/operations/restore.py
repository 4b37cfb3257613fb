"""Import an archive into an empty shop."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import asyncpg

from stallage.archive.errors import ArchiveRefused
from stallage.archive.formats.container import About, read_parts
from stallage.archive.formats.secrets import SealedSecrets, Secrets, WrongPassphrase, unseal
from stallage.archive.operations.export import Report, storage_of
from stallage.archive.operations.key_and_settings import has_key, plan_take_over
from stallage.archive.operations.load import NOT_EMPTY, load_rows
from stallage.archive.operations.settle import mark_of, mark_sql, run_on, set_aside, settle
from stallage.archive.operations.verify import ArchiveSummary, verify_archive
from stallage.archive.queries import structure as queries
from stallage.archive.rules.settings import invalid_settings
from stallage.backup.errors import from_os_error
from stallage.backup.formats.archive import MEDIA
from stallage.backup.queries import database_in_use, has_other_tables, has_shop
from stallage.core.media import KINDS
from stallage.core.storage import Storage, StorageUnavailable
from stallage.migrations import (
    CORE,
    create_schema,
    head,
    plugin_chains,
    plugin_revisions,
    revision_of,
)
from stallage.settings import Settings

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Complete = Callable[[Connection], Awaitable[None]]
"""Adds rows that are not in the archive, before the commit."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What was imported."""

    archive: ArchiveSummary
    has_key: bool
    """Whether the shop can read the secrets in the archive's tables."""
    overridden: tuple[str, ...]
    """Settings of the archive that this machine sets to something else."""


async def _add_nothing(_connection: Connection) -> None:
    """Add no rows."""


def import_archive(
    settings: Settings, dsn: str, path: Path, report: Report, passphrase: str = ""
) -> ImportResult:
    """Verify an archive and import it. Raises BackupError, and then leaves an empty shop.

    An archive of an earlier release is loaded into the schema of that release, which is then upgraded.
    """
    archive = verify_archive(path, report)
    opened = open_secrets(archive.secrets, passphrase)
    return load_archive(settings, dsn, path, report, archive, opened=opened)


def load_archive(
    settings: Settings,
    dsn: str,
    path: Path,
    report: Report,
    archive: ArchiveSummary,
    *,
    opened: Secrets | None,
    import_id: str = "",
    complete: Complete = _add_nothing,
) -> ImportResult:
    """Import a verified archive, as above. `settle` ends an import that was interrupted, by its id."""
    require_importable(archive)
    _require_settings(opened.settings if opened else {})
    take_over = plan_take_over(settings, archive.settings, opened)
    import_id = import_id or secrets.token_hex(8)

    async def add_and_mark(connection: Connection) -> None:
        take_over.write(mark_of(import_id))
        await complete(connection)
        await connection.execute(mark_sql(import_id))

    failure: BaseException | None = None
    try:
        _prepare_schema(dsn, archive.about, import_id)
        _write_media(path, storage_of(settings), report)
        run_on(dsn, lambda one: load_rows(one, path, archive.manifest, report, add_and_mark))
    except StorageUnavailable as error:
        failure = ArchiveRefused(f"The pictures cannot be written: {error}")
    except OSError as error:
        failure = from_os_error(error, settings.data_dir)
    except BaseException as error:
        failure = error
    # A connection that was lost during the commit leaves open whether there was one.
    if not settle(settings.data_dir, dsn, import_id):
        raise failure or ArchiveRefused("The archive's schema cannot be upgraded.") from failure
    current = Settings(data_dir=settings.data_dir, database_url=settings.database_url)
    return ImportResult(archive, has_key(current, archive.about.key), take_over.overridden)


def require_importable(archive: ArchiveSummary) -> None:
    """Raise ArchiveRefused if this release cannot read the archive's tables or settings."""
    known = {"": CORE, **{chain.feature: chain for chain in plugin_chains()}}
    for feature, revision in revisions_of(archive.about).items():
        if feature not in known:
            raise ArchiveRefused(
                f"The archive has tables of the plug-in {feature}. Install it first."
            )
        if revision not in known[feature].revisions:
            what = f"the plug-in {feature}" if feature else f"Stallage ({archive.about.program})"
            raise ArchiveRefused(
                f"The archive was made by another release of {what}: its schema is {revision}, and "
                f"this release has {known[feature].head}. Install a newer release first."
            )
    _require_settings(archive.settings)


def _require_settings(values: dict[str, str]) -> None:
    wrong = invalid_settings(values)
    if wrong:
        raise ArchiveRefused(f"The archive has settings that are not valid: {', '.join(wrong)}")


def revisions_of(about: About) -> dict[str, str]:
    """Return the revision by feature, with an empty name for Stallage's own."""
    return {"": about.revision, **about.plugins}


def open_secrets(sealed: SealedSecrets | None, passphrase: str) -> Secrets | None:
    """Decrypt the secrets of an archive; None without a passphrase. Raises ArchiveRefused."""
    if not passphrase:
        return None
    if sealed is None:
        raise ArchiveRefused("The archive has no secrets: it was made without a passphrase.")
    try:
        return unseal(passphrase, sealed)
    except WrongPassphrase as error:
        raise ArchiveRefused("The passphrase is wrong.") from error


def _prepare_schema(dsn: str, about: About, import_id: str) -> None:
    """Bring an empty database to the archive's schema. Raises ArchiveRefused if it is not empty."""
    if not run_on(dsn, lambda connection: _clear_for(connection, about, import_id)):
        create_schema(dsn, revisions_of(about))


async def _clear_for(connection: Connection, about: About, import_id: str) -> bool:
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
    await set_aside(connection, import_id)
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
