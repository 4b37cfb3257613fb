"""`stallage newsletter`: list the subscribers, for the program that sends the newsletter."""

from __future__ import annotations

import sys

import typer

from stallage.newsletter.emails import unsubscribe_url
from stallage.newsletter.formats import write_subscribers
from stallage.newsletter.queries import list_subscribers
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
    shop_url = Settings().public_url
    rows = (
        (one.email, one.confirmed_at, unsubscribe_url(shop_url, one.token))
        for one in in_transaction(list_subscribers)
    )
    write_subscribers(sys.stdout, rows)
