"""Restore into an external database: one transaction that moves the old tables to another schema.

The user only needs to own the database. The old tables stay in a schema named `replaced_…` until
the operator drops it; backups skip such schemas.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import asyncpg

from stallage.backup.errors import BackupError
from stallage.backup.formats.archive import BackupMetadata
from stallage.backup.formats.dump import read_dump
from stallage.backup.operations import swap
from stallage.backup.operations.after_restore import after_restore_sql
from stallage.backup.operations.load_dump import load_dump
from stallage.backup.operations.restore_secrets import prepare_secrets
from stallage.backup.providers.programs import Programs, check_version, server_from_dsn
from stallage.backup.queries import database_in_use, has_data, has_other_tables, has_shop
from stallage.core.db import Connection
from stallage.migrations import migrate
from stallage.settings import Settings

T = TypeVar("T")

# Extensions stay: they may belong to another user. Indexes and the sequences of columns move with
# their tables.
_MOVE = """
DO $move$
DECLARE one record;
BEGIN
    FOR one IN
        SELECT 1 AS turn, format('ALTER TABLE %s SET SCHEMA {target}', c.oid::regclass) AS statement
        FROM pg_class c WHERE relnamespace = '{source}'::regnamespace
            AND relkind IN ('r', 'p', 'v', 'm') AND NOT EXISTS (SELECT FROM pg_depend
                WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
        UNION ALL
        SELECT 2, format('ALTER SEQUENCE %s SET SCHEMA {target}', c.oid::regclass)
        FROM pg_class c WHERE relnamespace = '{source}'::regnamespace AND relkind = 'S'
            AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass
                AND objid = c.oid AND deptype IN ('a', 'i', 'e'))
        UNION ALL
        SELECT 3, format('ALTER TYPE %s SET SCHEMA {target}', t.oid::regtype)
        FROM pg_type t WHERE typnamespace = '{source}'::regnamespace AND typtype IN ('e', 'd')
            AND NOT EXISTS (SELECT FROM pg_depend
                WHERE classid = 'pg_type'::regclass AND objid = t.oid AND deptype = 'e')
        UNION ALL
        SELECT 4, format('ALTER ROUTINE %s SET SCHEMA {target}', p.oid::regprocedure)
        FROM pg_proc p WHERE pronamespace = '{source}'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend
                WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
        ORDER BY turn
    LOOP
        EXECUTE one.statement;
    END LOOP;
END $move$;
"""


def move_sql(source: str, target: str) -> str:
    """Return SQL that creates schema `target` and moves everything of the shop from `source`."""
    return f"CREATE SCHEMA IF NOT EXISTS {target};\n" + _MOVE.replace("{source}", source).replace(
        "{target}", target
    )


def _undo_sql(replaced: str, *, was_shop: bool) -> str:
    """Return SQL that undoes a committed restore."""
    restored = f"{replaced}_undone"
    drop = f"{move_sql('public', restored)} DROP SCHEMA {restored} CASCADE;"
    back = f"{move_sql(replaced, 'public')} DROP SCHEMA {replaced};" if was_shop else ""
    return f"BEGIN; {drop} {back} COMMIT;"


CHECK_UNUSED = """
DO $unused$ BEGIN
    IF EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
            AND split_part(application_name, ' ', 1) IN ('stallage', 'stallage-work')) THEN
        RAISE EXCEPTION 'The shop was started during the restore. Nothing was changed; stop it first.';
    END IF;
END $unused$;
"""


def restore_external(
    settings: Settings,
    path: Path,
    programs: Programs,
    metadata: BackupMetadata,
    name: str,
    *,
    replace: bool,
    pictures: Callable[[], None],
) -> str:
    """Restore; return the old schema as `schema NAME`, empty if there was none. Raises BackupError.

    `name` is the schema that the old tables move to; `pictures` restores the pictures.
    """
    dsn, data_dir = settings.database_url, settings.data_dir
    is_shop, holds_data = _run(dsn, lambda connection: _inspect(connection, programs, metadata))
    if holds_data and not replace:
        raise BackupError(
            "There is a shop in the database. Add --replace to replace it with the backup; the "
            "old tables move to another schema and are not deleted."
        )
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    with swap.restore_lock(data_dir):
        swap.discard(data_dir)
        try:
            prepare_secrets(path, settings, swap.prepared_folder(data_dir))
            pictures()
            before = move_sql("public", name) if is_shop else ""
            load_dump(
                programs,
                server_from_dsn(dsn),
                read_dump(path),
                before=CHECK_UNUSED + before,
                after=after_restore_sql() + CHECK_UNUSED,
            )
            _commit_or_undo(dsn, data_dir, name, was_shop=is_shop)
        except BaseException:
            if not swap.is_committed(data_dir):
                with contextlib.suppress(OSError):
                    swap.discard(data_dir)
            raise
        swap.complete(data_dir)
    return f"schema {name}" if is_shop else ""


async def _inspect(
    connection: Connection, programs: Programs, metadata: BackupMetadata
) -> tuple[bool, bool]:
    """Whether the database has a shop's schema, and whether that holds data.

    Raises BackupError if the database cannot be restored into.
    """
    major = int(await connection.fetchval("SHOW server_version_num")) // 10_000
    check_version(programs, metadata.postgresql)
    if metadata.postgresql > major:
        raise BackupError(
            f"The backup is from PostgreSQL {metadata.postgresql} and this server is {major}. "
            f"Restore it to a server of version {metadata.postgresql} or newer."
        )
    if await has_other_tables(connection):
        raise BackupError(
            "The database holds tables of another program. Set STALLAGE_DATABASE_URL to an empty "
            "database."
        )
    if await database_in_use(connection):
        raise BackupError("The shop is running on this database. Stop it first.")
    return await has_shop(connection), await has_data(connection)


def _commit_or_undo(dsn: str, data_dir: Path, name: str, *, was_shop: bool) -> None:
    try:
        migrate(dsn)
        swap.commit(data_dir, name)
    except BaseException:
        undo = _undo_sql(name, was_shop=was_shop)
        if not swap.is_committed(data_dir):
            _run(dsn, lambda connection: connection.execute(undo))
        raise


def _run(dsn: str, work: Callable[[Connection], Awaitable[T]]) -> T:
    async def connect_and_run() -> T:
        connection = await asyncpg.connect(dsn)
        try:
            return await work(connection)
        finally:
            await connection.close()

    return asyncio.run(connect_and_run())
