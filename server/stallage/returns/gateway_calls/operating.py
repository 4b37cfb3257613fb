"""What an operator does to returns; the shell and the back office call this."""

from __future__ import annotations

from stallage.core.errors import ApiError, NotFound
from stallage.core.runtime import Runtime
from stallage.core.states import InvalidTransition
from stallage.orders.actions import LockedOrder, lock_order
from stallage.orders.gateway_calls.advancing import ActRefused, StatusAct, move_refused
from stallage.orders.rules import OrderStatus, read_public_id

ORDER_OF_RETURN = """
    SELECT order_id FROM returns WHERE public_id = $1
"""


async def act_on_return(
    runtime: Runtime, public_id: str, wanted: OrderStatus, act: StatusAct
) -> LockedOrder:
    """Does something to a return, named by its own number or its order's; the order as it is then.

    Raises ActRefused.
    """
    name = read_public_id(public_id)
    try:
        async with runtime.database.transaction() as connection:
            known = await connection.fetchval(ORDER_OF_RETURN, name)
            order = await lock_order(connection, name if known is None else int(known))
            try:
                await act(connection, order)
            except InvalidTransition as error:
                raise move_refused(order, wanted) from error
            return order
    except NotFound as error:
        raise ActRefused(f"There is no order or return {public_id}.") from error
    except ApiError as error:
        raise ActRefused(error.message) from error
