"""What an operator does about the links of guests' orders."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.operating import in_transaction
from stallage.orders.actions import revoke_links
from stallage.orders.rules import read_public_id


def register_in(orders: typer.Typer) -> None:
    """Adds `stallage orders revoke-link`."""
    orders.command(name="revoke-link")(revoke_link)


def revoke_link(
    order_id: Annotated[str, typer.Argument(help="Such as SO-7K2M-9QXD.")],
) -> None:
    """Makes the links in all emails of an order useless, such as after one was forwarded.

    Emails that are sent from now on carry a new one.
    """
    public_id = read_public_id(order_id)
    in_transaction(lambda connection: revoke_links(connection, public_id), NotFound)
    typer.echo(
        f"The links sent for {public_id} work no more."
        " Its shopper finds the order again at /find-order, by a code."
    )
