"""The order of a path, for calls that act on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from fastapi import Depends, Path, Query, Request

from stallage.core.access import OptionalCustomerId
from stallage.core.envelope import Answer, answer
from stallage.core.errors import InvalidFields
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import Line
from stallage.core.validation import message
from stallage.orders.queries import order_for, visible_id
from stallage.orders.schemas import OrderDetails

OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]
GuestKey = Annotated[
    Line | None,
    Query(alias="key", max_length=128, description="Of a guest's order, from its mail."),
]


@dataclass(frozen=True, slots=True)
class Seen:
    """An order that the asker may act on, and how they see it."""

    id: int
    public_id: str
    customer: int | None
    key: str | None
    runtime: Runtime

    async def answer(self) -> Answer[OrderDetails]:
        """The order as it stands now."""
        async with self.runtime.database.reading() as connection:
            secrets = self.runtime.secrets
            order = await order_for(connection, secrets, self.public_id, self.customer, self.key)
        return answer(order)


async def _seen(
    request: Request, order_id: OrderId, customer: OptionalCustomerId, key: GuestKey = None
) -> Seen:
    runtime = runtime_of(request)
    async with runtime.database.reading() as connection:
        found = await visible_id(connection, runtime.secrets, order_id, customer, key)
    return Seen(found, order_id, customer, key, runtime)


SeenOrder = Annotated[Seen, Depends(_seen)]
"""The order of the path, for its customer or for who has its key; 404 for everybody else."""


class LineQuantity(Protocol):
    """A line of an input and how many units of it are meant."""

    @property
    def line_id(self) -> int: ...
    @property
    def quantity(self) -> int | None: ...


def quantities(lines: Iterable[LineQuantity]) -> dict[int, Any]:
    """Quantities by line id. Raises InvalidFields if a line is named twice."""
    units: dict[int, Any] = {}
    for line in lines:
        if line.line_id in units:
            raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
        units[line.line_id] = line.quantity
    return units
