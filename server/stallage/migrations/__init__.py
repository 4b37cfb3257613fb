"""The schema's history: Alembic revisions, and PgQueuer's tables under its own care.

Old code runs on the new schema: expand, backfill, contract in separate releases. A revision waits for
no lock longer than `LOCK_SECONDS` and is tried again; changes of tables that are in use go through `online`.
"""

from __future__ import annotations

import asyncio
from functools import cache
from importlib import import_module
from pathlib import Path

import asyncpg
from pgqueuer.db import AsyncpgDriver
from pgqueuer.queries import Queries

from stallage.core.db import Connection
from stallage.core.db_limits import UNLIMITED

_VERSIONS = Path(__file__).parent / "versions"
_UPGRADE_LOCK = 0x57A11A6E
"""Two processes that migrate at once take turns by this advisory lock."""


@cache
def head() -> str:
    """The newest revision that this code knows: revisions are one chain, numbered in their names."""
    return max(_known())


@cache
def _known() -> frozenset[str]:
    return frozenset(path.name.partition("_")[0] for path in _VERSIONS.glob("[0-9]*.py"))


def is_current(revision: str | None) -> bool:
    """Whether this code can work on a schema at `revision`.

    A revision that it does not know belongs to a later release, and old code runs on the new schema:
    else a migration would take every process of the running release out of its load balancer.
    """
    return revision == head() or (revision is not None and revision not in _known())


async def revision_of(connection: Connection) -> str | None:
    """The revision that a database stands at; None where it has no schema yet."""
    if await connection.fetchval("SELECT to_regclass('alembic_version') IS NULL"):
        return None
    revision: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    return revision


async def _with_lock(dsn: str) -> None:
    connection = await asyncpg.connect(dsn, server_settings=UNLIMITED)
    try:
        await connection.execute("SELECT pg_advisory_lock($1)", _UPGRADE_LOCK)
        if not is_current(await revision_of(connection)):
            # Alembic and the models are large and needed here alone: a serving process whose schema
            # is current never loads them.
            upgrading = import_module("stallage.migrations.upgrading")
            await asyncio.to_thread(upgrading.upgrade, dsn)
        queue = Queries(AsyncpgDriver(connection))
        if await queue.schema_is_installed():
            await queue.upgrade()
        else:
            await queue.install()
    finally:
        await connection.close()


def migrate(dsn: str) -> None:
    """Brings a database to the newest schema; doing it again changes nothing. Blocking."""
    asyncio.run(_with_lock(dsn))
