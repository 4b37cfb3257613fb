"""Runs what an operator's command does: with the shop at hand, and with a refusal said in a sentence."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import os
from collections.abc import Awaitable, Callable
from typing import TypeVar

import orjson
import typer

from stallage.core import clock, logs
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.migrations import migrate
from stallage.process import database_address, open_runtime
from stallage.settings import Settings

T = TypeVar("T")

COMMANDS_LOG = "commands.log"
"""In the data folder: what a terminal shows is gone with it."""


def in_shop(work: Callable[[Runtime], Awaitable[T]], *refusals: type[Exception]) -> T:
    """What `work` returns. Where it raises one of `refusals`, says that and exits with 1."""
    settings = Settings()
    note_command(settings, work)
    # Between the lines of a command only what went wrong is worth one of the log's.
    logs.configure(settings.log_format, "warning")

    async def worked(dsn: str) -> T:
        async with open_runtime(settings, dsn) as runtime:
            return await work(runtime)

    with database_address(settings) as dsn:
        if not settings.database_url:
            migrate(dsn)
        try:
            return asyncio.run(worked(dsn))
        except refusals as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(1) from error


def note_command(settings: Settings, work: Callable[..., object]) -> None:
    """Writes down who runs which command, without what it was told: that may be personal."""
    line = {
        "log": "security",
        "event": "operator_command",
        "command": f"{work.__module__}.{work.__qualname__.partition('.')[0]}",
        "operator": operator(),
        "timestamp": clock.now().isoformat(),
    }
    try:
        settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = settings.data_dir / COMMANDS_LOG
        file.touch(mode=0o600)
        with file.open("ab") as log:
            log.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
    except OSError as error:
        typer.echo(f"The command could not be written down: {error.strerror}.", err=True)


def operator() -> str:
    """The system's user who runs the command; behind sudo, who called it."""
    with contextlib.suppress(KeyError, OSError):
        return os.environ.get("SUDO_USER") or getpass.getuser()
    return str(os.getuid())


def in_transaction(act: Callable[[Connection], Awaitable[T]], *refusals: type[Exception]) -> T:
    """The same for what is one transaction of the database."""

    async def work(runtime: Runtime) -> T:
        async with runtime.database.transaction() as connection:
            return await act(connection)

    work.__module__, work.__qualname__ = act.__module__, act.__qualname__
    return in_shop(work, *refusals)
