"""Runs operators' commands with an open shop, and prints expected errors as plain messages."""

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
from stallage.core.actor import Actor, acting
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.migrations import migrate
from stallage.process import database_address, open_runtime
from stallage.settings import Settings

T = TypeVar("T")

COMMANDS_LOG = "commands.log"
"""In the data folder. A log of commands that outlives the terminal."""


def in_shop(work: Callable[[Runtime], Awaitable[T]], *errors: type[Exception]) -> T:
    """Run `work` and return its result. If it raises one of `errors`, print that and exit with 1."""
    settings = Settings()
    log_command(settings, work)
    # Only warnings are logged between the lines that a command prints.
    logs.configure(settings.log_format, "warning")

    async def run(dsn: str) -> T:
        async with open_runtime(settings, dsn) as runtime:
            with acting(Actor("command", None, operator())):
                return await work(runtime)

    with database_address(settings) as dsn:
        if not settings.database_url:
            migrate(dsn)
        try:
            return asyncio.run(run(dsn))
        except errors as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(1) from error


def log_command(settings: Settings, work: Callable[..., object]) -> None:
    """Log who runs which command, without its arguments, which may be personal."""
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
        typer.echo(f"The command could not be logged: {error.strerror}.", err=True)


def operator() -> str:
    """Return the system user who runs the command; under sudo, the user who called it."""
    with contextlib.suppress(KeyError, OSError):
        return os.environ.get("SUDO_USER") or getpass.getuser()
    return str(os.getuid())


def in_transaction(act: Callable[[Connection], Awaitable[T]], *errors: type[Exception]) -> T:
    """Run `act` in one database transaction, otherwise like `in_shop`."""

    async def work(runtime: Runtime) -> T:
        async with runtime.database.transaction() as connection:
            return await act(connection)

    work.__module__, work.__qualname__ = act.__module__, act.__qualname__
    return in_shop(work, *errors)
