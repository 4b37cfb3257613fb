"""Schema migrations: Alembic revisions, and PgQueuer's tables, which it upgrades itself.

Stallage's revisions are one chain, those of each plug-in another. The first revision creates the schema
from `initial/`.

Old code runs on the new schema until a contract step: a revision whose file is named
`<number>_contract_<what>.py`. Steps of this kind at the end of a chain wait for `contract=True`, and every
release runs without them. One names in `needs` the oldest schema whose release runs after it, which the
database then stores beside its revision. A revision waits at most `LOCK_SECONDS` for a lock and is
retried; changes of tables in use go through `online`.
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

from stallage.core.db import DEDICATED, Connection
from stallage.core.db_limits import UNLIMITED
from stallage.plugins.installed import installed_plugins, load

_UPGRADE_LOCK = 0x57A11A6E
"""Advisory lock that serialises processes that migrate at the same time."""


CONTRACTS = "[0-9]*_contract_*.py"
"""File names of contract steps. A process never imports the steps themselves."""


class SchemaTooNew(Exception):
    """A later release has taken away from the schema what this one needs."""


class OlderProcesses(Exception):
    """Processes of an earlier release are running, which a contract step would break."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What a database has of a chain."""

    revision: str
    needs: str | None
    """The oldest schema whose release can run, since a contract step; None: any."""


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

    @cached_property
    def contracts(self) -> frozenset[str]:
        """The revisions of this release that take something away from earlier ones."""
        return frozenset(path.name.partition("_")[0] for path in self.folder.glob(CONTRACTS))

    def is_current(self, applied: Applied | None) -> bool:
        """Whether this release can work on a schema.

        An unknown revision belongs to a later release, and old code runs on the new schema until a
        contract step. Otherwise a migration would take every process of the running release out of its
        load balancer.
        """
        if applied is None:
            return False
        if applied.revision not in self.revisions:
            return not self.is_too_new(applied)
        return not self.pending(applied.revision) - self.contracts

    def is_too_new(self, applied: Applied) -> bool:
        """Whether a later release has taken away what this one needs."""
        return applied.needs is not None and applied.needs > self.head

    def pending(self, revision: str) -> frozenset[str]:
        """Return the revisions that a schema at `revision` does not have."""
        return frozenset(one for one in self.revisions if one > revision)

    def target(self, applied: Applied | None, *, contract: bool) -> str:
        """Return the revision to migrate to: an empty database has no process of an earlier release."""
        if contract or applied is None:
            return self.head
        return max({applied.revision} | (self.revisions - self.contracts))

    async def applied_to(self, connection: Connection) -> Applied | None:
        """Return what a database has of this chain; None if it has no schema of it."""
        if await connection.fetchval("SELECT to_regclass($1) IS NULL", self.table):
            return None
        # The first contract step adds the column.
        row = await connection.fetchrow(
            f"SELECT version_num, to_jsonb(one) ->> 'needs' AS needs FROM {self.table} AS one"
        )
        return None if row is None else Applied(row["version_num"], row["needs"])

    async def revision_of(self, connection: Connection) -> str | None:
        """Return the revision of a database, or None if it has no schema of this chain."""
        applied = await self.applied_to(connection)
        return None if applied is None else applied.revision


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
        if not chain.is_current(await chain.applied_to(connection))
    ]


async def pending_contracts(connection: Connection) -> list[str]:
    """Return the contract steps that a current database does not have, such as `0004`.

    Those of plug-ins are preceded by the name of the feature.
    """
    found = []
    for chain in (CORE, *plugin_chains()):
        applied = await chain.applied_to(connection)
        if applied is not None and chain.is_current(applied):
            waiting = sorted(chain.pending(applied.revision) & chain.contracts)
            found += [f"{chain.feature} {one}".strip() for one in waiting]
    return found


async def _with_lock(
    dsn: str, revisions: Mapping[str, str] | None = None, *, contract: bool = False
) -> None:
    connection = await asyncpg.connect(dsn, server_settings=UNLIMITED)
    try:
        await connection.execute("SELECT pg_advisory_lock($1)", _UPGRADE_LOCK)
        # Stallage's own chain comes first: plug-ins refer to its tables.
        for chain in (CORE, *plugin_chains()):
            applied = await chain.applied_to(connection)
            if revisions is not None:
                target = revisions.get(chain.feature)
            else:
                target = chain.target(applied, contract=contract)
            if target is not None:
                await _upgrade(connection, dsn, chain, applied, target)
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


async def _upgrade(
    connection: Connection, dsn: str, chain: Chain, applied: Applied | None, target: str
) -> None:
    """Upgrade one chain. Raises SchemaTooNew or OlderProcesses, before anything is changed."""
    if applied is not None:
        if chain.is_too_new(applied):
            raise SchemaTooNew
        if applied.revision not in chain.revisions or applied.revision >= target:
            return
    # Alembic and the models are large: a serving process whose schema is current never imports them.
    upgrading = import_module("stallage.migrations.upgrading")
    if chain is CORE and applied is not None:
        steps = sorted(
            one for one in chain.pending(applied.revision) & chain.contracts if one <= target
        )
        await _refuse_older(connection, [upgrading.needs_of(chain, one) for one in steps])
    await asyncio.to_thread(upgrading.upgrade, dsn, chain, target)


_OLDER = """
SELECT coalesce(host(client_addr), 'this machine') AS host, count(*) AS connections
FROM pg_stat_activity
WHERE datname = current_database() AND application_name LIKE $1 || ' %'
    AND split_part(application_name, ' ', 2) < $2
GROUP BY 1 ORDER BY 1
"""


async def _refuse_older(connection: Connection, needs: list[str]) -> None:
    """Raise OlderProcesses if a process runs whose release a contract step would break."""
    rows = await connection.fetch(_OLDER, DEDICATED, max(needs, default=""))
    if rows:
        hosts = ", ".join(row["host"] for row in rows)
        raise OlderProcesses(
            f"Processes of an earlier release still run on {hosts}. Replace them first: this step takes"
            " away what they need. Nothing was changed."
        )


def migrate(dsn: str, *, contract: bool = False) -> None:
    """Upgrade a database to the newest schema. Idempotent and blocking.

    Contract steps at the end wait for `contract`. Raises SchemaTooNew or OlderProcesses.
    """
    asyncio.run(_with_lock(dsn, contract=contract))


def create_schema(dsn: str, revisions: Mapping[str, str]) -> None:
    """Create the schema of an earlier release in an empty database. Blocking.

    `revisions` has a revision by feature, with an empty name for Stallage's own.
    """
    asyncio.run(_with_lock(dsn, revisions))
