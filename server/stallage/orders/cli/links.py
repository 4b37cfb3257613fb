"""`stallage orders revoke-link`."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.operating import in_transaction
from stallage.orders.actions import revoke_links
from stallage.orders.rules import normalize_public_id


def register_in(orders: typer.Typer) -> None:
    """Add the command to `stallage orders`."""
    orders.command(name="revoke-link")(revoke_link)


def revoke_link(
    order_id: Annotated[str, typer.Argument(help="Such as SO-7K2M-9QXD.")],
) -> None:
    """Revoke the links in all emails of an order, for example after one was forwarded.

    Emails sent from now on contain a new link.
    """
    public_id = normalize_public_id(order_id)
    in_transaction(lambda connection: revoke_links(connection, public_id), NotFound)
    typer.echo(
        f"The links sent for {public_id} no longer work."
        " The shopper can open the order at /find-order with a code."
    )
