"""Load an archive's rows into tables, in one transaction."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import asyncpg

from stallage.archive.errors import ArchiveRefused
from stallage.archive.formats.container import Manifest, read_parts, table_of
from stallage.archive.operations.export import DELIMITER, QUOTE, Report
from stallage.archive.operations.verify import require_columns
from stallage.archive.queries import structure as queries
from stallage.archive.queries.structure import Column
from stallage.archive.rules.tables import REVISION_SUFFIX
from stallage.backup.formats.sealed_tar import Part
from stallage.backup.operations.after_restore import after_restore_sql
from stallage.backup.queries import database_in_use

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

NOT_EMPTY = (
    "There is a shop in the database, and an archive can only be imported into an empty one. "
    "Choose another data folder or database."
)
_STAGE = "CREATE TEMPORARY TABLE archive_lines (line json NOT NULL) ON COMMIT DROP"
_SET_SEQUENCE = "SELECT setval(format('public.%I', $1::text)::regclass, $2)"


async def load_rows(
    connection: Connection,
    path: Path,
    manifest: Manifest,
    report: Report,
    complete: Callable[[Connection], Awaitable[None]],
) -> None:
    """Replace the rows of all tables by those of an archive; `complete` runs before the commit.

    Triggers do not run, because the archive has what they wrote. Foreign keys are checked at the end,
    all other constraints at once. Raises ArchiveRefused, and then nothing was changed.
    """
    try:
        async with connection.transaction():
            tables = await queries.all_tables(connection)
            own = [name for name in tables if not name.endswith(REVISION_SUFFIX)]
            require_columns(manifest, await queries.archived_columns(connection))
            foreign_keys = await queries.foreign_keys(connection)
            for key in foreign_keys:
                await connection.execute(f'ALTER TABLE {key.table} DROP CONSTRAINT "{key.name}"')
            await _set_triggers(connection, own, "DISABLE")
            # All tables are locked now, so nobody fills them any more.
            if await queries.is_filled(connection):
                raise ArchiveRefused(NOT_EMPTY)
            await connection.execute(f"TRUNCATE {', '.join(_quoted(name) for name in own)}")
            await _load_tables(connection, path, manifest, tables, report)
            await _set_sequences(connection, manifest)
            await _set_triggers(connection, own, "ENABLE")
            for number, key in enumerate(foreign_keys):
                report("Checks", number, len(foreign_keys))
                await connection.execute(
                    f'ALTER TABLE {key.table} ADD CONSTRAINT "{key.name}" {key.definition}'
                )
            await connection.execute(after_restore_sql())
            if await database_in_use(connection):
                raise ArchiveRefused("The shop was started during the import. Stop it first.")
            await complete(connection)
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise ArchiveRefused(
            f"The archive does not fit the schema: {error}. Nothing was imported."
        ) from error


def _quoted(table: str) -> str:
    return f'public."{table}"'


async def _set_triggers(connection: Connection, tables: list[str], what: str) -> None:
    for table in tables:
        await connection.execute(f"ALTER TABLE {_quoted(table)} {what} TRIGGER USER")


async def _load_tables(
    connection: Connection,
    path: Path,
    manifest: Manifest,
    tables: dict[str, list[Column]],
    report: Report,
) -> None:
    await connection.execute(_STAGE)
    done = 0
    with path.open("rb") as file:
        for part in read_parts(file):
            table = table_of(part.name)
            if table is None:
                continue
            report("Tables", done, len(manifest.tables))
            done += 1
            if manifest.tables[table].rows:
                names = set(manifest.tables[table].columns)
                await _load_table(
                    connection, part, table, [one for one in tables[table] if one.name in names]
                )


async def _load_table(
    connection: Connection, part: Part, table: str, columns: list[Column]
) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for chunk in part.chunks():
            yield chunk

    await connection.execute("TRUNCATE pg_temp.archive_lines")
    await connection.copy_to_table(
        "archive_lines",
        source=chunks(),
        schema_name="pg_temp",
        format="csv",
        quote=QUOTE,
        delimiter=DELIMITER,
    )
    names = ", ".join(f'"{one.name}"' for one in columns)
    values = ", ".join(_value(one) for one in columns)
    await connection.execute(
        f"INSERT INTO {_quoted(table)} ({names}) OVERRIDING SYSTEM VALUE SELECT {values}"
        f" FROM pg_temp.archive_lines, json_populate_record(NULL::{_quoted(table)}, line) r"
    )


def _value(column: Column) -> str:
    name = f'r."{column.name}"'
    if not column.is_json:
        return name
    return f"CASE {name} WHEN '{{\"$json\": null}}' THEN 'null' ELSE {name} END"


async def _set_sequences(connection: Connection, manifest: Manifest) -> None:
    known = await queries.sequences(connection)
    for name, last in manifest.sequences.items():
        if name not in known:
            raise ArchiveRefused(f"The archive has an unknown sequence: {name}")
        await connection.execute(_SET_SEQUENCE, name, last)
