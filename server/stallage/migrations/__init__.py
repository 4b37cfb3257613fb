"""The schema's history: Alembic revisions, and PgQueuer's tables under its own care.

Stallage's revisions are one chain, those of each plug-in another.

Old code runs on the new schema: expand, backfill, contract in separate releases. A revision waits for
no lock longer than `LOCK_SECONDS` and is tried again; changes of tables that are in use go through `online`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path

import asyncpg
from pgqueuer.db import AsyncpgDriver
from pgqueuer.queries import Queries

from stallage.core.db import Connection
from stallage.core.db_limits import UNLIMITED
from stallage.plugins.installed import installed_plugins, load

_UPGRADE_LOCK = 0x57A11A6E
"""Two processes that migrate at once take turns by this advisory lock."""


@dataclass(frozen=True)
class Chain:
    """Revisions that follow one another, numbered in their files' names: Stallage's or a plug-in's."""

    feature: str
    """Empty for Stallage's own."""
    folder: Path

    @property
    def table(self) -> str:
        """The table that holds a database's revision.

        One for each plug-in: Alembic refuses a table with a revision that it does not know, as that of
        a plug-in that was uninstalled.
        """
        return f"{self.feature}_alembic_version" if self.feature else "alembic_version"

    @cached_property
    def revisions(self) -> frozenset[str]:
        """The revisions that this code knows."""
        return frozenset(path.name.partition("_")[0] for path in self.folder.glob("[0-9]*.py"))

    @property
    def head(self) -> str:
        """The newest of them."""
        return max(self.revisions)

    def is_current(self, revision: str | None) -> bool:
        """Whether this code can work on a schema at `revision`.

        A revision that it does not know belongs to a later release, and old code runs on the new schema:
        else a migration would take every process of the running release out of its load balancer.
        """
        return revision == self.head or (revision is not None and revision not in self.revisions)

    async def revision_of(self, connection: Connection) -> str | None:
        """The revision of a database, or None if it has none of these tables yet."""
        if await connection.fetchval("SELECT to_regclass($1) IS NULL", self.table):
            return None
        revision: str | None = await connection.fetchval(f"SELECT version_num FROM {self.table}")
        return revision


CORE = Chain("", Path(__file__).parent / "versions")


@cache
def plugin_chains() -> tuple[Chain, ...]:
    """The chains of plug-ins that have migrations, in the features' order. Raises PluginError."""
    modules = [(plugin, load(plugin, "migrations")) for plugin in installed_plugins()]
    chains = [
        Chain(plugin.name, Path(next(iter(module.__path__))))
        for plugin, module in modules
        if module is not None
    ]
    return tuple(chain for chain in chains if chain.revisions)


def head() -> str:
    """The newest revision of Stallage's own chain."""
    return CORE.head


def is_current(revision: str | None) -> bool:
    """Whether this code can work on a schema at this revision of Stallage's own chain."""
    return CORE.is_current(revision)


async def revision_of(connection: Connection) -> str | None:
    """The revision of Stallage's own chain in a database, or None if it has no schema yet."""
    return await CORE.revision_of(connection)


async def plugin_revisions(connection: Connection) -> dict[str, str]:
    """Feature → revision of the installed plug-ins that have tables in a database."""
    found = {chain.feature: await chain.revision_of(connection) for chain in plugin_chains()}
    return {feature: revision for feature, revision in found.items() if revision is not None}


async def outdated_chains(connection: Connection) -> list[Chain]:
    """The chains whose newest revision a database does not have yet."""
    return [
        chain
        for chain in (CORE, *plugin_chains())
        if not chain.is_current(await chain.revision_of(connection))
    ]


async def _with_lock(dsn: str) -> None:
    connection = await asyncpg.connect(dsn, server_settings=UNLIMITED)
    try:
        await connection.execute("SELECT pg_advisory_lock($1)", _UPGRADE_LOCK)
        # Stallage's own come first: those of plug-ins build on its tables.
        for chain in await outdated_chains(connection):
            # Alembic and the models are large and needed here alone: a serving process whose schema
            # is current never loads them.
            upgrading = import_module("stallage.migrations.upgrading")
            await asyncio.to_thread(upgrading.upgrade, dsn, chain)
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
