"""The `stallage` command. Features add their own commands in their `cli` modules."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, NoReturn

import asyncpg
import typer
from pydantic import ValidationError

from stallage import __version__, doctor, jobs_command
from stallage.backup.operations.swap import finish_interrupted
from stallage.core import logs
from stallage.core.clients import is_loopback_url
from stallage.core.embedded import EmbeddedUnavailable
from stallage.core.redaction import hide_passwords
from stallage.declaration import cli as declaration
from stallage.demo import cli as demo
from stallage.exposure import UnsafeShop, refuse_exposed_shop
from stallage.features import built_in_parts
from stallage.invocation import command
from stallage.lifeline import Lifeline
from stallage.migrations import (
    OlderProcesses,
    SchemaTooNew,
    migrate,
    outdated_chains,
    pending_contracts,
)
from stallage.plugins import command as features
from stallage.plugins.command import register_commands
from stallage.plugins.conflicts import verify_plugins
from stallage.plugins.installed import PluginError
from stallage.plugins.settings import declared_settings, read_plugin_settings, with_stored
from stallage.process import database_address, open_database, open_runtime
from stallage.serving import AddressTaken, listener_at, run_jobs, serve_requests
from stallage.settings import DATA_DIR, SETTINGS_FILE, Settings
from stallage.shop.queries import shop_settings
from stallage.stopping import GRACE_SECONDS
from stallage.supervision import Role, StartFailed, Supervisor
from stallage.tracing import configure_logs
from stallage.welcome import greeting

EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - only compared with, never bound

STOP_DATABASE_SECONDS = 40
"""How long the last process may take to stop the embedded database."""


class SchemaNotCurrent(Exception):
    """The database has an older schema than this release, or none."""


app = typer.Typer(
    name="stallage",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"stallage {__version__}")
        raise typer.Exit


@app.callback()
def stallage(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Run and manage an online shop."""


def _exit(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number if number != signal.SIGTERM else 0)


def address_of(host: str, port: int) -> str:
    """Return an HTTP URL, with IPv6 addresses in brackets."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


SupervisorFd = Annotated[int | None, typer.Option("--lifeline", hidden=True)]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="Processes that answer requests.")] = 1,
    jobs: Annotated[
        bool,
        typer.Option("--jobs/--no-jobs", help="Run background jobs, or leave them to `worker`."),
    ] = True,
) -> None:
    """Serve the API, the client and pictures. One process also runs background jobs."""
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    _check_settings(settings)
    _exit_on_signals()
    with listener_at(host, port) as listener, open_database(settings) as database:
        if not settings.database_url:
            migrate(database.dsn)
        _check_schema(database.dsn)
        reachable_host = "127.0.0.1" if host in EVERY_ADDRESS else host
        address = address_of(reachable_host, listener.getsockname()[1])
        if "public_url" not in settings.model_fields_set:
            # Links in emails and on payment pages must point to the actual address.
            os.environ["STALLAGE_PUBLIC_URL"] = address
        asyncio.run(refuse_exposed_shop(Settings(), database.dsn))
        for line in asyncio.run(greeting(Settings(), database.dsn, address)):
            typer.echo(line, err=True)
        if not is_loopback_url(address_of(host, 0)) and is_loopback_url(Settings().public_url):
            typer.echo(
                "Other machines on the network can reach the shop, but its links only work on this one."
                " Set STALLAGE_PUBLIC_URL.",
                err=True,
            )
        if workers == 1:
            serve_requests(settings, database, listener, with_worker=jobs)
        else:
            _supervise(settings, listener, workers, jobs=jobs)


def _check_settings(settings: Settings) -> None:
    """Raise errors in the secret and in plug-ins' settings before anything starts."""
    settings.secret()
    read_plugin_settings(settings.data_dir)


def _supervise(settings: Settings, listener: socket.socket, workers: int, *, jobs: bool) -> None:
    """Run web processes and, for jobs, a worker.

    They share the embedded database; this process stops it last.
    """
    stallage = [sys.executable, "-m", "stallage"]
    fd = listener.fileno()
    Supervisor(
        [
            Role("web", [*stallage, "web", "--fd", str(fd)], workers, (fd,)),
            *([Role("worker", [*stallage, "worker"])] if jobs else []),
        ],
        stop_seconds=settings.graceful_stop_seconds + GRACE_SECONDS,
        # No process accepts connections any more; an open socket would let clients wait in vain.
        on_stop=listener.close,
    ).run()


@app.command(hidden=True)
def web(
    fd: Annotated[int, typer.Option(help="The socket to serve.")], lifeline: SupervisorFd = None
) -> None:
    """Answer requests as one of several processes of `serve`."""
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    _exit_on_signals()
    supervisor = _supervisor(lifeline, settings)
    with socket.socket(fileno=fd) as listener, open_database(settings) as database:
        if supervisor is None:
            serve_requests(settings, database, listener, with_worker=False)
            return
        serve_requests(
            settings,
            database,
            listener,
            with_worker=False,
            on_ready=supervisor.report_ready,
            request_replacement=supervisor.request_replacement,
        )


@app.command()
def worker(lifeline: SupervisorFd = None) -> None:
    """Run background jobs only, until stopped."""
    settings = Settings()
    configure_logs(settings)
    _check_settings(settings)
    _exit_on_signals()
    supervisor = _supervisor(lifeline, settings)
    with open_database(settings) as database:
        _check_schema(database.dsn)
        if supervisor is None:
            run_jobs(settings, database)
            return
        run_jobs(
            settings,
            database,
            on_ready=supervisor.report_ready,
            request_replacement=supervisor.request_replacement,
        )


def _supervisor(lifeline: int | None, settings: Settings) -> Lifeline | None:
    """Return the connection to the supervisor, if there is one."""
    if lifeline is None:
        return None
    return Lifeline(lifeline, settings.graceful_stop_seconds + STOP_DATABASE_SECONDS)


def _exit_on_signals() -> None:
    # When uvicorn is done, it raises the signal that stopped it again. Without our own handler, that
    # would end the process before the embedded database is stopped.
    signal.signal(signal.SIGTERM, _exit)
    signal.signal(signal.SIGINT, _exit)
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        # A closed terminal counts as SIGTERM, whichever handler that has by then.
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))


def _check_schema(dsn: str) -> None:
    """Raise SchemaNotCurrent or SchemaTooNew if most requests would fail on the schema."""

    async def check() -> None:
        connection = await asyncpg.connect(dsn)
        try:
            for chain in await outdated_chains(connection):
                applied = await chain.applied_to(connection)
                if applied is not None and chain.is_too_new(applied):
                    raise SchemaTooNew
                raise SchemaNotCurrent
        finally:
            await connection.close()

    asyncio.run(check())


@app.command(name="migrate")
def migrate_database(
    contract: Annotated[
        bool,
        typer.Option(
            "--contract",
            help="Also take away what only earlier releases need. They cannot run afterwards.",
        ),
    ] = False,
) -> None:
    """Migrate the database to the newest schema. The shop may stay open."""

    async def waiting(dsn: str) -> list[str]:
        connection = await asyncpg.connect(dsn)
        try:
            return await pending_contracts(connection)
        finally:
            await connection.close()

    with database_address(Settings()) as dsn:
        migrate(dsn, contract=contract)
        steps = asyncio.run(waiting(dsn))
    typer.echo("The schema is current.")
    if steps:
        typer.echo(
            f"Waiting until no process of an earlier release is needed any more: {', '.join(steps)}."
            f" Then run: {command('migrate --contract')}"
        )


@app.command(name="settings")
def show_settings() -> None:
    """Print every setting with its value, its source and its meaning."""
    own = Settings()
    stored = _stored_settings(own)
    settings = own.with_shop(stored)
    for name, field in Settings.model_fields.items():
        variable = f"STALLAGE_{name.upper()}"
        source = _source(variable, name in own.model_fields_set)
        if source == "default" and name in settings.model_fields_set:
            source = "shop"
        _show_setting(variable, getattr(settings, name), source, field.description)
    own_values = read_plugin_settings(own.data_dir)
    values = with_stored(own_values, (own.secret(), *own.previous_secrets()), stored)
    for _, declared in declared_settings():
        for name, field in declared.model_fields.items():
            plugin_settings = values[declared]
            source = _source(declared.variable(name), name in own_values[declared].model_fields_set)
            if source == "default" and declared.stored_name(name) in stored:
                source = "shop"
            _show_setting(
                declared.variable(name), getattr(plugin_settings, name), source, field.description
            )


def _source(variable: str, is_set: bool) -> str:
    """Return the source of a setting that is not stored in the database."""
    if os.environ.get(variable):
        return "environment"
    return SETTINGS_FILE if is_set else "default"


def _show_setting(variable: str, value: object, source: str, meaning: str | None) -> None:
    typer.echo(f"{variable}={hide_passwords(str(value))}  ({source})\n    {meaning}")


def _stored_settings(settings: Settings) -> dict[str, Any]:
    """Read the settings that the shop stores; empty if there is no database yet."""
    if not settings.database_url and not (settings.data_dir / "postgres").is_dir():
        return {}

    async def read(dsn: str) -> dict[str, Any]:
        async with open_runtime(settings, dsn) as runtime, runtime.database.reading() as connection:
            return await shop_settings(connection)

    with database_address(settings) as dsn:
        return asyncio.run(read(dsn))


def main() -> None:
    """Run the command. Errors that an operator can fix are printed without a traceback."""
    try:
        # Before any setting is read: this may replace settings.env.
        if finish_interrupted(Path(os.environ.get("STALLAGE_DATA_DIR") or DATA_DIR)):
            typer.echo("An interrupted restore was finished.", err=True)
        for commands in (*built_in_parts("cli"), declaration, demo, doctor, jobs_command, features):
            commands.register(app)
        verify_plugins()
        register_commands(app)
        app()
    except (EmbeddedUnavailable, PluginError, UnsafeShop) as error:
        _exit_with(str(error), error)
    except ValidationError as error:
        messages = [
            f"STALLAGE_{str(one['loc'][0]).upper()}: {one['msg']}" for one in error.errors()
        ]
        _exit_with("Invalid settings:\n  " + "\n  ".join(messages), error)
    except (AddressTaken, StartFailed) as error:
        _exit_with(str(error), error)
    except (SchemaNotCurrent, asyncpg.UndefinedTableError) as error:
        _exit_with("The database's schema is not current. Run: stallage migrate", error)
    except SchemaTooNew as error:
        _exit_with(
            "A later release has migrated the database and taken away what this one needs. Install that"
            " release.",
            error,
        )
    except OlderProcesses as error:
        _exit_with(str(error), error)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
        _exit_with(f"Cannot access the database or a file: {error}", error)


def _exit_with(message: str, error: Exception) -> NoReturn:
    typer.echo(hide_passwords(message), err=True)
    raise SystemExit(1) from error
