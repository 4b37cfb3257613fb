"""Advances orders on behalf of an operator, from the command line or the back office."""

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
    STEPS,
    TRANSITIONS,
    OrderStatus,
    awaits_payment,
    normalize_public_id,
)

StatusAction = Callable[[Connection, LockedOrder], Awaitable[None]]

STATUS_ACTIONS: dict[OrderStatus, StatusAction] = {}
"""What changes the status to one that a later feature owns, such as those of returns."""


def register_status_action(status: OrderStatus, action: StatusAction) -> None:
    """Declare what changes the status of an order to `status`. Raises ValueError if declared twice."""
    if STATUS_ACTIONS.setdefault(status, action) is not action:
        raise ValueError(f"two features change orders to {LABELS[status]}")


class OperationRefused(Exception):
    """An operation is not possible. The text says why."""


def transition_refused(order: LockedOrder, target: OrderStatus) -> OperationRefused:
    """The error for a status that an order cannot change to."""
    now = LABELS[order.status].lower()
    return OperationRefused(
        f"{order.public_id} is {now}; it cannot become {LABELS[target].lower()} from there."
    )


async def _change(connection: Connection, order: LockedOrder, status: OrderStatus) -> None:
    action = STATUS_ACTIONS.get(status)
    if action is None:
        await change_status(connection, order, status, "operator")
    else:
        await action(connection, order)


async def advance_order(runtime: Runtime, public_id: str, target: OrderStatus) -> list[OrderStatus]:
    """Change the status of an order or its return, through the statuses between.

    Returns the new statuses in order. Raises OperationRefused; earlier steps remain then.
    """
    try:
        async with runtime.database.transaction() as connection:
            order = await lock_order(connection, normalize_public_id(public_id))
            path = TRANSITIONS["operator"].path(order.status, target, STEPS)
            if target not in CANCELLED and awaits_payment(
                order.status, order.payment_status, order.pay_until
            ):
                raise OperationRefused(f"{order.public_id} is not paid yet.")
        if target in CANCELLED:
            await cancel_order(runtime, order.id, "operator")
            return path
        for step in path:
            # One transaction each, because stock must be locked once, and two steps may lock it.
            async with runtime.database.transaction() as connection:
                order = await lock_order(connection, order.id)
                await _change(connection, order, step)
    except NotFound as error:
        raise OperationRefused(f"There is no order {public_id}.") from error
    except PaymentUnavailable as error:
        raise OperationRefused(
            "The payment provider is unavailable, so the open payment could not be closed. Try again."
        ) from error
    except InvalidTransition as error:
        raise transition_refused(order, target) from error
    except ApiError as error:
        raise OperationRefused(error.message) from error
    return path
