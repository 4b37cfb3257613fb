"""`stallage demo`."""

from __future__ import annotations

import asyncio
import time

import typer

from stallage.core.runtime import Runtime
from stallage.demo import files
from stallage.demo.filling import Filled, fill
from stallage.migrations import migrate
from stallage.process import database_address, runtime_of
from stallage.settings import Settings

SAID = {
    "filled": "The demo shop is ready.",
    "pictures": "The demo shop was there already; its pictures are up to date now.",
    "unchanged": "The demo shop is there already; nothing has changed.",
    "occupied": "This database holds a catalogue already, so the demo shop stays out of it.",
}


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(name="demo")(fill_demo)


def fill_demo() -> None:
    """Fills an empty database with the demo shop (twice is once) and says what to try in it."""
    settings = Settings()
    started = time.monotonic()
    with database_address(settings) as dsn:
        migrate(dsn)
        filled = asyncio.run(_fill(settings, dsn))
    typer.echo(f"{SAID[filled.outcome]} ({time.monotonic() - started:.1f} s)")
    if filled.missing:
        typer.echo(
            f"{len(filled.missing)} pictures are missing; a placeholder stands in for each."
            " Run this command again when they are there."
        )
    if filled.outcome != "occupied":
        _say_what_to_try(settings)


async def _fill(settings: Settings, dsn: str) -> Filled:
    async with runtime_of(settings, dsn) as runtime:
        return await _fill_with(runtime)


async def _fill_with(runtime: Runtime) -> Filled:
    def say(step: str) -> None:
        typer.echo(f"  {step} …")

    return await fill(runtime, say)


def _say_what_to_try(settings: Settings) -> None:
    promo = " or ".join(one["code"] for one in files.records("promotions.toml", "promo_code"))
    gifts = " or ".join(one["code"] for one in files.records("promotions.toml", "gift_code"))
    url = settings.public_url.rstrip("/")
    typer.echo(f"  Promo codes   {promo}")
    typer.echo(f"  Gift codes    {gifts}")
    if settings.smtp_url.get_secret_value():
        typer.echo("  Sign in       with any e-mail address; the code comes by mail")
    else:
        typer.echo(
            f"  Sign in       with any e-mail address or 10 digit phone number; the code is at\n"
            f"                {url}/outbox and in {settings.data_dir / 'outbox'}"
        )
