"""Operators' steps of an order from the back office, each in one transaction, and their previews.

A preview does the same in a transaction that is rolled back, so it shows exactly what would happen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from stallage.content.gateway_calls import with_own_texts
from stallage.core.db import Connection
from stallage.core.idempotency import IdempotentRequest, idempotent
from stallage.core.json_types import JsonObject
from stallage.core.mail import Message
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.core.states import InvalidTransition
from stallage.orders import emails
from stallage.orders.actions import (
    LockedOrder,
    change_status,
    deliver_parcel,
    lock_order,
    take_back_status,
)
from stallage.orders.emails import order_email
from stallage.orders.emails.parcels import parcel_email
from stallage.orders.errors import StepRefused
from stallage.orders.gateway_calls.shipping import ship_locked, shop_day
from stallage.orders.queries import order_details, order_for_email
from stallage.orders.rules import (
    LABELS,
    TRANSITIONS,
    OrderStatus,
    PaymentStatus,
    awaits_payment,
    normalize_public_id,
)
from stallage.orders.rules.steps import STEPS, Step
from stallage.orders.schemas import OrderDetails, ParcelInput
from stallage.orders.schemas.operator import EmailPreview, FulfilmentPreview, LineMove
from stallage.shop.queries import company

BETWEEN = frozenset({OrderStatus.CONFIRMED, OrderStatus.PROCESSING})
PARCELS_UNDER_WAY = """
    SELECT public_id FROM parcels WHERE order_id = $1 AND delivered_at IS NULL ORDER BY id
"""
UNITS_LEFT = """
    SELECT coalesce(sum(l.quantity - l.cancelled - coalesce((
        SELECT sum(p.quantity) FROM parcel_lines p WHERE p.order_line_id = l.id
            AND p.owner_id = l.owner_id), 0)), 0)::int
    FROM order_lines l WHERE l.order_id = $1 AND l.gift_card IS NULL
"""


def _refused(order: LockedOrder, target: OrderStatus) -> StepRefused:
    now, intended = LABELS[order.status].lower(), LABELS[target].lower()
    return StepRefused(f"{order.public_id} is {now}; it cannot become {intended} from there.")


async def take_step(runtime: Runtime, number: str, step: Step) -> None:
    """Confirm, pack or send out an order. Does nothing if it has this status already.

    Raises NotFound and StepRefused.
    """
    target = STEPS[step]
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(number))
        if order.status is target:
            return
        if awaits_payment(order.status, order.payment_status, order.pay_until):
            raise StepRefused(f"{order.public_id} is not paid yet.")
        try:
            path = TRANSITIONS["operator"].path(order.status, target, BETWEEN)
        except InvalidTransition as error:
            raise _refused(order, target) from error
        for status in path:
            await change_status(connection, order, status, "operator")


async def take_back(
    runtime: Runtime, number: str, before: OrderStatus, target: OrderStatus
) -> None:
    """Take back the last steps of an order, from `before` to `target`.

    Raises NotFound, and StepRefused if the order has another status by now or the steps cannot be taken
    back.
    """
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(number))
        if order.status is not before:
            raise StepRefused(f"{order.public_id} is {LABELS[order.status].lower()} by now.")
        try:
            await take_back_status(connection, order, target, f"Back to {LABELS[target].lower()}")
        except InvalidTransition as error:
            raise StepRefused("This step can no longer be taken back.") from error


async def deliver_locked(connection: Connection, order: LockedOrder) -> None:
    """Mark all parcels of a shipped order as delivered, and the order if nothing is left to ship.

    Raises StepRefused.
    """
    if order.status is OrderStatus.DELIVERED:
        return
    if order.status not in (OrderStatus.SHIPPED, OrderStatus.OUT_FOR_DELIVERY):
        raise _refused(order, OrderStatus.DELIVERED)
    open_parcels = await connection.fetch(PARCELS_UNDER_WAY, order.id)
    for row in open_parcels:
        await deliver_parcel(connection, order, row["public_id"])
    if open_parcels:
        return
    # Shipped without parcels, from the command line.
    for status in TRANSITIONS["operator"].path(
        order.status, OrderStatus.DELIVERED, frozenset({OrderStatus.OUT_FOR_DELIVERY})
    ):
        await change_status(connection, order, status, "operator")


async def _deliver(connection: Connection, order: LockedOrder, parcel_id: str | None) -> None:
    try:
        if parcel_id is None:
            await deliver_locked(connection, order)
        else:
            await deliver_parcel(connection, order, normalize_public_id(parcel_id))
    except InvalidTransition as error:
        raise _refused(order, OrderStatus.DELIVERED) from error


async def once(
    runtime: Runtime,
    number: str,
    name: str,
    request: IdempotentRequest,
    act: Callable[[Connection, LockedOrder], Awaitable[JsonObject]],
) -> JsonObject:
    """Run `act` under the lock of an order, once for each key, and return its result.

    Raises NotFound, KeyReused and the errors of `act`.
    """
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(number))
        return await idempotent(
            connection,
            scope=f"admin-{name}:{order.id}",
            key=request.key,
            body=request.body,
            keep_seconds=runtime.settings.idempotency_seconds,
            act=lambda: act(connection, order),
        )


async def ship(
    runtime: Runtime, number: str, parcel: ParcelInput, request: IdempotentRequest
) -> str:
    """Ship a parcel once for each key. Returns its public id.

    Raises NotFound, ShipRefused, ParcelConflict, InvalidFields and KeyReused.
    """

    async def act(connection: Connection, order: LockedOrder) -> JsonObject:
        parcel_id = await ship_locked(connection, order, parcel, shop_day(runtime))
        return {"parcel_id": parcel_id}

    result = await once(runtime, number, "ship", request, act)
    return str(result["parcel_id"])


async def deliver(
    runtime: Runtime, number: str, parcel_id: str | None, request: IdempotentRequest
) -> None:
    """Mark a parcel as delivered, or without one all parcels, once for each key.

    Raises NotFound, StepRefused and KeyReused.
    """

    async def act(connection: Connection, order: LockedOrder) -> JsonObject:
        await _deliver(connection, order, parcel_id)
        return {}

    await once(runtime, number, "deliver", request, act)


class _RolledBack(Exception):
    """Ends the transaction of a preview."""

    def __init__(self, preview: FulfilmentPreview) -> None:
        self.preview = preview
        super().__init__()


def _email(message: Message) -> EmailPreview:
    return EmailPreview.model_construct(
        to=message.to, subject=message.subject, html=message.html, text=message.text
    )


async def _preview(
    runtime: Runtime,
    number: str,
    act: Callable[[Connection, LockedOrder], Awaitable[str | None]],
) -> FulfilmentPreview:
    """What `act` would do. It returns the public id of the parcel that it ships or delivers."""
    try:
        async with runtime.database.transaction() as connection:
            order = await lock_order(connection, normalize_public_id(number))
            before = replace(order)
            parcel_id = await act(connection, order)
            raise _RolledBack(await _outcome(runtime, connection, before, order, parcel_id))
    except _RolledBack as rolled_back:
        return rolled_back.preview


async def _outcome(
    runtime: Runtime,
    connection: Connection,
    before: LockedOrder,
    order: LockedOrder,
    parcel_id: str | None,
) -> FulfilmentPreview:
    details = await order_details(connection, order.id)
    parcel = next((one for one in details.parcels if one.parcel_id == parcel_id), None)
    statuses = (before.payment_status, order.payment_status)
    collected = statuses == (PaymentStatus.IN_PROGRESS, PaymentStatus.PAID)
    return FulfilmentPreview.model_construct(
        status_before=before.status,
        status_after=order.status,
        status_label=LABELS[order.status],
        lines=_moves(details, parcel_id),
        remaining=await connection.fetchval(UNITS_LEFT, order.id),
        carrier=None if parcel is None else parcel.carrier,
        tracking_url=None if parcel is None else parcel.tracking_url,
        arrives_by=None if parcel is None else parcel.arrives_by,
        paid_on_delivery=Currency.of(order.currency).money(order.payable) if collected else None,
        emails=await _emails(runtime, connection, before, order, parcel_id),
    )


def _moves(details: OrderDetails, parcel_id: str | None) -> list[LineMove]:
    titles = {line.line_id: line.title for line in details.lines}
    return [
        LineMove.model_construct(
            line_id=line.line_id, title=titles[line.line_id], quantity=line.quantity
        )
        for parcel in details.parcels
        if parcel_id in (None, parcel.parcel_id)
        for line in parcel.lines
    ]


async def _emails(
    runtime: Runtime,
    connection: Connection,
    before: LockedOrder,
    order: LockedOrder,
    parcel_id: str | None,
) -> list[EmailPreview]:
    """The emails that the change would send: about the parcel, or about the delivery."""
    emailed = await order_for_email(connection, order.id)
    shop = (await company(connection, runtime.settings)).company_name
    message: Message | None = None
    if OrderStatus.DELIVERED is order.status is not before.status:
        content = emails.BY_STATUS[OrderStatus.DELIVERED]
        message = order_email(runtime.settings, runtime.secret, emailed, content, shop)
    elif parcel_id is not None and _is_new(emailed.details, parcel_id):
        message = parcel_email(runtime.settings, runtime.secret, emailed, parcel_id, shop)
    if message is None:
        return []
    return [_email(await with_own_texts(connection, runtime.settings, message))]


def _is_new(details: OrderDetails, parcel_id: str) -> bool:
    """Whether the parcel was shipped and not delivered: the newest one is what a preview ships."""
    parcel = next((one for one in details.parcels if one.parcel_id == parcel_id), None)
    return parcel is not None and parcel.delivered_at is None


async def preview_shipment(runtime: Runtime, number: str, parcel: ParcelInput) -> FulfilmentPreview:
    """What shipping this parcel would do. Raises what `ship` raises."""

    async def act(connection: Connection, order: LockedOrder) -> str | None:
        return await ship_locked(connection, order, parcel, shop_day(runtime))

    return await _preview(runtime, number, act)


async def preview_delivery(
    runtime: Runtime, number: str, parcel_id: str | None
) -> FulfilmentPreview:
    """What marking a parcel, or all parcels, as delivered would do. Raises what `deliver` raises."""
    chosen = None if parcel_id is None else normalize_public_id(parcel_id)

    async def act(connection: Connection, order: LockedOrder) -> str | None:
        await _deliver(connection, order, chosen)
        return chosen

    return await _preview(runtime, number, act)
