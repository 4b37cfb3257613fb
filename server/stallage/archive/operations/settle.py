"""Finish or undo an import, also after a crash.

The transaction that loads the rows marks the database with the import's id, in the comment of a table: a
row would make the shop another one than the archive's. What is set aside has the id, too, so that an import
never undoes another one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias, TypeVar

import asyncpg
import structlog

from stallage.archive.operations.key_and_settings import forget_previous, undo_take_over
from stallage.backup.operations.restore_external import move_sql
from stallage.core.db_limits import UNLIMITED
from stallage.migrations import migrate

log = structlog.get_logger(__name__)

T = TypeVar("T")
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

ASIDE = "replaced_by_import"
"""Schema with the tables of the empty shop, while an archive has those of an earlier release."""
_FAILED = "failed_import"

_MARK = "SELECT obj_description(to_regclass('public.alembic_version'), 'pg_class')"
_UNMARK = "COMMENT ON TABLE public.alembic_version IS NULL"
_ASIDE_MARK = "SELECT obj_description(to_regnamespace($1)::oid, 'pg_namespace')"


def run_on(dsn: str, work: Callable[[Connection], Awaitable[T]]) -> T:
    """Run `work` on a connection without time limits."""

    async def connect_and_run() -> T:
        connection = await asyncpg.connect(
            dsn, server_settings={**UNLIMITED, "application_name": "stallage-archive"}
        )
        try:
            return await work(connection)
        finally:
            connection.terminate()

    return asyncio.run(connect_and_run())


def mark_of(import_id: str) -> str:
    """Return the comment of what belongs to an import. The id is hexadecimal."""
    return f"import {import_id}"


def mark_sql(import_id: str) -> str:
    """Return the SQL that marks a database."""
    return f"COMMENT ON TABLE public.alembic_version IS '{mark_of(import_id)}'"


async def set_aside(connection: Connection, import_id: str) -> None:
    """Move the tables of the empty shop to another schema."""
    async with connection.transaction():
        await connection.execute(f"DROP SCHEMA IF EXISTS {ASIDE} CASCADE")
        await connection.execute(move_sql("public", ASIDE))
        await connection.execute(f"COMMENT ON SCHEMA {ASIDE} IS '{mark_of(import_id)}'")


def settle(data_dir: Path, dsn: str, import_id: str) -> bool:
    """Finish an import whose rows are committed, or undo it; return which. Idempotent.

    Afterwards the shop is complete, or empty with its own tables, key and settings as before.
    """
    mark = mark_of(import_id)
    is_committed = bool(run_on(dsn, lambda one: one.fetchval(_MARK)) == mark)
    has_aside = bool(run_on(dsn, lambda one: one.fetchval(_ASIDE_MARK, ASIDE)) == mark)
    if is_committed:
        try:
            migrate(dsn)
        except Exception:
            if not has_aside:
                raise
            # The empty shop's tables still stand aside, so it can be as before.
            log.exception("archive_not_migrated")
            is_committed = False
    if is_committed:
        forget_previous(data_dir, mark)
        run_on(dsn, lambda one: one.execute(_UNMARK))
    else:
        undo_take_over(data_dir, mark)
        if has_aside:
            run_on(dsn, _take_back)
    if has_aside:
        run_on(dsn, lambda one: one.execute(f"DROP SCHEMA {ASIDE} CASCADE"))
    return is_committed


async def _take_back(connection: Connection) -> None:
    async with connection.transaction():
        await connection.execute(move_sql("public", _FAILED))
        await connection.execute(f"DROP SCHEMA {_FAILED} CASCADE")
        await connection.execute(move_sql(ASIDE, "public"))
