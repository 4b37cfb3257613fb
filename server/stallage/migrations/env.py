"""Connects Alembic to the database, over asyncpg like everything else."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import asyncpg
from alembic import context
from alembic.runtime.migration import MigrationContext, MigrationInfo
from alembic.script import Script
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from stallage.core import models  # noqa: F401 - its table belongs to the metadata
from stallage.core.db_limits import UNLIMITED
from stallage.core.tables import metadata
from stallage.features import parts
from stallage.migrations import CONTRACTS

LOCK_SECONDS = 5
"""The longest wait for a lock: other statements queue behind it meanwhile."""


def _store_needs(
    ctx: MigrationContext,
    step: MigrationInfo,
    heads: Collection[Any],  # noqa: ARG001 - the form of Alembic's callbacks
    run_args: Mapping[str, Any],  # noqa: ARG001
) -> None:
    """Store what a contract step needs in its transaction."""
    revision = step.up_revision
    if not isinstance(revision, Script) or not fnmatch(Path(revision.path).name, CONTRACTS):
        return
    table = context.config.attributes["version_table"]
    needs = str(getattr(revision.module, "needs", revision.revision))
    connection = ctx.connection
    if connection is None:
        raise RuntimeError("a migration has a connection")
    connection.execute(text(f"ALTER TABLE {table} ADD COLUMN IF NOT EXISTS needs TEXT"))
    connection.execute(text(f"UPDATE {table} SET needs = :needs"), {"needs": needs})


def _run(connection: Connection) -> None:
    parts("models")
    lock_seconds = context.config.attributes.get("lock_seconds", LOCK_SECONDS)
    connection.execute(text(f"SET lock_timeout = '{lock_seconds}s'"))
    connection.commit()
    context.configure(
        connection=connection,
        target_metadata=metadata,
        version_table=context.config.attributes["version_table"],
        compare_type=True,
        transaction_per_migration=True,
        on_version_apply=_store_needs,
        include_object=lambda _item, name, kind, reflected, _other: (
            not (kind == "table" and reflected and str(name).startswith("pgqueuer"))
        ),
    )
    with context.begin_transaction():
        context.run_migrations()


async def _connect() -> None:
    # asyncpg parses the address itself: SQLAlchemy does not know all its parameters, such as sslmode.
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: asyncpg.connect(
            context.config.attributes["dsn"], server_settings=UNLIMITED
        ),
        poolclass=NullPool,
    )
    async with engine.connect() as connection:
        await connection.run_sync(_run)
    await engine.dispose()


asyncio.run(_connect())
