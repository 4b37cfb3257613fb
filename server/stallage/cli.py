"""The `stallage` command. Features add their own commands in their `cli` modules."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, NoReturn

import asyncpg
import typer
from pydantic import ValidationError

from stallage import __version__, doctor, jobs_command
from stallage.backup.swap import finish_interrupted
from stallage.core import logs
from stallage.core.clients import is_loopback_url
from stallage.core.embedded import EmbeddedUnavailable
from stallage.core.redaction import hide_passwords
from stallage.declaration import cli as declaration
from stallage.demo import cli as demo
from stallage.exposure import UnsafeShop, refuse_exposed_shop
from stallage.features import built_in_parts
from stallage.lifeline import Lifeline
from stallage.migrations import migrate, outdated_chains
from stallage.plugins import command as features
from stallage.plugins.command import register_commands
from stallage.plugins.conflicts import verify_plugins
from stallage.plugins.installed import PluginError
from stallage.plugins.settings import declared_settings, read_plugin_settings
from stallage.process import database_address, open_database, open_runtime
from stallage.serving import AddressTaken, listener_at, run_jobs, serve_requests
from stallage.settings import DATA_DIR, SETTINGS_FILE, Settings
from stallage.shop.queries import shop_settings
from stallage.stopping import GRACE_SECONDS
from stallage.supervision import Role, StartFailed, Supervisor
from stallage.welcome import greeting

EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, never bound by itself

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
    """An online shop: serve it, fill it, look after it."""


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number if number != signal.SIGTERM else 0)


def address_of(host: str, port: int) -> str:
    """A web address, IPv6 in brackets."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


SupervisorFd = Annotated[int | None, typer.Option("--lifeline", hidden=True)]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="Processes that answer requests.")] = 1,
) -> None:
    """Serves the API, the client and pictures. One process also runs the background work."""
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    _check_settings(settings)
    _leave_at_signals()
    with listener_at(host, port) as listener, open_database(settings) as database:
        if not settings.database_url:
            migrate(database.dsn)
        _check_schema(database.dsn)
        shown = "127.0.0.1" if host in EVERY_ADDRESS else host
        address = address_of(shown, listener.getsockname()[1])
        if "public_url" not in settings.model_fields_set:
            # Links in mails and payment pages lead to where the shop really is.
            os.environ["STALLAGE_PUBLIC_URL"] = address
        asyncio.run(refuse_exposed_shop(Settings(), database.dsn))
        for line in asyncio.run(greeting(Settings(), database.dsn, address)):
            typer.echo(line, err=True)
        if not is_loopback_url(address_of(host, 0)) and is_loopback_url(Settings().public_url):
            typer.echo(
                "Others on the network reach it as well, though it is set up for this machine alone:"
                " set STALLAGE_PUBLIC_URL.",
                err=True,
            )
        if workers == 1:
            serve_requests(settings, database, listener, with_worker=True)
        else:
            _supervise(settings, listener, workers)


def _check_settings(settings: Settings) -> None:
    """Raises what an operator can fix about the secret and plug-ins' settings, before anything starts."""
    settings.secret()
    read_plugin_settings(settings.data_dir)


def _supervise(settings: Settings, listener: socket.socket, workers: int) -> None:
    """Runs web processes and a worker. They join the embedded database; this process leaves it last."""
    stallage = [sys.executable, "-m", "stallage"]
    fd = listener.fileno()
    Supervisor(
        [
            Role("web", [*stallage, "web", "--fd", str(fd)], workers, (fd,)),
            Role("worker", [*stallage, "worker"]),
        ],
        stop_seconds=settings.graceful_stop_seconds + GRACE_SECONDS,
        # Nobody accepts connections from now on; held open, it would let them wait in vain.
        on_stop=listener.close,
    ).run()


@app.command(hidden=True)
def web(
    fd: Annotated[int, typer.Option(help="The socket to serve.")], lifeline: SupervisorFd = None
) -> None:
    """Answers requests as one of several processes of `serve`."""
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    _leave_at_signals()
    on_ready = _ready_by(lifeline, settings)
    with socket.socket(fileno=fd) as listener, open_database(settings) as database:
        serve_requests(settings, database, listener, with_worker=False, on_ready=on_ready)


@app.command()
def worker(lifeline: SupervisorFd = None) -> None:
    """Runs background work alone, until stopped."""
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    _check_settings(settings)
    _leave_at_signals()
    on_ready = _ready_by(lifeline, settings)
    with open_database(settings) as database:
        _check_schema(database.dsn)
        run_jobs(settings, database, on_ready=on_ready)


def _ready_by(lifeline: int | None, settings: Settings) -> Callable[[], None]:
    """How a process reports to its supervisor, if it has one."""
    if lifeline is None:
        return lambda: None
    return Lifeline(lifeline, settings.graceful_stop_seconds + STOP_DATABASE_SECONDS).report_ready


def _leave_at_signals() -> None:
    # Uvicorn raises the signal that stopped it once more when it is done; without a handler of our
    # own that would end the process before the embedded database is stopped.
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, _leave)
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        # The terminal was closed: as if told to stop, whoever handles that by then.
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))


def _check_schema(dsn: str) -> None:
    """Raises SchemaNotCurrent: on an older schema, every other request would fail."""

    async def outdated() -> bool:
        connection = await asyncpg.connect(dsn)
        try:
            return bool(await outdated_chains(connection))
        finally:
            await connection.close()

    if asyncio.run(outdated()):
        raise SchemaNotCurrent


@app.command(name="migrate")
def bring_up_to_date() -> None:
    """Brings the database to the newest schema."""
    with database_address(Settings()) as dsn:
        migrate(dsn)
    typer.echo("The schema is current.")


@app.command(name="settings")
def show_settings() -> None:
    """Prints every setting with its value, where that came from, and its meaning."""
    own = Settings()
    settings = own.with_shop(_declared(own))
    for name, field in Settings.model_fields.items():
        variable = f"STALLAGE_{name.upper()}"
        source = _source(variable, name in own.model_fields_set)
        if source == "default" and name in settings.model_fields_set:
            source = "shop"
        _show_setting(variable, getattr(settings, name), source, field.description)
    values = read_plugin_settings(own.data_dir)
    for _, declared in declared_settings():
        for name, field in declared.model_fields.items():
            of_plugin = values[declared]
            source = _source(declared.variable(name), name in of_plugin.model_fields_set)
            _show_setting(
                declared.variable(name), getattr(of_plugin, name), source, field.description
            )


def _source(variable: str, is_set: bool) -> str:
    """Where a setting that no shop declares comes from."""
    if os.environ.get(variable):
        return "environment"
    return SETTINGS_FILE if is_set else "default"


def _show_setting(variable: str, value: object, source: str, meaning: str | None) -> None:
    typer.echo(f"{variable}={hide_passwords(str(value))}  ({source})\n    {meaning}")


def _declared(settings: Settings) -> dict[str, Any]:
    """What the shop has declared; nothing where there is no database yet."""
    if not settings.database_url and not (settings.data_dir / "postgres").is_dir():
        return {}

    async def read(dsn: str) -> dict[str, Any]:
        async with open_runtime(settings, dsn) as runtime, runtime.database.reading() as connection:
            return await shop_settings(connection)

    with database_address(settings) as dsn:
        return asyncio.run(read(dsn))


def main() -> None:
    """Runs the command; what an operator can mend is said in a sentence, without a trace."""
    try:
        # Before any setting is read: it may put another settings.env in place.
        if finish_interrupted(Path(os.environ.get("STALLAGE_DATA_DIR") or DATA_DIR)):
            typer.echo("An interrupted restore was finished.", err=True)
        for commands in (*built_in_parts("cli"), declaration, demo, doctor, jobs_command, features):
            commands.register(app)
        verify_plugins()
        register_commands(app)
        app()
    except (EmbeddedUnavailable, PluginError, UnsafeShop) as error:
        _leave_saying(str(error), error)
    except ValidationError as error:
        wrong = [f"STALLAGE_{str(one['loc'][0]).upper()}: {one['msg']}" for one in error.errors()]
        _leave_saying("A setting is wrong.\n  " + "\n  ".join(wrong), error)
    except (AddressTaken, StartFailed) as error:
        _leave_saying(str(error), error)
    except (SchemaNotCurrent, asyncpg.UndefinedTableError) as error:
        _leave_saying("The database's schema is not current. Run: stallage migrate", error)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
        _leave_saying(f"The database or a file cannot be used: {error}", error)


def _leave_saying(sentence: str, error: Exception) -> NoReturn:
    typer.echo(hide_passwords(sentence), err=True)
    raise SystemExit(1) from error
