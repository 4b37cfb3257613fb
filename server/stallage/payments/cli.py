"""What an operator does about payments that the shop cannot settle, and refunds that were not sent."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.operating import in_shop, in_transaction
from stallage.payments.actions.refunds import (
    RefundNotRefused,
    note_sent_by_hand,
    unsent_refunds,
    want_again,
)
from stallage.payments.providers import usable_providers
from stallage.payments.stuck import PaymentNotStuck, settle_by_hand, stuck_payments

RefundName = Annotated[str, typer.Argument(metavar="REFUND", help="As `refunds list` names it.")]
PaymentNames = Annotated[
    list[str], typer.Argument(metavar="PAYMENT...", help="As `payments list` names them.")
]


def register(app: typer.Typer) -> None:
    """Adds `stallage payments` and `stallage refunds`."""
    payments = typer.Typer(help="Payments that wait for your decision.", no_args_is_help=True)
    payments.command(name="list")(list_payments)
    payments.command()(settle)
    payments.command()(fail)
    app.add_typer(payments, name="payments")
    refunds = typer.Typer(help="Money on its way back.", no_args_is_help=True)
    refunds.command(name="list")(list_refunds)
    refunds.command()(retry)
    refunds.command()(sent)
    app.add_typer(refunds, name="refunds")


def list_payments() -> None:
    """Payments that the shop cannot settle: their provider cannot be asked, or got another amount."""

    async def read(runtime: Runtime) -> list[str]:
        async with runtime.database.reading() as connection:
            rows = await stuck_payments(connection, runtime.settings)
        lines = []
        for row in rows:
            line = (
                f"{row['public_id']}  {row['state']}  {row['paid_for']}"
                f"  {Currency.of(row['currency']).format(row['amount'])}  {row['provider']}"
                f"  {row['session'] or '-'}"
            )
            if row["other_amount"] is not None:
                line += f"  paid {row['other_amount']} {row['other_currency'].upper()}"
                line += " in the provider's unit"
            lines.append(line)
        return lines

    lines = in_shop(read)
    typer.echo("\n".join(lines) if lines else "No payment waits for you.")


def _decide(payments: list[str], outcome: Literal["paid", "ended"]) -> None:
    async def act(runtime: Runtime) -> None:
        async with runtime.database.transaction() as connection:
            for payment in payments:
                await settle_by_hand(connection, runtime.settings, payment, outcome)

    in_shop(act, PaymentNotStuck)


def settle(payments: PaymentNames) -> None:
    """Notes that you have seen the money at the provider: the order is paid.

    Where the order has ended and its items are gone, a refund is written for you to send.
    """
    _decide(payments, "paid")
    typer.echo("The payments count as paid.")


def fail(payments: PaymentNames) -> None:
    """Notes that no money will come, or that you have sent it back: the order can end."""
    _decide(payments, "ended")
    typer.echo("The payments are closed. Orders whose time is over end within a minute.")


def list_refunds() -> None:
    """Refunds that have not been sent: refused ones wait for you, wanted ones for the provider."""
    rows = in_transaction(unsent_refunds)
    lines = [
        f"{row['public_id']}  {row['state']}  {row['order_public_id']}"
        f"  {Currency.of(row['currency']).format(row['amount'])}  {row['provider']}"
        f"  {row['session']}  {row['reason']}"
        for row in rows
    ]
    typer.echo("\n".join(lines) if lines else "All refunds have been sent.")


def retry(refund: RefundName) -> None:
    """Asks the provider once more for a refund that it refused, such as after filling the account."""
    in_transaction(lambda connection: want_again(connection, refund), RefundNotRefused)
    typer.echo("The provider is asked again.")


def sent(refund: RefundName) -> None:
    """Notes that you have sent a refund by other means: one that was refused, or cannot be asked for."""

    async def act(runtime: Runtime) -> None:
        async with runtime.database.transaction() as connection:
            await note_sent_by_hand(connection, refund, usable_providers(runtime.settings))

    in_shop(act, RefundNotRefused)
    typer.echo("The books say that it was sent by hand.")
