"""`stallage reindex`."""

from __future__ import annotations

import asyncio

import typer

from stallage.core import logs
from stallage.process import database_address, open_runtime
from stallage.search import jobs
from stallage.search.index import feed
from stallage.settings import Settings


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(name="reindex")(reindex)


def reindex() -> None:
    """Builds the search index and the suggestions anew from the database. A running shop goes on."""
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    with database_address(settings) as dsn:
        count = asyncio.run(_reindex(settings, dsn))
    typer.echo(f"{count:,} products are in the search index.")


async def _reindex(settings: Settings, dsn: str) -> int:
    async with open_runtime(settings, dsn) as runtime:
        await jobs.suggest_anew.run(runtime, jobs.Suggestions())
        return await feed.rebuild(feed.index_of(runtime), runtime.database)
