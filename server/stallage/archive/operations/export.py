"""Write the archive of a shop, whether it is open or not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path

import asyncpg
import orjson

from stallage import __version__
from stallage.archive.errors import ArchiveRefused
from stallage.archive.formats.container import (
    ABOUT,
    ENDING,
    FORMAT,
    MANIFEST,
    MAX_LINE,
    SECRETS,
    SETTINGS,
    TABLES,
    About,
    Manifest,
    TableEntry,
    to_json,
)
from stallage.archive.formats.secrets import SealedSecrets, Secrets, seal
from stallage.archive.queries import structure as queries
from stallage.archive.queries.structure import Column
from stallage.archive.rules.files import secrets_of
from stallage.archive.rules.settings import is_secret_setting, own_settings
from stallage.backup.errors import from_os_error
from stallage.backup.formats.archive import MEDIA, ORIGINAL
from stallage.backup.formats.sealed_tar import PartWriter, SealedTarWriter
from stallage.backup.gateway_calls.snapshot import NAMED_PICTURES
from stallage.backup.operations.create import check_target, fingerprint
from stallage.backup.operations.new_file import new_file
from stallage.core.db import Connection
from stallage.core.db_limits import UNLIMITED
from stallage.core.media_deletion import block_deletion
from stallage.core.storage import Storage, StorageUnavailable, create_storage
from stallage.migrations import plugin_revisions, revision_of
from stallage.settings import Settings

CONNECT_SECONDS = 30
QUOTE, DELIMITER = "\x01", "\x02"
"""JSON contains no control characters, so each row is one line without quotes."""

Report = Callable[[str, int, int], None]
"""Takes a step, what is done and the total, which is 0 if it is not known."""


@dataclass(frozen=True, slots=True)
class ArchiveResult:
    """A new archive and what it contains. `size` is in bytes."""

    path: Path
    size: int
    tables: int
    rows: int
    media: int
    missing: tuple[str, ...]
    """Storage names of media that the database names and the storage does not have."""
    has_secrets: bool


def write_archive(
    settings: Settings, dsn: str, path: Path, report: Report, passphrase: str = ""
) -> ArchiveResult:
    """Write an archive to a new file outside of the data folder.

    With a passphrase it contains the shop's key and secret settings, encrypted. Raises BackupError, and
    then leaves no file.
    """
    target = check_target(settings, path)
    sealed = seal_secrets(settings, passphrase) if passphrase else None
    return export_to(settings, dsn, target, report, sealed)


def export_to(
    settings: Settings,
    dsn: str,
    target: Path,
    report: Report,
    sealed: SealedSecrets | None = None,
) -> ArchiveResult:
    """Do the same with any new file, and secrets that are encrypted already."""
    try:
        with new_file(target) as file:
            archive = SealedTarWriter(file)
            manifest = asyncio.run(_export(settings, dsn, archive, report, sealed))
            archive.finish()
            size = file.tell()
    except StorageUnavailable as error:
        raise ArchiveRefused(f"The pictures cannot be read: {error}") from error
    except asyncpg.PostgresError as error:
        raise ArchiveRefused(f"The database cannot be read: {error}") from error
    except OSError as error:
        raise from_os_error(error, target) from error
    return ArchiveResult(
        target,
        size,
        len(manifest.tables),
        sum(table.rows for table in manifest.tables.values()),
        manifest.media,
        tuple(manifest.missing_media),
        sealed is not None,
    )


async def _export(
    settings: Settings,
    dsn: str,
    archive: SealedTarWriter,
    report: Report,
    sealed: SealedSecrets | None,
) -> Manifest:
    async with _snapshot(dsn) as connection:
        about = await _about(connection, settings)
        archive.add(ABOUT, [to_json(about)])
        columns_of = await queries.archived_tables(connection)
        entries = {}
        for number, (table, columns) in enumerate(columns_of.items()):
            report("Tables", number, len(columns_of))
            with archive.part(f"{TABLES}{table}{ENDING}") as part:
                rows = await _copy_rows(connection, table, columns, part)
            entries[table] = TableEntry(
                columns=[one.name for one in columns], rows=rows, sha256=part.sha256
            )
        last_numbers = await queries.sequences(connection)
        named = {row["path"] for row in await connection.fetch(NAMED_PICTURES)}
        # Media are not deleted while the connection is open.
        media, missing = _add_media(archive, storage_of(settings), named, report)
    _add_settings(archive, settings, sealed)
    manifest = Manifest(
        tables=entries,
        sequences={name: last for name, last in last_numbers.items() if last is not None},
        media=media,
        missing_media=missing,
    )
    archive.add(MANIFEST, [to_json(manifest)])
    return manifest


@asynccontextmanager
async def _snapshot(dsn: str) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
    connection = await asyncpg.connect(
        dsn,
        timeout=CONNECT_SECONDS,
        server_settings={
            **UNLIMITED,
            "application_name": "stallage-archive",
            "timezone": "UTC",
            "extra_float_digits": "1",
            "bytea_output": "hex",
        },
    )
    try:
        await block_deletion(connection)
        await connection.transaction(isolation="repeatable_read", readonly=True).start()
        yield connection
    finally:
        connection.terminate()


async def _about(connection: Connection, settings: Settings) -> About:
    revision = await revision_of(connection)
    if revision is None:
        raise ArchiveRefused("This database holds no shop yet: there is nothing to export.")
    taken_at = await connection.fetchval("SELECT transaction_timestamp()")
    return About(
        format=FORMAT,
        created_at=taken_at.astimezone(UTC).isoformat(),
        program=__version__,
        revision=revision,
        plugins=await plugin_revisions(connection),
        key=fingerprint(settings),
    )


def row_query(table: str, columns: list[Column]) -> str:
    """Return SQL that reads a table as JSON objects, in the order of its primary key.

    `null` in a column of JSON is written as `{"$json": null}`, because `null` means that there is no value.
    """
    selected = ", ".join(
        f"CASE jsonb_typeof(\"{one.name}\") WHEN 'null' THEN '{{\"$json\": null}}'::jsonb "
        f'ELSE "{one.name}" END AS "{one.name}"'
        if one.is_json
        else f'"{one.name}"'
        for one in columns
    )
    keys = [f'"{one.name}"' for one in columns if one.is_key]
    order = f"ORDER BY {', '.join(keys)}" if keys else ""
    return f'SELECT row_to_json(r) FROM (SELECT {selected} FROM public."{table}" {order}) r'


async def _copy_rows(
    connection: asyncpg.Connection[asyncpg.Record],
    table: str,
    columns: list[Column],
    part: PartWriter,
) -> int:
    """Write the rows of a table and return their number."""
    rows = length = 0

    async def write(chunk: bytes) -> None:
        nonlocal rows, length
        part.write(chunk)
        rows += chunk.count(b"\n")
        end = chunk.rfind(b"\n")
        length = length + len(chunk) if end < 0 else len(chunk) - end
        if length > MAX_LINE:
            raise ArchiveRefused(f"A row of the table {table} is too long for an archive.")

    await connection.copy_from_query(
        row_query(table, columns), output=write, format="csv", quote=QUOTE, delimiter=DELIMITER
    )
    return rows


def storage_of(settings: Settings) -> Storage:
    """Return the storage of media."""
    return create_storage(
        settings.storage_url,
        settings.storage_access_key,
        settings.storage_secret_key,
        settings.data_dir / "media",
    )


def _add_media(
    archive: SealedTarWriter, storage: Storage, named: set[str], report: Report
) -> tuple[int, list[str]]:
    """Add all originals; return their number and the names of missing ones."""
    missing = {path.removeprefix("/media/") for path in named}
    count = 0
    for name, content in _originals(storage):
        archive.add(f"{MEDIA}{name}", [content])
        missing.discard(name)
        count += 1
        report("Media", count, 0)
    return count, sorted(missing)


def _originals(storage: Storage) -> Iterator[tuple[str, bytes]]:
    for stored in storage.list_files(""):
        content = storage.read(stored.name) if ORIGINAL.fullmatch(stored.name) else None
        if content is not None:
            yield stored.name, content


def seal_secrets(settings: Settings, passphrase: str) -> SealedSecrets:
    """Encrypt the shop's key and its secret settings. Takes about 0.3 seconds."""
    own = {name: value for name, value in own_settings(settings).items() if is_secret_setting(name)}
    return seal(passphrase, Secrets(secret_key=settings.secret().decode(), settings=own))


def store_secrets(settings: Settings, archive_id: int, passphrase: str) -> None:
    """Encrypt them into a file for the job that writes an archive."""
    path = secrets_of(settings.data_dir, archive_id)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with new_file(path) as file:
        file.write(to_json(seal_secrets(settings, passphrase)))


def _add_settings(
    archive: SealedTarWriter, settings: Settings, sealed: SealedSecrets | None
) -> None:
    own = own_settings(settings)
    public = {name: value for name, value in own.items() if not is_secret_setting(name)}
    archive.add(SETTINGS, [orjson.dumps(public, option=orjson.OPT_INDENT_2)])
    if sealed is not None:
        archive.add(SECRETS, [to_json(sealed)])
