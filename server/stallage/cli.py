"""The `stallage` command. Features add their own commands in their `cli` modules."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from types import FrameType
from typing import Annotated, Any, NoReturn

import asyncpg
import typer
import uvicorn
from pydantic import ValidationError
from uvicorn.supervisors import Multiprocess

from stallage import doctor
from stallage.core import logs
from stallage.core.embedded import EmbeddedUnavailable
from stallage.core.redaction import hide_passwords
from stallage.core.work import Worker
from stallage.declaration import cli as declaration
from stallage.demo import cli as demo
from stallage.features import parts
from stallage.migrations import migrate
from stallage.process import database_address, runtime_of
from stallage.settings import SETTINGS_FILE, Settings
from stallage.shop.queries import shop_settings
from stallage.welcome import greeting

EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, never bound by itself

app = typer.Typer(
    name="stallage",
    help="An online shop: serve it, fill it, look after it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number if number != signal.SIGTERM else 0)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="Processes that answer requests.")] = 1,
) -> None:
    """Serves the API, the client and pictures. One process also runs the background work."""
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    # Where it cannot be used, that is said in a sentence before anything is started.
    settings.secret()
    # Uvicorn raises the signal that stopped it once more when it is done; without a handler of our
    # own that would end the process before the embedded database is stopped.
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, _leave)
    with database_address(settings) as dsn:
        if not settings.database_url:
            migrate(dsn)
        os.environ["STALLAGE_DATABASE_URL"] = dsn
        shown = "127.0.0.1" if host in EVERY_ADDRESS else host
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
        if "public_url" not in settings.model_fields_set:
            # Links in mails and payment pages lead to where the shop really is.
            os.environ["STALLAGE_PUBLIC_URL"] = address
        config = uvicorn.Config(
            "stallage.asgi:application" if workers == 1 else "stallage.asgi:without_worker",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            loop="uvloop",
            http="httptools",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=settings.graceful_stop_seconds,
        )
        for line in asyncio.run(greeting(Settings(), dsn, address)):
            typer.echo(line, err=True)
        if workers == 1:
            server = uvicorn.Server(config)
            server.run()
            if not server.started:
                raise SystemExit(1)
            return
        background = subprocess.Popen([sys.executable, "-m", "stallage", "worker"])
        try:
            Multiprocess(config, sockets=[config.bind_socket()]).run()
        finally:
            background.terminate()
            background.wait(timeout=settings.graceful_stop_seconds + 5)


@app.command()
def worker() -> None:
    """Runs background work alone, until stopped."""

    async def work(settings: Settings, dsn: str) -> None:
        async with runtime_of(settings, dsn) as runtime:
            one = Worker(runtime)
            loop = asyncio.get_running_loop()
            for each in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(each, one.stop)
            await one.run()

    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    # Where it cannot be used, that is said in a sentence before anything is started.
    settings.secret()
    with database_address(settings) as dsn:
        asyncio.run(work(settings, dsn))


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
        if os.environ.get(variable):
            source = "environment"
        elif name in own.model_fields_set:
            source = SETTINGS_FILE
        else:
            source = "shop" if name in settings.model_fields_set else "default"
        value = hide_passwords(str(getattr(settings, name)))
        typer.echo(f"{variable}={value}  ({source})\n    {field.description}")


def _declared(settings: Settings) -> dict[str, Any]:
    """What the shop has declared; nothing where there is no database yet."""
    if not settings.database_url and not (settings.data_dir / "postgres").is_dir():
        return {}

    async def read(dsn: str) -> dict[str, Any]:
        async with runtime_of(settings, dsn) as runtime, runtime.database.reading() as connection:
            return await shop_settings(connection)

    with database_address(settings) as dsn:
        return asyncio.run(read(dsn))


def main() -> None:
    """Runs the command; what an operator can mend is said in a sentence, without a trace."""
    for commands in (*parts("cli"), declaration, demo, doctor):
        commands.register(app)
    try:
        app()
    except EmbeddedUnavailable as error:
        _leave_saying(str(error), error)
    except ValidationError as error:
        wrong = [f"STALLAGE_{str(one['loc'][0]).upper()}: {one['msg']}" for one in error.errors()]
        _leave_saying("A setting is wrong.\n  " + "\n  ".join(wrong), error)
    except asyncpg.UndefinedTableError as error:
        _leave_saying("The database's schema is not current. Run: stallage migrate", error)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
        _leave_saying(f"The database or a file cannot be used: {error}", error)


def _leave_saying(sentence: str, error: Exception) -> NoReturn:
    typer.echo(hide_passwords(sentence), err=True)
    raise SystemExit(1) from error
