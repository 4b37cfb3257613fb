"""`stallage newsletter`: who reads it, for whatever sends it."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from typing import Any, TextIO

import typer

from stallage.core.spreadsheets import escape_formula
from stallage.newsletter.emails import end_address
from stallage.newsletter.queries import readers
from stallage.operating import in_transaction
from stallage.settings import Settings


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    commands = typer.Typer(help="Who reads the newsletter.", no_args_is_help=True)
    commands.command(name="list")(list_readers)
    # A command group with one command would swallow its name.
    commands.callback()(lambda: None)
    app.add_typer(commands, name="newsletter")


def list_readers() -> None:
    """Prints everybody who has confirmed, as CSV: address, day, and the link that ends it."""
    rows = in_transaction(readers)
    write_readers(sys.stdout, rows, Settings().public_url)


def write_readers(stream: TextIO, rows: Iterable[Any], shop: str) -> None:
    """Write readers as CSV that is safe to open in a spreadsheet."""
    table = csv.writer(stream)
    table.writerow(["email", "confirmed", "unsubscribe"])
    for row in rows:
        end = end_address(shop, row["token"])
        # An address may begin as a formula does, and was typed by a stranger.
        table.writerow([escape_formula(row["email"]), f"{row['confirmed_at']:%Y-%m-%d}", end])
