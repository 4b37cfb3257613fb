"""`stallage giftcards`: what an operator does about gift cards, from the shell."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.gift_cards.actions import void_gift_card
from stallage.gift_cards.queries import bought, newest_gift_cards
from stallage.operating import in_transaction
from stallage.wallet.errors import GiftCardRedeemed

CardName = Annotated[str, typer.Argument(metavar="CARD", help="As `giftcards list` names it.")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    commands = typer.Typer(help="Gift cards that were sold.", no_args_is_help=True)
    commands.command(name="list")(list_gift_cards)
    commands.command()(void)
    app.add_typer(commands, name="giftcards")


def list_gift_cards(
    order: Annotated[str | None, typer.Option(help="Those of an order alone.")] = None,
) -> None:
    """Prints the newest hundred gift cards. Their codes are known to nobody but the recipients."""
    rows = in_transaction(lambda connection: newest_gift_cards(connection, order))
    for row in rows:
        amount = Currency.of(row["currency"]).format(row["amount"])
        typer.echo(
            f"{row['public_id']}  {bought(row).state}  {amount}  {row['order_id']}"
            f"  {row['send_at']:%Y-%m-%d}  {row['recipient_email']}"
        )
    if not rows:
        typer.echo("No gift card has been sold.")


def void(card: CardName) -> None:
    """Makes a gift card worthless. No money goes back: to refund it, cancel its order or line."""
    in_transaction(lambda connection: void_gift_card(connection, card), NotFound, GiftCardRedeemed)
    typer.echo(f"{card} can be redeemed no more.")
