"""Changes returns on behalf of an operator, from the command line or the back office."""

from __future__ import annotations

from stallage.core.errors import ApiError, NotFound
from stallage.core.runtime import Runtime
from stallage.core.states import InvalidTransition
from stallage.orders.actions import LockedOrder, lock_order
from stallage.orders.gateway_calls.advancing import (
    OperationRefused,
    StatusAction,
    transition_refused,
)
from stallage.orders.rules import OrderStatus, normalize_public_id

ORDER_OF_RETURN = """
    SELECT order_id FROM returns WHERE public_id = $1
"""


async def change_return(
    runtime: Runtime, public_id: str, target: OrderStatus, action: StatusAction
) -> LockedOrder:
    """Change a return with an action that leads to the status `target`, and return its order.

    `public_id` is that of the return or its order. Raises OperationRefused.
    """
    name = normalize_public_id(public_id)
    try:
        async with runtime.database.transaction() as connection:
            known = await connection.fetchval(ORDER_OF_RETURN, name)
            order = await lock_order(connection, name if known is None else int(known))
            try:
                await action(connection, order)
            except InvalidTransition as error:
                raise transition_refused(order, target) from error
            return order
    except NotFound as error:
        raise OperationRefused(f"There is no order or return {public_id}.") from error
    except ApiError as error:
        raise OperationRefused(error.message) from error
