"""`stallage reindex`."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from functools import partial

import typer

from stallage.core import logs
from stallage.process import database_address, open_runtime
from stallage.search import jobs
from stallage.search.index import updates
from stallage.search.index.follower import CHILD_COMMAND
from stallage.search.index.progress import clear_progress, write_progress
from stallage.search.index.search_index import index_folder
from stallage.settings import Settings

NICENESS = 10


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="reindex")(reindex)
    app.command(name=CHILD_COMMAND, hidden=True)(write_index)


def reindex() -> None:
    """Rebuild the search index and the suggestions from the database. The shop may keep running."""
    _collect_less()
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    with database_address(settings) as dsn:
        count = asyncio.run(_reindex(settings, dsn))
    typer.echo(f"{count:,} products are in the search index.")


async def _reindex(settings: Settings, dsn: str) -> int:
    async with open_runtime(settings, dsn) as runtime:
        await jobs.rebuild_suggestions.run(runtime, jobs.RebuildSuggestions())
        engine = updates.search_engine_of(runtime)
        try:
            return await updates.rebuild(engine, runtime.database, _print_progress)
        finally:
            await engine.close()


def write_index() -> None:
    """Update the search index for each line of standard input; print how many products were written.

    A serving process starts this for many changes. Its input ends when that process does.
    """
    os.nice(NICENESS)
    _collect_less()
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    asyncio.run(_write_on_demand(settings))


def _print_progress(count: int) -> None:
    typer.echo(f"{count:,} products so far")


def _collect_less() -> None:
    """Let the garbage collector run less often: documents have no cycles, but many objects."""
    gc.set_threshold(100_000, 50, 100)


async def _write_on_demand(settings: Settings) -> None:
    async with open_runtime(settings, settings.database_url) as runtime:
        engine = updates.search_engine_of(runtime)
        folder = index_folder(settings)
        while await asyncio.to_thread(sys.stdin.readline):
            count = await updates.catch_up(
                engine, runtime.database, partial(write_progress, folder)
            )
            clear_progress(folder)
            typer.echo(count)
        await engine.close()
