"""Runs what an operator's command does: with the shop at hand, and with a refusal said in a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import typer

from stallage.core import logs
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.migrations import migrate
from stallage.process import database_address, runtime_of
from stallage.settings import Settings

T = TypeVar("T")


def in_shop(work: Callable[[Runtime], Awaitable[T]], *refusals: type[Exception]) -> T:
    """What `work` returns. Where it raises one of `refusals`, says that and exits with 1."""
    settings = Settings()
    # Between the lines of a command only what went wrong is worth one of the log's.
    logs.configure(settings.log_format, "warning")

    async def worked(dsn: str) -> T:
        async with runtime_of(settings, dsn) as runtime:
            return await work(runtime)

    with database_address(settings) as dsn:
        if not settings.database_url:
            migrate(dsn)
        try:
            return asyncio.run(worked(dsn))
        except refusals as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(1) from error


def in_transaction(act: Callable[[Connection], Awaitable[T]], *refusals: type[Exception]) -> T:
    """The same for what is one transaction of the database."""

    async def work(runtime: Runtime) -> T:
        async with runtime.database.transaction() as connection:
            return await act(connection)

    return in_shop(work, *refusals)
