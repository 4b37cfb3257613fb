"""Runs Alembic; loaded only where there is something to upgrade."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config


def config_for(dsn: str) -> Config:
    """Alembic's configuration for a database."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["dsn"] = dsn
    return config


def upgrade(dsn: str) -> None:
    """Brings a database to the newest revision. Blocking."""
    command.upgrade(config_for(dsn), "head")
