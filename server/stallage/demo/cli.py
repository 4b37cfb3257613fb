"""`stallage demo`."""

from __future__ import annotations

import asyncio
import time
import tomllib
from typing import Annotated

import typer

from stallage.core import logs
from stallage.demo.filling import GIFT_CODES, SHOP, FillResult, fill, void_demo_codes
from stallage.demo.trade.running import TradeRefused, write_trade
from stallage.migrations import migrate
from stallage.operating import in_shop
from stallage.process import database_address, open_runtime
from stallage.settings import Settings

MESSAGES: dict[FillResult, str] = {
    "filled": "The demo shop is ready.",
    "pictures": "The demo shop already exists. Missing pictures were restored.",
    "unchanged": "The demo shop already exists. Nothing was changed.",
    "occupied": "This database already has a catalogue. Nothing was changed.",
}


def register(app: typer.Typer) -> None:
    """Add the command to the `stallage` command."""
    app.command(name="demo")(fill_demo)


def fill_demo(
    void_codes: Annotated[
        bool,
        typer.Option("--void-codes", help="Void the demo shop's published gift codes instead."),
    ] = False,
    orders: Annotated[
        bool,
        typer.Option("--orders", help="Add two weeks of sample orders. No email is sent."),
    ] = False,
) -> None:
    """Fill an empty database with the demo shop and print codes to try. Idempotent."""
    if void_codes:
        voided = in_shop(void_demo_codes)
        typer.echo(f"Voided {voided} of the demo shop's gift codes.")
        return
    settings = Settings()
    logs.configure(settings.log_format, "warning")
    started = time.monotonic()
    with database_address(settings) as dsn:
        migrate(dsn)
        outcome = asyncio.run(_fill(settings, dsn))
        typer.echo(f"{MESSAGES[outcome]} ({time.monotonic() - started:.1f} s)")
        if orders:
            _add_orders(settings, dsn)
    if outcome != "occupied":
        promo = tomllib.loads((SHOP / "shop.toml").read_text(encoding="utf-8"))["promo_code"]
        typer.echo(f"  Promo codes   {' or '.join(entry['code'] for entry in promo)}")
        typer.echo(f"  Gift codes    {' or '.join(GIFT_CODES)}")
        typer.echo("  Sign in       with any email address; `serve` prints where to find the code")


def _add_orders(settings: Settings, dsn: str) -> None:
    started = time.monotonic()
    try:
        count = asyncio.run(_write_trade(settings, dsn))
    except TradeRefused as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    if count is None:
        typer.echo("The sample orders already exist. Nothing was changed.")
        return
    typer.echo(f"{count} sample orders were added. ({time.monotonic() - started:.1f} s)")


async def _write_trade(settings: Settings, dsn: str) -> int | None:
    async with open_runtime(settings, dsn) as runtime:
        return await write_trade(runtime)


async def _fill(settings: Settings, dsn: str) -> FillResult:
    async with open_runtime(settings, dsn) as runtime:
        return await fill(runtime)
