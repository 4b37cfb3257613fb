"""`stallage demo`."""

from __future__ import annotations

import asyncio
import time
import tomllib
from typing import Annotated

import typer

from stallage.core import logs
from stallage.demo.filling import GIFT_CODES, SHOP, Filled, fill, void_gift_codes
from stallage.migrations import migrate
from stallage.operating import in_shop
from stallage.process import database_address, open_runtime
from stallage.settings import Settings

MESSAGES: dict[Filled, str] = {
    "filled": "The demo shop is ready.",
    "pictures": "The demo shop was there already; lost pictures were put back.",
    "unchanged": "The demo shop is there already; nothing has changed.",
    "occupied": "This database holds a catalogue already, so the demo shop stays out of it.",
}


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(name="demo")(fill_demo)


def fill_demo(
    void_codes: Annotated[
        bool,
        typer.Option("--void-codes", help="Void the demo shop's published gift codes instead."),
    ] = False,
) -> None:
    """Fills an empty database with the demo shop (twice is once) and says what to try in it."""
    if void_codes:
        voided = in_shop(void_gift_codes)
        typer.echo(f"{voided} of the demo shop's gift codes were good and are void now.")
        return
    settings = Settings()
    logs.configure(settings.log_format, "warning")
    started = time.monotonic()
    with database_address(settings) as dsn:
        migrate(dsn)
        outcome = asyncio.run(_fill(settings, dsn))
    typer.echo(f"{MESSAGES[outcome]} ({time.monotonic() - started:.1f} s)")
    if outcome != "occupied":
        promo = tomllib.loads((SHOP / "shop.toml").read_text(encoding="utf-8"))["promo_code"]
        typer.echo(f"  Promo codes   {' or '.join(one['code'] for one in promo)}")
        typer.echo(f"  Gift codes    {' or '.join(GIFT_CODES)}")
        typer.echo(
            "  Sign in       with any e-mail address; `serve` prints where the code is shown"
        )


async def _fill(settings: Settings, dsn: str) -> Filled:
    async with open_runtime(settings, dsn) as runtime:
        return await fill(runtime)
