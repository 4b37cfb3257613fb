"""`stallage payments` and `stallage refunds`: settle stuck payments and handle unsent refunds."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.operating import in_shop, in_transaction
from stallage.payments.actions.manual_settlement import settle_manually
from stallage.payments.actions.refunds import record_refund_sent_by_hand, retry_refund
from stallage.payments.errors import PaymentNotStuck, RefundNotRefused
from stallage.payments.queries.stuck import StuckPayment, stuck_payments, unsent_refunds
from stallage.payments.rules.providers import usable_providers

RefundName = Annotated[str, typer.Argument(metavar="REFUND", help="An id from `refunds list`.")]
PaymentNames = Annotated[
    list[str], typer.Argument(metavar="PAYMENT...", help="Ids from `payments list`.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    payments = typer.Typer(help="Payments that wait for your decision.", no_args_is_help=True)
    payments.command(name="list")(list_payments)
    payments.command()(settle)
    payments.command()(fail)
    app.add_typer(payments, name="payments")
    refunds = typer.Typer(
        help="Refunds that were refused or are still to be sent.", no_args_is_help=True
    )
    refunds.command(name="list")(list_refunds)
    refunds.command()(retry)
    refunds.command()(sent)
    app.add_typer(refunds, name="refunds")


def list_payments() -> None:
    """List payments that the shop cannot settle.

    Their provider cannot be called or does not settle them, or another amount was paid.
    """

    async def read(runtime: Runtime) -> list[str]:
        async with runtime.database.reading() as connection:
            payments = await stuck_payments(connection, runtime.settings)
        return [_line(payment) for payment in payments]

    lines = in_shop(read)
    typer.echo("\n".join(lines) if lines else "No payment waits for your decision.")


def _line(payment: StuckPayment) -> str:
    line = (
        f"{payment.public_id}  {payment.state}  {payment.paid_for}"
        f"  {Currency.of(payment.currency).format(payment.amount)}  {payment.provider}"
        f"  {payment.session or '-'}"
    )
    if payment.other_amount is not None:
        currency = (payment.other_currency or "").upper()
        line += f"  paid {payment.other_amount} {currency} in the provider's unit"
    return line


def _decide(payments: list[str], outcome: Literal["paid", "ended"]) -> None:
    async def act(runtime: Runtime) -> None:
        async with runtime.database.transaction() as connection:
            for payment in payments:
                await settle_manually(connection, runtime.settings, payment, outcome)

    in_shop(act, PaymentNotStuck)


def settle(payments: PaymentNames) -> None:
    """Record that you have seen the money at the provider: the order is paid.

    If the order has ended and cannot be revived, this requests a refund, which you then send.
    """
    _decide(payments, "paid")
    typer.echo("The payments count as paid.")


def fail(payments: PaymentNames) -> None:
    """Record that no money will come, or that you have sent it back: the order can end."""
    _decide(payments, "ended")
    typer.echo("The payments are closed. Orders past their time to pay end within a minute.")


def list_refunds() -> None:
    """List refunds that were not sent: refused ones need you, pending ones wait for the provider."""
    lines = [
        f"{refund.public_id}  {refund.state}  {refund.paid_for}"
        f"  {Currency.of(refund.currency).format(refund.amount)}  {refund.provider}"
        f"  {refund.session}  {refund.reason}"
        for refund in in_transaction(unsent_refunds)
    ]
    typer.echo("\n".join(lines) if lines else "All refunds have been sent.")


def retry(refund: RefundName) -> None:
    """Send a refused refund to the provider again, such as after adding funds to the account."""
    in_transaction(lambda connection: retry_refund(connection, refund), RefundNotRefused)
    typer.echo("The refund will be sent to the provider again.")


def sent(refund: RefundName) -> None:
    """Record that you have sent a refund by other means, because the provider refused it or is gone."""

    async def act(runtime: Runtime) -> None:
        async with runtime.database.transaction() as connection:
            await record_refund_sent_by_hand(connection, refund, usable_providers(runtime.settings))

    in_shop(act, RefundNotRefused)
    typer.echo("The refund is recorded as sent by hand.")
