"""Runs Alembic; imported only if there is something to upgrade."""

from __future__ import annotations

import time
from pathlib import Path

import asyncpg
import structlog
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError

from stallage.migrations import CORE, Chain
from stallage.plugins.installed import Plugin, installed_plugins
from stallage.plugins.tables import verify_tables

log = structlog.get_logger(__name__)

ATTEMPTS = 20
PAUSE_SECONDS = 3
"""Between two attempts at a lock, so that queued statements can run."""


def config_for(dsn: str, chain: Chain = CORE) -> Config:
    """Return Alembic's configuration for a database and one chain of revisions."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "newline")
    # Escape percent signs, which begin an interpolation.
    config.set_main_option("version_locations", str(chain.folder).replace("%", "%%"))
    config.attributes["dsn"] = dsn
    config.attributes["version_table"] = chain.table
    return config


def upgrade(dsn: str, chain: Chain = CORE, revision: str = "head") -> None:
    """Upgrade a database to a revision of a chain, the newest by default. Blocking.

    Raises PluginError if the chain is a plug-in's that does not fit this release.
    """
    config = config_for(dsn, chain)
    for plugin in installed_plugins():
        if plugin.name == chain.feature:
            _check_chain(plugin, config)
            verify_tables(plugin)
    upgrade_with(config, revision)


def needs_of(chain: Chain, revision: str) -> str:
    """Return the oldest schema whose release runs after a contract step: by default, its own."""
    script = ScriptDirectory.from_config(config_for("", chain))
    return str(getattr(script.get_revision(revision).module, "needs", revision))


def _check_chain(plugin: Plugin, config: Config) -> None:
    """Check the revisions. Raises PluginError if they need a newer schema of Stallage."""
    script = ScriptDirectory.from_config(config)
    if len(script.get_heads()) != 1:
        raise plugin.error(f"its migrations have several heads: {', '.join(script.get_heads())}.")
    for revision in script.walk_revisions():
        needed = getattr(revision.module, "core_revision", None)
        if needed is not None and needed not in CORE.revisions:
            raise plugin.error(
                f"its migration {revision.revision} needs the schema {needed} of Stallage, and this "
                f"release has {CORE.head}."
            )


def upgrade_with(config: Config, revision: str = "head") -> None:
    """Upgrade with a configuration.

    Each revision is a transaction of its own. One that cannot lock a table in time is rolled back, so that
    shoppers do not queue behind it, and retried; the revisions before it stay applied.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            command.upgrade(config, revision)
            return
        except DBAPIError as error:
            if attempt == ATTEMPTS or not _is_lock_timeout(error):
                raise
            log.warning("migration_waits_for_a_lock", attempt=attempt)
            pause()


def pause() -> None:
    """Let queued statements have the table."""
    time.sleep(PAUSE_SECONDS)


def _is_lock_timeout(error: DBAPIError) -> bool:
    cause: BaseException | None = error.orig
    while cause is not None:
        if isinstance(cause, asyncpg.LockNotAvailableError):
            return True
        cause = cause.__cause__
    return False
