"""What an operator does to orders and returns; the shell and the back office call these."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from stallage.core.db import Connection
from stallage.core.errors import NotFound, Refusal
from stallage.core.runtime import Runtime
from stallage.core.states import MoveRefused
from stallage.orders.actions import LockedOrder, change_status, lock_order
from stallage.orders.rules import (
    CANCELLED,
    LABELS,
    MOVES,
    STEPS,
    OrderStatus,
    awaits_payment,
    read_public_id,
)
from stallage.payments.errors import PaymentUnavailable
from stallage.returns import actions
from stallage.returns.outside.cancelling import cancel_order
from stallage.returns.rules import FROM_RETURN

ReturnAct = Callable[[Connection, LockedOrder], Awaitable[None]]

ORDER_OF_RETURN = """
    SELECT order_id FROM returns WHERE public_id = $1
"""


class ActRefused(Exception):
    """It cannot be done; the text says why."""


async def _refuse_without_reason(_connection: Connection, _order: LockedOrder) -> None:
    await actions.refuse_return(_connection, _order, "")


RETURN_ACTS: dict[OrderStatus, ReturnAct] = {
    OrderStatus.RETURN_APPROVED: actions.approve_return,
    OrderStatus.RETURN_REFUSED: _refuse_without_reason,
    OrderStatus.PICKED_UP: actions.pick_up_return,
    OrderStatus.BACK_AT_COMPANY: actions.receive_return,
    OrderStatus.RETURN_COMPLETED: actions.complete_return,
}
"""How an operator brings a return to a status."""


def _sentence(order: LockedOrder, wanted: OrderStatus) -> str:
    now = LABELS[order.status].lower()
    return f"{order.public_id} is {now}; it cannot become {LABELS[wanted].lower()} from there."


async def advance_order(runtime: Runtime, public_id: str, wanted: OrderStatus) -> list[OrderStatus]:
    """Moves an order, or its return, on through the steps between; the statuses it went through.

    Raises ActRefused; steps before the one that was refused are done.
    """
    try:
        async with runtime.database.transaction() as connection:
            order = await lock_order(connection, read_public_id(public_id))
            way = MOVES["operator"].path(order.status, wanted, STEPS)
            if wanted not in CANCELLED and awaits_payment(
                order.status, order.payment_status, order.pay_until
            ):
                raise ActRefused(f"{order.public_id} is not paid yet.")
        if wanted in CANCELLED:
            await cancel_order(runtime, order.id, "operator")
            return way
        for step in way:
            # A transaction for each: two steps may both lock stock, which is locked all at once.
            async with runtime.database.transaction() as connection:
                order = await lock_order(connection, order.id)
                if step in FROM_RETURN:
                    await RETURN_ACTS[step](connection, order)
                else:
                    await change_status(connection, order, step, "operator")
    except NotFound as error:
        raise ActRefused(f"There is no order {public_id}.") from error
    except PaymentUnavailable as error:
        raise ActRefused(
            "The payment provider cannot be reached, so its session could not be ended. Try again."
        ) from error
    except MoveRefused as error:
        raise ActRefused(_sentence(order, wanted)) from error
    except Refusal as error:
        raise ActRefused(error.message) from error
    return way


async def act_on_return(
    runtime: Runtime, public_id: str, wanted: OrderStatus, act: ReturnAct
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
            except MoveRefused as error:
                raise ActRefused(_sentence(order, wanted)) from error
            return order
    except NotFound as error:
        raise ActRefused(f"There is no order or return {public_id}.") from error
    except Refusal as error:
        raise ActRefused(error.message) from error
