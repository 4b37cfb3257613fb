"""`stallage reindex`."""

from __future__ import annotations

import asyncio

import typer

from stallage.core import logs
from stallage.process import database_address, open_runtime
from stallage.search import jobs
from stallage.search.index import updates
from stallage.settings import Settings


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="reindex")(reindex)


def reindex() -> None:
    """Rebuild the search index and the suggestions from the database. The shop may keep running."""
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    with database_address(settings) as dsn:
        count = asyncio.run(_reindex(settings, dsn))
    typer.echo(f"{count:,} products are in the search index.")


async def _reindex(settings: Settings, dsn: str) -> int:
    async with open_runtime(settings, dsn) as runtime:
        await jobs.rebuild_suggestions.run(runtime, jobs.RebuildSuggestions())
        return await updates.rebuild(updates.search_index_of(runtime), runtime.database)
