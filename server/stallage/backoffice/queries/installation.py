"""What runs: versions, and the search index of this machine."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from pathlib import Path

from stallage import __version__
from stallage.backoffice.schemas.health import PluginVersion, SearchState, Versions
from stallage.core.db import Connection, Database
from stallage.core.errors import NotReady
from stallage.migrations import head, plugin_revisions, revision_of
from stallage.plugins.installed import Plugin, installed_plugins
from stallage.search.index.engine import IndexUnusable, SearchEngine
from stallage.settings import Settings
from stallage.shell.client import FOLDERS

KEY = "SELECT database_key FROM catalogue_state_view"
PRODUCTS = "SELECT count(*) FROM products_view WHERE status = 'active'"


async def versions(connection: Connection, settings: Settings) -> Versions:
    """Return the versions of everything that runs."""
    revisions = await plugin_revisions(connection)
    return Versions(
        stallage=__version__,
        python=platform.python_version(),
        postgresql=str(await connection.fetchval("SHOW server_version")).split()[0],
        revision=await revision_of(connection) or "",
        head=head(),
        client_built_at=_client_built_at(settings),
        plugins=[
            _plugin_version(plugin, revisions.get(plugin.name)) for plugin in installed_plugins()
        ],
    )


def _plugin_version(plugin: Plugin, revision: str | None) -> PluginVersion:
    """The version is empty for a plug-in of a package without one."""
    distribution, _, version = plugin.distribution.rpartition(" ")
    return PluginVersion(
        name=plugin.name,
        distribution=distribution or plugin.distribution,
        version=version if distribution else "",
        revision=revision,
    )


def _client_built_at(settings: Settings) -> datetime | None:
    folders = (Path(settings.client_dir),) if settings.client_dir else FOLDERS
    for folder in folders:
        try:
            changed = (folder / "index.html").stat().st_mtime
        except OSError:
            continue
        return datetime.fromtimestamp(changed, UTC)
    return None


async def search_state(database: Database, engine: SearchEngine) -> SearchState:
    """Return when the index was written, or why it cannot be used."""
    async with database.reading() as connection:
        key = await connection.fetchval(KEY)
        products = int(await connection.fetchval(PRODUCTS))
    try:
        written_at = (await engine.state(key)).written_at
    except NotReady:
        reason = "The search server cannot be reached."
        return SearchState(written_at=None, products=products, reason=reason)
    except IndexUnusable as error:
        return SearchState(written_at=None, products=products, reason=str(error))
    return SearchState(written_at=written_at, products=products, reason=None)
