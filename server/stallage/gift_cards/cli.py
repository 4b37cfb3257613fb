"""`stallage giftcards`: list and void gift cards."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.gift_cards.actions import void_gift_card
from stallage.gift_cards.queries import newest_gift_cards
from stallage.operating import in_transaction
from stallage.wallet.errors import GiftCardRedeemed

CardName = Annotated[str, typer.Argument(metavar="CARD", help="An id from `giftcards list`.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(help="Gift cards that were sold.", no_args_is_help=True)
    commands.command(name="list")(list_gift_cards)
    commands.command()(void)
    app.add_typer(commands, name="giftcards")


def list_gift_cards(
    order: Annotated[str | None, typer.Option(help="Only those of this order.")] = None,
) -> None:
    """List the newest hundred gift cards, without their codes."""
    cards = in_transaction(lambda connection: newest_gift_cards(connection, order))
    for card in cards:
        amount = Currency.of(card.currency).format(card.amount)
        typer.echo(
            f"{card.public_id}  {card.state}  {amount}  {card.order_id or 'issued by an operator'}"
            f"  {card.send_at:%Y-%m-%d}  {card.recipient_email}"
        )
    if not cards:
        typer.echo("No gift card has been sold.")


def void(card: CardName) -> None:
    """Void a gift card without a refund. To refund it, cancel its order or line instead."""
    in_transaction(lambda connection: void_gift_card(connection, card), NotFound, GiftCardRedeemed)
    typer.echo(f"{card} is void and can no longer be redeemed.")
