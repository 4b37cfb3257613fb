"""Runs Alembic; loaded only where there is something to upgrade."""

from __future__ import annotations

import time
from pathlib import Path

import asyncpg
import structlog
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import DBAPIError

log = structlog.get_logger(__name__)

ATTEMPTS = 20
PAUSE_SECONDS = 3
"""Between two attempts at a lock: what has waited behind the first goes on meanwhile."""


def config_for(dsn: str) -> Config:
    """Alembic's configuration for a database."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["dsn"] = dsn
    return config


def upgrade(dsn: str) -> None:
    """Brings a database to the newest revision. Blocking."""
    upgrade_with(config_for(dsn))


def upgrade_with(config: Config) -> None:
    """The same by a configuration.

    Each revision is a transaction of its own. One that cannot lock a table in time gives up, so that
    shoppers do not queue behind it, and is tried again; those before it are done.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            command.upgrade(config, "head")
            return
        except DBAPIError as error:
            if attempt == ATTEMPTS or not _is_lock_timeout(error):
                raise
            log.warning("migration_waits_for_a_lock", attempt=attempt)
            pause()


def pause() -> None:
    """Lets others have the table."""
    time.sleep(PAUSE_SECONDS)


def _is_lock_timeout(error: DBAPIError) -> bool:
    cause: BaseException | None = error.orig
    while cause is not None:
        if isinstance(cause, asyncpg.LockNotAvailableError):
            return True
        cause = cause.__cause__
    return False
