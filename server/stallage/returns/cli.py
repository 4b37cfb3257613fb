"""`stallage returns`: operations on returns from the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.operating import in_shop
from stallage.orders.gateway_calls.advancing import OperationRefused, StatusAction
from stallage.orders.rules import LABELS, OrderStatus
from stallage.returns import actions
from stallage.returns.gateway_calls.operating import change_return

ReturnName = Annotated[
    str, typer.Argument(metavar="ID", help="Of the return or its order, such as RT-7K2M-9QXD.")
]

OPEN = """
    SELECT r.public_id, o.public_id AS order_public_id, r.status, r.resolution, r.withdrawal,
        r.amount, o.currency, r.requested_at, r.reason,
        (SELECT string_agg(rl.quantity || ' × ' || l.title, ', ' ORDER BY l.position)
            FROM return_lines rl JOIN order_lines_view l ON l.id = rl.order_line_id
                AND l.owner_id = rl.owner_id
            WHERE rl.return_id = r.id AND rl.owner_id = r.owner_id) AS items
    FROM returns r JOIN orders_view o ON o.id = r.order_id AND o.owner_id = r.owner_id
    WHERE r.status IN (9, 10, 11, 15) ORDER BY r.requested_at, r.id
"""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    returns = typer.Typer(help="Manage returns.", no_args_is_help=True)
    returns.command(name="list")(list_returns)
    returns.command()(approve)
    returns.command()(refuse)
    returns.command(name="pick-up")(pick_up)
    returns.command()(receive)
    returns.command()(complete)
    app.add_typer(returns, name="returns")


async def _open_returns(runtime: Runtime) -> list[str]:
    async with runtime.database.reading() as connection:
        rows = await connection.fetch(OPEN)
    lines = []
    for row in rows:
        amount = Currency.of(row["currency"]).format(row["amount"], runtime.settings.locale)
        kind = "withdrawal" if row["withdrawal"] else row["resolution"]
        lines.append(
            f"{row['public_id']}  {row['order_public_id']}  {row['requested_at']:%Y-%m-%d}"
            f"  {LABELS[OrderStatus(row['status'])]:<17}  {kind}  {amount}"
        )
        lines.append(f"  {row['items']}")
        if row["reason"]:
            lines.append(f"  {' '.join(row['reason'].split())[:200]}")
    return lines


def list_returns() -> None:
    """Print the open returns, oldest first."""
    for line in in_shop(_open_returns) or ["No return is open."]:
        typer.echo(line)


def _change(name: str, target: OrderStatus, action: StatusAction) -> None:
    order = in_shop(lambda runtime: change_return(runtime, name, target, action), OperationRefused)
    typer.echo(f"{order.public_id} is now {LABELS[order.status].lower()}.")


def approve(name: ReturnName) -> None:
    """Approve a return. The email tells the shopper where to send it."""
    _change(name, OrderStatus.RETURN_APPROVED, actions.approve_return)


def refuse(
    name: ReturnName, answer: Annotated[str, typer.Argument(help="The reason, for the shopper.")]
) -> None:
    """Refuse a return, or the items that arrived. The email tells the shopper why."""
    if not answer.strip() or "\x00" in answer:
        typer.echo("Please enter a reason for the shopper.", err=True)
        raise typer.Exit(1)
    _change(
        name,
        OrderStatus.RETURN_REFUSED,
        lambda connection, order: actions.refuse_return(connection, order, answer.strip()),
    )


def pick_up(name: ReturnName) -> None:
    """Record that the carrier has picked up the items."""
    _change(name, OrderStatus.PICKED_UP, actions.pick_up_return)


def receive(
    name: ReturnName,
    damaged: Annotated[
        bool,
        typer.Option(
            "--damaged", help="The items cannot be sold again and are not put into stock."
        ),
    ] = False,
) -> None:
    """Record that the items have arrived, and put them back into stock."""
    action = actions.receive_damaged_return if damaged else actions.receive_return
    _change(name, OrderStatus.BACK_AT_COMPANY, action)


def complete(name: ReturnName) -> None:
    """Complete a return: refund the money, or send the replacements."""
    _change(name, OrderStatus.RETURN_COMPLETED, actions.complete_return)
