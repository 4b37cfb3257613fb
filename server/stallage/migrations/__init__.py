"""Schema migrations: Alembic revisions, and PgQueuer's tables, which it upgrades itself.

Stallage's revisions are one chain, those of each plug-in another. The first revision creates the schema
from `initial/`.

Old code runs on the new schema: expand, backfill and contract in separate releases. A revision waits
at most `LOCK_SECONDS` for a lock and is retried; changes of tables in use go through `online`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path

import asyncpg
from pgqueuer.db import AsyncpgDriver
from pgqueuer.domain.settings import DBSettings
from pgqueuer.queries import Queries

from stallage.core.db import Connection
from stallage.core.db_limits import UNLIMITED
from stallage.plugins.installed import installed_plugins, load

_UPGRADE_LOCK = 0x57A11A6E
"""Advisory lock that serialises processes that migrate at the same time."""


@dataclass(frozen=True)
class Chain:
    """A chain of revisions, numbered by file name: Stallage's or a plug-in's."""

    feature: str
    """Empty for Stallage's own chain."""
    folder: Path

    @property
    def table(self) -> str:
        """The table that stores a database's revision.

        Each plug-in has its own: Alembic refuses a table with an unknown revision, such as that of an
        uninstalled plug-in.
        """
        return f"{self.feature}_alembic_version" if self.feature else "alembic_version"

    @cached_property
    def revisions(self) -> frozenset[str]:
        """The revisions of this release."""
        return frozenset(path.name.partition("_")[0] for path in self.folder.glob("[0-9]*.py"))

    @property
    def head(self) -> str:
        """The newest revision."""
        return max(self.revisions)

    def is_current(self, revision: str | None) -> bool:
        """Whether this release can work on a schema at `revision`.

        An unknown revision belongs to a later release, and old code runs on the new schema. Otherwise a
        migration would take every process of the running release out of its load balancer.
        """
        return revision == self.head or (revision is not None and revision not in self.revisions)

    async def revision_of(self, connection: Connection) -> str | None:
        """Return the revision of a database, or None if it has no schema of this chain."""
        if await connection.fetchval("SELECT to_regclass($1) IS NULL", self.table):
            return None
        revision: str | None = await connection.fetchval(f"SELECT version_num FROM {self.table}")
        return revision


CORE = Chain("", Path(__file__).parent / "versions")


@cache
def plugin_chains() -> tuple[Chain, ...]:
    """Return the chains of plug-ins with migrations, in the order of features. Raises PluginError."""
    modules = [(plugin, load(plugin, "migrations")) for plugin in installed_plugins()]
    chains = [
        Chain(plugin.name, Path(next(iter(module.__path__))))
        for plugin, module in modules
        if module is not None
    ]
    return tuple(chain for chain in chains if chain.revisions)


def head() -> str:
    """Return the newest revision of Stallage's own chain."""
    return CORE.head


def is_current(revision: str | None) -> bool:
    """Return whether this release can work on a schema at this revision of Stallage's own chain."""
    return CORE.is_current(revision)


async def revision_of(connection: Connection) -> str | None:
    """Return the revision of Stallage's own chain in a database, or None if it has no schema."""
    return await CORE.revision_of(connection)


async def plugin_revisions(connection: Connection) -> dict[str, str]:
    """Return feature → revision of the installed plug-ins that have tables in a database."""
    found = {chain.feature: await chain.revision_of(connection) for chain in plugin_chains()}
    return {feature: revision for feature, revision in found.items() if revision is not None}


async def outdated_chains(connection: Connection) -> list[Chain]:
    """Return the chains whose newest revision a database does not have."""
    return [
        chain
        for chain in (CORE, *plugin_chains())
        if not chain.is_current(await chain.revision_of(connection))
    ]


async def _with_lock(dsn: str, revisions: Mapping[str, str] | None = None) -> None:
    connection = await asyncpg.connect(dsn, server_settings=UNLIMITED)
    try:
        await connection.execute("SELECT pg_advisory_lock($1)", _UPGRADE_LOCK)
        # Stallage's own chain comes first: plug-ins refer to its tables.
        for chain in await outdated_chains(connection):
            target = chain.head if revisions is None else revisions.get(chain.feature)
            if target is not None:
                # Alembic and the models are large: a serving process whose schema is current
                # never imports them.
                upgrading = import_module("stallage.migrations.upgrading")
                await asyncio.to_thread(upgrading.upgrade, dsn, chain, target)
        queue = Queries(AsyncpgDriver(connection))
        if await queue.schema_is_installed():
            await queue.upgrade()
        else:
            await queue.install()
        await _disable_notifications(connection, queue.qbe.settings)
    finally:
        await connection.close()


NOTIFIES = """
    SELECT EXISTS (SELECT FROM pg_trigger
        WHERE tgrelid = to_regclass($1) AND tgname = $2 AND tgenabled <> 'D')
"""


async def _disable_notifications(
    connection: asyncpg.Connection[asyncpg.Record], settings: DBSettings
) -> None:
    """Let the queue's table send no notifications: `core.jobs` sends hints after the commit."""
    if await connection.fetchval(NOTIFIES, settings.queue_table, settings.trigger):
        await connection.execute(
            f"ALTER TABLE {settings.queue_table} DISABLE TRIGGER {settings.trigger}"
        )


def migrate(dsn: str) -> None:
    """Upgrade a database to the newest schema. Idempotent and blocking."""
    asyncio.run(_with_lock(dsn))


def create_schema(dsn: str, revisions: Mapping[str, str]) -> None:
    """Create the schema of an earlier release in an empty database. Blocking.

    `revisions` has a revision by feature, with an empty name for Stallage's own.
    """
    asyncio.run(_with_lock(dsn, revisions))
