"""`stallage stamp-card`: list customers by their stamps."""

from __future__ import annotations

import typer

from stallage.operating import in_transaction
from stallage_stamp_card.queries import all_cards


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(help="Stamp cards of customers.", no_args_is_help=True)
    commands.command(name="list")(list_cards)
    # Typer would drop the name of a group's only command.
    commands.callback()(lambda: None)
    app.add_typer(commands, name="stamp-card")


def list_cards() -> None:
    """Print customers by their number of stamps."""
    for row in in_transaction(all_cards):
        typer.echo(f"{row['stamps']:>5}  customer {row['customer_id']}")
