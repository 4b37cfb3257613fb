"""What an operator does about refunds that a provider would not send."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.money import Currency
from stallage.operating import in_transaction
from stallage.payments.actions.refunds import (
    RefundNotRefused,
    note_sent_by_hand,
    unsent_refunds,
    want_again,
)

RefundName = Annotated[str, typer.Argument(metavar="REFUND", help="As `refunds list` names it.")]


def register(app: typer.Typer) -> None:
    """Adds `stallage refunds`."""
    refunds = typer.Typer(help="Money on its way back.", no_args_is_help=True)
    refunds.command(name="list")(list_refunds)
    refunds.command()(retry)
    refunds.command()(sent)
    app.add_typer(refunds, name="refunds")


def list_refunds() -> None:
    """Refunds that have not been sent: refused ones wait for you, wanted ones for the provider."""
    rows = in_transaction(unsent_refunds)
    lines = [
        f"{row['public_id']}  {row['state']}  {row['order_public_id']}"
        f"  {Currency.of(row['currency']).text(row['amount'])}  {row['provider']}"
        f"  {row['session']}  {row['reason']}"
        for row in rows
    ]
    typer.echo("\n".join(lines) if lines else "All refunds have been sent.")


def retry(refund: RefundName) -> None:
    """Asks the provider once more for a refund that it refused, such as after filling the account."""
    in_transaction(lambda connection: want_again(connection, refund), RefundNotRefused)
    typer.echo("The provider is asked again.")


def sent(refund: RefundName) -> None:
    """Notes that you have sent a refused refund by other means."""
    in_transaction(lambda connection: note_sent_by_hand(connection, refund), RefundNotRefused)
    typer.echo("The books say that it was sent by hand.")
