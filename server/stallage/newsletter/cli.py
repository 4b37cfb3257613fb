"""`stallage newsletter`: who reads it, for whatever sends it."""

from __future__ import annotations

import csv
import sys

import typer

from stallage.newsletter.letters import end_address
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
    shop = Settings().public_url
    table = csv.writer(sys.stdout)
    table.writerow(["email", "confirmed", "unsubscribe"])
    for row in rows:
        end = end_address(shop, row["token"])
        table.writerow([row["email"], f"{row['confirmed_at']:%Y-%m-%d}", end])
