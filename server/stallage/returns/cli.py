"""`stallage returns`: what an operator does about returns, from the shell."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.operating import in_shop
from stallage.orders.gateway_calls.advancing import ActRefused, StatusAct
from stallage.orders.rules import LABELS, OrderStatus
from stallage.returns import actions
from stallage.returns.gateway_calls.operating import act_on_return

ReturnName = Annotated[
    str, typer.Argument(metavar="ID", help="Of the return or its order, such as RT-7K2M-9QXD.")
]

OPEN = """
    SELECT r.public_id, o.public_id AS order_public_id, r.status, r.resolution, r.withdrawal,
        r.amount, o.currency, r.requested_at, r.reason,
        (SELECT string_agg(rl.quantity || ' × ' || l.title, ', ' ORDER BY l.position)
            FROM return_lines rl JOIN order_lines l ON l.id = rl.order_line_id
            WHERE rl.return_id = r.id) AS things
    FROM returns r JOIN orders o ON o.id = r.order_id
    WHERE r.status IN (9, 10, 11, 15) ORDER BY r.requested_at, r.id
"""


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    returns = typer.Typer(help="What shoppers send back.", no_args_is_help=True)
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
        lines.append(f"  {row['things']}")
        if row["reason"]:
            lines.append(f"  {' '.join(row['reason'].split())[:200]}")
    return lines


def list_returns() -> None:
    """Prints the returns that are on their way, the oldest first."""
    for line in in_shop(_open_returns) or ["No return is open."]:
        typer.echo(line)


def _act(name: str, wanted: OrderStatus, act: StatusAct) -> None:
    order = in_shop(lambda runtime: act_on_return(runtime, name, wanted, act), ActRefused)
    typer.echo(f"{order.public_id} is now {LABELS[order.status].lower()}.")


def approve(name: ReturnName) -> None:
    """Agrees to a return; the shopper is told where to send it."""
    _act(name, OrderStatus.RETURN_APPROVED, actions.approve_return)


def refuse(
    name: ReturnName, answer: Annotated[str, typer.Argument(help="Why, for the shopper to read.")]
) -> None:
    """Refuses a return, or what came back; the shopper is told why."""
    if not answer.strip() or "\x00" in answer:
        typer.echo("The shopper needs a reason.", err=True)
        raise typer.Exit(1)
    _act(
        name,
        OrderStatus.RETURN_REFUSED,
        lambda connection, order: actions.refuse_return(connection, order, answer.strip()),
    )


def pick_up(name: ReturnName) -> None:
    """Notes that the carrier has fetched the things."""
    _act(name, OrderStatus.PICKED_UP, actions.pick_up_return)


def receive(
    name: ReturnName,
    damaged: Annotated[
        bool,
        typer.Option("--damaged", help="They cannot be sold again, so stock does not go up."),
    ] = False,
) -> None:
    """Notes that the things are back, and puts them into stock again."""
    act = actions.receive_damaged_return if damaged else actions.receive_return
    _act(name, OrderStatus.BACK_AT_COMPANY, act)


def complete(name: ReturnName) -> None:
    """Ends a return well: the money goes back, or the other things are sent."""
    _act(name, OrderStatus.RETURN_COMPLETED, actions.complete_return)
