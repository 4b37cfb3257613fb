"""How Alembic reaches the database: over asyncpg, as everything else does."""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from stallage.core import models  # noqa: F401 - its table belongs to the metadata
from stallage.core.tables import metadata
from stallage.features import parts

LOCK_SECONDS = 5


def _run(connection: Connection) -> None:
    parts("models")
    connection.execute(text(f"SET lock_timeout = '{LOCK_SECONDS}s'"))
    connection.commit()
    context.configure(
        connection=connection,
        target_metadata=metadata,
        compare_type=True,
        include_object=lambda _item, name, kind, reflected, _other: (
            not (kind == "table" and reflected and str(name).startswith("pgqueuer"))
        ),
    )
    with context.begin_transaction():
        context.run_migrations()


async def _connect() -> None:
    url = make_url(context.config.attributes["dsn"]).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.connect() as connection:
        await connection.run_sync(_run)
    await engine.dispose()


asyncio.run(_connect())
