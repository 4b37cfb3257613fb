"""`stallage orders`: operations on orders from the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.runtime import Runtime
from stallage.operating import in_shop
from stallage.orders.cli.links import register_in as register_links
from stallage.orders.cli.parcels import register_in as register_parcels
from stallage.orders.gateway_calls.advancing import OperationRefused, advance_order
from stallage.orders.queries import order_details
from stallage.orders.rules import LABELS, OrderStatus, normalize_public_id, parse_status
from stallage.orders.rules.packing_list import packing_list

ORDER_ID = "SELECT id FROM orders WHERE public_id = $1"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    orders = typer.Typer(help="Manage orders.", no_args_is_help=True)
    orders.command()(advance)
    orders.command()(show)
    register_parcels(orders)
    register_links(orders)
    app.add_typer(orders, name="orders")


def advance(
    order_id: Annotated[str, typer.Argument(help="Such as SO-7K2M-9QXD.")],
    status: Annotated[str, typer.Argument(help="A status by its number or name, such as shipped.")],
) -> None:
    """Change the status of an order, through the statuses between."""
    try:
        target = parse_status(status)
    except ValueError:
        names = ", ".join(f"{one:d} {LABELS[one].lower()}" for one in OrderStatus)
        typer.echo(f"There is no status {status}. There are: {names}.", err=True)
        raise typer.Exit(1) from None
    path = in_shop(lambda runtime: advance_order(runtime, order_id, target), OperationRefused)
    for step in path:
        typer.echo(f"{normalize_public_id(order_id)} is now {LABELS[step].lower()}.")


async def _packing_list(runtime: Runtime, order_id: str) -> list[str]:
    async with runtime.database.reading() as connection:
        found = await connection.fetchval(ORDER_ID, normalize_public_id(order_id))
        if found is None:
            raise OperationRefused(f"There is no order {order_id}.")
        order = await order_details(connection, found)
    return list(packing_list(order))


def show(
    order_id: Annotated[str, typer.Argument(help="Such as SO-7K2M-9QXD.")],
) -> None:
    """Print what is needed to pack and send an order: items, address, notes and gift options."""
    for line in in_shop(lambda runtime: _packing_list(runtime, order_id), OperationRefused):
        typer.echo(line)
