"""The order in a path, for routes that act on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Query, Request

from stallage.core.access import OptionalCustomerId
from stallage.core.envelope import Answer, answer
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import Line
from stallage.orders.queries.access import authorize_order, order_for
from stallage.orders.schemas import OrderDetails

OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]
GuestKey = Annotated[
    Line | None,
    Query(alias="key", max_length=128, description="The key of a guest's order, from its emails."),
]


@dataclass(frozen=True, slots=True)
class AuthorizedOrder:
    """An order that the requester may act on, and how they gained access."""

    id: int
    public_id: str
    customer: int | None
    key: str | None
    runtime: Runtime

    async def answer(self) -> Answer[OrderDetails]:
        """Read the order and build the response."""
        async with self.runtime.database.reading() as connection:
            secrets = self.runtime.secrets
            order = await order_for(connection, secrets, self.public_id, self.customer, self.key)
        return answer(order)


async def _authorize(
    request: Request, order_id: OrderId, customer: OptionalCustomerId, key: GuestKey = None
) -> AuthorizedOrder:
    runtime = runtime_of(request)
    async with runtime.database.reading() as connection:
        found = await authorize_order(connection, runtime.secrets, order_id, customer, key)
    return AuthorizedOrder(found, order_id, customer, key, runtime)


OrderAccess = Annotated[AuthorizedOrder, Depends(_authorize)]
"""The order in the path, for its customer or a guest with its key; 404 for everybody else."""
