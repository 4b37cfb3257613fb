"""`stallage newsletter`: list the subscribers, for the program that sends the newsletter."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from typing import TextIO

import typer

from stallage.core.spreadsheets import escape_formula
from stallage.newsletter.emails import unsubscribe_url
from stallage.newsletter.queries import Subscriber, list_subscribers
from stallage.operating import in_transaction
from stallage.settings import Settings


def register(app: typer.Typer) -> None:
    """Add the commands to the `stallage` command."""
    commands = typer.Typer(help="Newsletter subscribers.", no_args_is_help=True)
    commands.command(name="list")(print_subscribers)
    # Without a callback, a group with one command would omit the command's name.
    commands.callback()(lambda: None)
    app.add_typer(commands, name="newsletter")


def print_subscribers() -> None:
    """Print the confirmed subscribers as CSV: email address, date, unsubscribe link."""
    write_subscribers(sys.stdout, in_transaction(list_subscribers), Settings().public_url)


def write_subscribers(stream: TextIO, subscribers: Iterable[Subscriber], shop_url: str) -> None:
    """Write subscribers as CSV that is safe to open in a spreadsheet."""
    table = csv.writer(stream)
    table.writerow(["email", "confirmed", "unsubscribe"])
    for subscriber in subscribers:
        # Strangers choose the address, which may begin like a formula.
        email = escape_formula(subscriber.email)
        link = unsubscribe_url(shop_url, subscriber.token)
        table.writerow([email, f"{subscriber.confirmed_at:%Y-%m-%d}", link])
