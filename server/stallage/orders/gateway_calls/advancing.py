"""What an operator does to move an order on; the shell and the back office call this."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from stallage.core.db import Connection
from stallage.core.errors import ApiError, NotFound
from stallage.core.runtime import Runtime
from stallage.core.states import InvalidTransition
from stallage.orders.actions import LockedOrder, change_status, lock_order
from stallage.orders.errors import PaymentUnavailable
from stallage.orders.gateway_calls.cancelling import cancel_order
from stallage.orders.rules import (
    CANCELLED,
    LABELS,
    MOVES,
    STEPS,
    OrderStatus,
    awaits_payment,
    read_public_id,
)

StatusAct = Callable[[Connection, LockedOrder], Awaitable[None]]

ACTS: dict[OrderStatus, StatusAct] = {}
"""How an operator brings an order to statuses that later features own."""


def advance_by(status: OrderStatus, act: StatusAct) -> None:
    """Declares how an order is brought to a status. Raises ValueError if another feature has."""
    if ACTS.setdefault(status, act) is not act:
        raise ValueError(f"two features bring orders to {LABELS[status]}")


class ActRefused(Exception):
    """It cannot be done; the text says why."""


def move_refused(order: LockedOrder, wanted: OrderStatus) -> ActRefused:
    """Why an order cannot be brought to a status from where it is."""
    now = LABELS[order.status].lower()
    return ActRefused(
        f"{order.public_id} is {now}; it cannot become {LABELS[wanted].lower()} from there."
    )


async def _change(connection: Connection, order: LockedOrder, status: OrderStatus) -> None:
    act = ACTS.get(status)
    if act is None:
        await change_status(connection, order, status, "operator")
    else:
        await act(connection, order)


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
                await _change(connection, order, step)
    except NotFound as error:
        raise ActRefused(f"There is no order {public_id}.") from error
    except PaymentUnavailable as error:
        raise ActRefused(
            "The payment provider cannot be reached, so its session could not be ended. Try again."
        ) from error
    except InvalidTransition as error:
        raise move_refused(order, wanted) from error
    except ApiError as error:
        raise ActRefused(error.message) from error
    return way
