"""`stallage orders`: what an operator does about orders, from the shell."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.runtime import Runtime
from stallage.operating import in_shop
from stallage.orders.gateway_calls.advancing import ActRefused, advance_order
from stallage.orders.link_commands import register_in as register_links
from stallage.orders.packing import packing_lines
from stallage.orders.parcel_commands import register_in as register_parcels
from stallage.orders.queries import details_of, order_to_tell
from stallage.orders.rules import LABELS, OrderStatus, read_public_id, status_named

ORDER_ID = "SELECT id FROM orders WHERE public_id = $1"


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    orders = typer.Typer(help="What an operator does to orders.", no_args_is_help=True)
    orders.command()(advance)
    orders.command()(show)
    register_parcels(orders)
    register_links(orders)
    app.add_typer(orders, name="orders")


def advance(
    order_id: Annotated[str, typer.Argument(help="Such as SO-7K2M-9QXD.")],
    status: Annotated[str, typer.Argument(help="A status by its number or name, such as shipped.")],
) -> None:
    """Moves an order on, through the steps between; a move that is not allowed is refused."""
    try:
        wanted = status_named(status)
    except ValueError:
        names = ", ".join(f"{one:d} {LABELS[one].lower()}" for one in OrderStatus)
        typer.echo(f"There is no status {status}. There are: {names}.", err=True)
        raise typer.Exit(1) from None
    way = in_shop(lambda runtime: advance_order(runtime, order_id, wanted), ActRefused)
    for step in way:
        typer.echo(f"{read_public_id(order_id)} is now {LABELS[step].lower()}.")


async def _packing(runtime: Runtime, order_id: str) -> list[str]:
    async with runtime.database.reading() as connection:
        found = await connection.fetchval(ORDER_ID, read_public_id(order_id))
        if found is None:
            raise ActRefused(f"There is no order {order_id}.")
        order = details_of(await order_to_tell(connection, found))
    return list(packing_lines(order))


def show(
    order_id: Annotated[str, typer.Argument(help="Such as SO-7K2M-9QXD.")],
) -> None:
    """Prints what is needed to pack and send an order: items, address, notes and gift wishes."""
    for line in in_shop(lambda runtime: _packing(runtime, order_id), ActRefused):
        typer.echo(line)
