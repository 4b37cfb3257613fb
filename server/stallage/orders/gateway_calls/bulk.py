"""Bulk operations of orders: confirm, pack, deliver, cancel and export."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stallage.bulk.operations.registry import (
    BulkList,
    BulkOperation,
    Preview,
    Verdict,
    register_list,
    register_operation,
)
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.core.states import InvalidTransition
from stallage.orders.actions import LockedOrder, change_status, lock_order
from stallage.orders.errors import CancelRefused, StepRefused
from stallage.orders.gateway_calls.cancelling import cancel_order
from stallage.orders.gateway_calls.fulfilling import deliver_locked
from stallage.orders.queries.admin_exports import (
    EXPORT_COLUMNS,
    SelectedOrder,
    export_rows,
    matching_ids,
    selected_orders,
)
from stallage.orders.rules import CANCELLED, TRANSITIONS, OrderStatus, awaits_payment
from stallage.orders.schemas.admin_lists import OrderFilter

S = OrderStatus

REASONS: dict[OrderStatus, str] = {
    S.PENDING: "Not confirmed yet",
    S.CONFIRMED: "Not packed yet",
    S.PROCESSING: "Already confirmed",
    S.PREPARED: "Already packed",
    S.SHIPPED: "Already shipped",
    S.OUT_FOR_DELIVERY: "Already shipped",
    S.DELIVERED: "Already delivered",
    S.CANCELLED_BY_CUSTOMER: "Cancelled",
    S.CANCELLED_BY_COMPANY: "Cancelled",
}
"""Why an order cannot take a step that its status is not in."""
RETURNED = "Has a return"
UNPAID = "Not paid yet"
UNPAID_ITEMS = "Added items are not paid yet"


def _is_unpaid(order: SelectedOrder | LockedOrder) -> bool:
    return awaits_payment(order.status, order.payment_status, order.pay_until)


def _verdicts(reason_of: Callable[[SelectedOrder], str | None]) -> Preview:
    async def preview(
        connection: Connection, ids: Sequence[int], _parameters: object
    ) -> list[Verdict]:
        orders = await selected_orders(connection, ids)
        return [Verdict(order.id, order.public_id, reason_of(order)) for order in orders]

    return preview


def _step_reason(order: SelectedOrder, allowed: frozenset[OrderStatus]) -> str | None:
    if order.status not in CANCELLED and _is_unpaid(order):
        return UNPAID
    if order.amount_due and allowed is TO_PACK and order.status in allowed:
        return UNPAID_ITEMS
    if order.status in allowed:
        return None
    if order.status in (S.CONFIRMED, S.PROCESSING, S.PREPARED) and S.SHIPPED in allowed:
        return "Not shipped yet"
    return REASONS.get(order.status, RETURNED)


TO_CONFIRM = frozenset({S.PENDING, S.CONFIRMED})
TO_PACK = frozenset({S.CONFIRMED, S.PROCESSING})
TO_DELIVER = frozenset({S.SHIPPED, S.OUT_FOR_DELIVERY})
TO_CANCEL = frozenset({S.PENDING, S.CONFIRMED, S.PROCESSING, S.PREPARED})


async def _advance(connection: Connection, order_id: int, target: OrderStatus) -> None:
    """Take an order to a status that the operator's steps lead to. Raises StepRefused."""
    order = await lock_order(connection, order_id)
    if _is_unpaid(order):
        raise StepRefused(UNPAID)
    try:
        path = TRANSITIONS["operator"].path(order.status, target, TO_PACK)
    except InvalidTransition as error:
        raise StepRefused(REASONS.get(order.status, RETURNED)) from error
    for status in path:
        await change_status(connection, order, status, "operator")


async def _confirm(connection: Connection, order_id: int, _parameters: object) -> None:
    await _advance(connection, order_id, S.PROCESSING)


async def _pack(connection: Connection, order_id: int, _parameters: object) -> None:
    await _advance(connection, order_id, S.PREPARED)


async def _deliver(connection: Connection, order_id: int, _parameters: object) -> None:
    order = await lock_order(connection, order_id)
    if order.status not in TO_DELIVER:
        raise StepRefused(REASONS.get(order.status, RETURNED))
    await deliver_locked(connection, order)


IS_CANCELLED = "SELECT status = ANY($2::int[]) FROM orders WHERE id = $1"


async def _cancel(runtime: Runtime, order_id: int, _parameters: object) -> None:
    try:
        await cancel_order(runtime, order_id, "operator")
    except CancelRefused:
        # A run that was interrupted after cancelling it repeats it.
        async with runtime.database.reading() as connection:
            if not await connection.fetchval(IS_CANCELLED, order_id, [int(s) for s in CANCELLED]):
                raise


def _cancel_reason(order: SelectedOrder) -> str | None:
    return None if order.status in TO_CANCEL else REASONS.get(order.status, RETURNED)


register_list("orders", BulkList(OrderFilter, matching_ids))
register_operation(
    BulkOperation(
        "orders.confirm",
        "orders.fulfil",
        _verdicts(lambda order: _step_reason(order, TO_CONFIRM)),
        effects=("Customers get no email.",),
        act=_confirm,
    )
)
register_operation(
    BulkOperation(
        "orders.pack",
        "orders.fulfil",
        _verdicts(lambda order: _step_reason(order, TO_PACK)),
        effects=("Orders that are not confirmed yet are confirmed too.", "Customers get no email."),
        act=_pack,
    )
)
register_operation(
    BulkOperation(
        "orders.deliver",
        "orders.fulfil",
        _verdicts(lambda order: _step_reason(order, TO_DELIVER)),
        effects=(
            "Each customer gets an email.",
            "The time for returns begins, and payments on delivery count as received.",
        ),
        act=_deliver,
    )
)
register_operation(
    BulkOperation(
        "orders.cancel",
        "orders.cancel",
        _verdicts(_cancel_reason),
        effects=(
            "This cannot be undone.",
            "What was paid is refunded, and reserved stock is available again.",
            "Each customer gets an email.",
        ),
        call=_cancel,
        step_up=True,
    )
)
register_operation(
    BulkOperation(
        "orders.export",
        "orders.export",
        _verdicts(lambda _order: None),
        effects=("The file has personal data. It is deleted after 7 days.",),
        read_rows=export_rows,
        columns=EXPORT_COLUMNS,
        step_up=True,
    )
)
