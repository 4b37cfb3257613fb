"""Restores into a configured database: one transaction that sets the old schema aside.

It needs no right beyond owning the database. The old tables stay in a schema named `replaced_…`
until somebody drops it; backups leave such schemas out.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import asyncpg

from stallage.backup import swap
from stallage.backup.after_restore import script
from stallage.backup.archive import About
from stallage.backup.dump_part import dump_of
from stallage.backup.errors import BackupError
from stallage.backup.holdings import has_data, has_other_tables, has_shop, is_in_use
from stallage.backup.load import load
from stallage.backup.programs import Programs, check_version, server_at
from stallage.backup.secrets_of_backup import prepare_secrets
from stallage.core.db import Connection
from stallage.migrations import migrate
from stallage.settings import Settings

T = TypeVar("T")

# Extensions stay where they are: a server may have given them to another owner. Indexes and the
# sequences of columns go with their tables.
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


def _moved(source: str, target: str) -> str:
    """SQL that moves all that belongs to the shop from a schema to another, which it makes."""
    return f"CREATE SCHEMA IF NOT EXISTS {target};\n" + _MOVE.replace("{source}", source).replace(
        "{target}", target
    )


def _taken_back(replaced: str, *, was_shop: bool) -> str:
    """SQL that undoes a restore which has been committed."""
    restored = f"{replaced}_undone"
    away = f"{_moved('public', restored)} DROP SCHEMA {restored} CASCADE;"
    back = f"{_moved(replaced, 'public')} DROP SCHEMA {replaced};" if was_shop else ""
    return f"BEGIN; {away} {back} COMMIT;"


_STILL_UNUSED = """
DO $unused$ BEGIN
    IF EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
            AND application_name IN ('stallage', 'stallage-work')) THEN
        RAISE EXCEPTION 'The shop was started meanwhile. Nothing was changed; stop it first.';
    END IF;
END $unused$;
"""


def restore_external(
    settings: Settings,
    path: Path,
    programs: Programs,
    about: About,
    name: str,
    *,
    replace: bool,
    pictures: Callable[[], None],
) -> str:
    """Restore and return the name of the old schema. Raises BackupError."""
    dsn, data_dir = settings.database_url, settings.data_dir
    is_shop, holds_data = _ask(dsn, lambda connection: _look(connection, programs, about))
    if holds_data and not replace:
        raise BackupError(
            "There is a shop in the database. Add --replace to put the backup in its place; the "
            "old tables are set aside, not deleted."
        )
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    with swap.one_at_a_time(data_dir):
        swap.discard(data_dir)
        try:
            prepare_secrets(path, settings, swap.prepared_folder(data_dir))
            pictures()
            before = _moved("public", name) if is_shop else ""
            load(
                programs,
                server_at(dsn),
                dump_of(path),
                before=_STILL_UNUSED + before,
                after=script() + _STILL_UNUSED,
            )
            _finish_or_take_back(dsn, data_dir, name, was_shop=is_shop)
        except BaseException:
            if not swap.is_decided(data_dir):
                with contextlib.suppress(OSError):
                    swap.discard(data_dir)
            raise
        swap.carry_out(data_dir)
    return f"schema {name}" if is_shop else ""


async def _look(connection: Connection, programs: Programs, about: About) -> tuple[bool, bool]:
    major = int(await connection.fetchval("SHOW server_version_num")) // 10_000
    check_version(programs, about.postgresql)
    if about.postgresql > major:
        raise BackupError(
            f"The backup is of PostgreSQL {about.postgresql}, and this server is {major}. Restore "
            "it into one that is as new or newer."
        )
    if await has_other_tables(connection):
        raise BackupError(
            "The database holds tables that are not a shop's. Set STALLAGE_DATABASE_URL to an "
            "empty database."
        )
    if await is_in_use(connection):
        raise BackupError("The shop is running on this database. Stop it first.")
    return await has_shop(connection), await has_data(connection)


def _finish_or_take_back(dsn: str, data_dir: Path, name: str, *, was_shop: bool) -> None:
    try:
        migrate(dsn)
        swap.decide(data_dir, name)
    except BaseException:
        undo = _taken_back(name, was_shop=was_shop)
        if not swap.is_decided(data_dir):
            _ask(dsn, lambda connection: connection.execute(undo))
        raise


def _ask(dsn: str, question: Callable[[Connection], Awaitable[T]]) -> T:
    async def asked() -> T:
        connection = await asyncpg.connect(dsn)
        try:
            return await question(connection)
        finally:
            await connection.close()

    return asyncio.run(asked())
