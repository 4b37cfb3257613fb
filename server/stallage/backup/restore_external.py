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
from stallage.backup.after_restore import SCRIPT
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

# Extensions live in the schema and cannot exist twice.
_MOVE_EXTENSIONS = """
DO $move$
DECLARE one name;
BEGIN
    FOR one IN SELECT extname FROM pg_extension WHERE extnamespace = '{source}'::regnamespace LOOP
        EXECUTE format('ALTER EXTENSION %I SET SCHEMA {target}', one);
    END LOOP;
END $move$;
"""
_SET_ASIDE = (
    "ALTER SCHEMA public RENAME TO {name};\nCREATE SCHEMA public;\n"
    + _MOVE_EXTENSIONS.format(source="{name}", target="public")
)
_STILL_UNUSED = """
DO $unused$ BEGIN
    IF EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
            AND application_name IN ('stallage', 'stallage-work')) THEN
        RAISE EXCEPTION 'The shop was started meanwhile. Nothing was changed; stop it first.';
    END IF;
END $unused$;
"""
_TAKE_BACK = (
    _MOVE_EXTENSIONS.format(source="public", target="{name}")
    + "DROP SCHEMA public CASCADE;\nALTER SCHEMA {name} RENAME TO public;\n"
)
_EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;"


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
            before = _SET_ASIDE.replace("{name}", name) if is_shop else ""
            load(
                programs,
                server_at(dsn),
                dump_of(path),
                before=_STILL_UNUSED + before,
                after=SCRIPT + _STILL_UNUSED,
            )
            _finish_or_take_back(dsn, name if is_shop else "", data_dir, name)
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


def _finish_or_take_back(dsn: str, old_schema: str, data_dir: Path, name: str) -> None:
    try:
        migrate(dsn)
        swap.decide(data_dir, name)
    except BaseException:
        undo = _TAKE_BACK.replace("{name}", old_schema) if old_schema else _EMPTY
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
