"""Confirm, pack, ship and deliver orders, with previews and the way back."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired, check_match
from stallage.core.idempotency import KeyReused
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import Line
from stallage.operators.dependencies import AdminRouter, IdempotencyKey
from stallage.orders.actions import (
    correct_parcel,
    lock_order,
    take_back_delivery,
)
from stallage.orders.admin_routes.details import OrderNumber
from stallage.orders.errors import DeliveryFinal, ParcelConflict, ShipRefused, StepRefused
from stallage.orders.gateway_calls import fulfilling
from stallage.orders.queries.operator_orders import operator_order
from stallage.orders.rules import OrderStatus, normalize_public_id
from stallage.orders.schemas import ParcelChanges, ParcelInput
from stallage.orders.schemas.operator import (
    FulfilmentPreview,
    OperatorOrder,
    ShippedParcel,
    StepInput,
    TakeBackInput,
)
from stallage.stock.errors import LocationGone

router = AdminRouter(tag="orders")

ParcelId = Annotated[Line, Path(alias="parcelId", max_length=32, examples=["PC-7K2M-9QXD"])]


async def _order(runtime: Runtime, number: str) -> OperatorOrder:
    async with runtime.database.reading() as connection:
        return await operator_order(connection, runtime.settings, number)


@router.post(
    "/orders/{number}/steps",
    permission="orders.fulfil",
    response_model=Answer[OperatorOrder],
    responses=error_responses(NotFound, StepRefused),
)
async def take_step(
    number: OrderNumber, body: StepInput, request: Request
) -> Answer[OperatorOrder]:
    """Confirm an order (`processing`), pack it (`prepared`) or send it out. No email follows.

    Nothing happens if the order has this status already.
    """
    runtime = runtime_of(request)
    await fulfilling.take_step(runtime, number, body.to)
    return answer(await _order(runtime, number))


@router.post(
    "/orders/{number}/steps/take-back",
    permission="orders.fulfil",
    response_model=Answer[OperatorOrder],
    responses=error_responses(NotFound, StepRefused),
)
async def take_back_step(
    number: OrderNumber, body: TakeBackInput, request: Request
) -> Answer[OperatorOrder]:
    """Take back the operator's last steps; `takeBack` of the order says what is possible."""
    runtime = runtime_of(request)
    await fulfilling.take_back(
        runtime, number, OrderStatus(body.from_status), OrderStatus(body.to_status)
    )
    return answer(await _order(runtime, number))


@router.post(
    "/orders/{number}/parcels/preview",
    permission="orders.fulfil",
    audited=False,
    response_model=Answer[FulfilmentPreview],
    responses=error_responses(NotFound, ShipRefused, ParcelConflict, InvalidFields, LocationGone),
)
async def preview_parcel(
    number: OrderNumber, parcel: ParcelInput, request: Request
) -> Answer[FulfilmentPreview]:
    """Get what shipping this parcel would do, with the email to the customer."""
    return answer(await fulfilling.preview_shipment(runtime_of(request), number, parcel))


@router.post(
    "/orders/{number}/parcels",
    permission="orders.fulfil",
    key=True,
    response_model=Answer[ShippedParcel],
    responses=error_responses(
        NotFound, ShipRefused, ParcelConflict, InvalidFields, LocationGone, KeyReused
    ),
)
async def ship_parcel(
    number: OrderNumber, parcel: ParcelInput, request: Request, key: IdempotencyKey
) -> Answer[ShippedParcel]:
    """Ship a parcel. The customer is notified by email; this cannot be undone."""
    runtime = runtime_of(request)
    parcel_id = await fulfilling.ship(runtime, number, parcel, key)
    order = await _order(runtime, number)
    return answer(ShippedParcel.model_construct(parcel_id=parcel_id, order=order))


@router.patch(
    "/orders/{number}/parcels/{parcelId}",
    permission="orders.fulfil",
    operation_id="correctParcel",
    response_model=Answer[OperatorOrder],
    responses=error_responses(
        NotFound, ParcelConflict, InvalidFields, EditConflict, PreconditionRequired
    ),
)
async def change_parcel(
    number: OrderNumber,
    parcel_id: ParcelId,
    changes: ParcelChanges,
    request: Request,
    if_match: IfMatch = None,
) -> Answer[OperatorOrder]:
    """Correct a parcel's carrier, tracking number, link or day of arrival. No email follows."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(number))
        current = await operator_order(connection, runtime.settings, order.public_id)
        check_match(if_match, current.version, current)
        await correct_parcel(connection, order, normalize_public_id(parcel_id), changes)
        return answer(await operator_order(connection, runtime.settings, order.public_id))


@router.post(
    "/orders/{number}/parcels/{parcelId}/delivery/preview",
    permission="orders.fulfil",
    audited=False,
    response_model=Answer[FulfilmentPreview],
    responses=error_responses(NotFound, StepRefused),
)
async def preview_parcel_delivery(
    number: OrderNumber, parcel_id: ParcelId, request: Request
) -> Answer[FulfilmentPreview]:
    """Get what marking a parcel as delivered would do."""
    return answer(await fulfilling.preview_delivery(runtime_of(request), number, parcel_id))


@router.post(
    "/orders/{number}/parcels/{parcelId}/delivery",
    permission="orders.fulfil",
    key=True,
    response_model=Answer[OperatorOrder],
    responses=error_responses(NotFound, StepRefused, InvalidFields, KeyReused),
)
async def deliver_parcel(
    number: OrderNumber, parcel_id: ParcelId, request: Request, key: IdempotencyKey
) -> Answer[OperatorOrder]:
    """Mark a parcel as delivered. With the last one the order is delivered, and the customer notified."""
    runtime = runtime_of(request)
    await fulfilling.deliver(runtime, number, parcel_id, key)
    return answer(await _order(runtime, number))


@router.delete(
    "/orders/{number}/parcels/{parcelId}/delivery",
    permission="orders.fulfil",
    response_model=Answer[OperatorOrder],
    responses=error_responses(NotFound, DeliveryFinal),
)
async def take_back_parcel_delivery(
    number: OrderNumber, parcel_id: ParcelId, request: Request
) -> Answer[OperatorOrder]:
    """Mark a parcel as under way again, while the order as a whole is not delivered."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(number))
        await take_back_delivery(connection, order, normalize_public_id(parcel_id))
        return answer(await operator_order(connection, runtime.settings, order.public_id))


@router.post(
    "/orders/{number}/delivery/preview",
    permission="orders.fulfil",
    audited=False,
    response_model=Answer[FulfilmentPreview],
    responses=error_responses(NotFound, StepRefused),
)
async def preview_delivery(number: OrderNumber, request: Request) -> Answer[FulfilmentPreview]:
    """Get what marking all parcels as delivered would do."""
    return answer(await fulfilling.preview_delivery(runtime_of(request), number, None))


@router.post(
    "/orders/{number}/delivery",
    permission="orders.fulfil",
    key=True,
    response_model=Answer[OperatorOrder],
    responses=error_responses(NotFound, StepRefused, InvalidFields, KeyReused),
)
async def deliver_order(
    number: OrderNumber, request: Request, key: IdempotencyKey
) -> Answer[OperatorOrder]:
    """Mark all parcels as delivered, and the order if nothing is left to ship."""
    runtime = runtime_of(request)
    await fulfilling.deliver(runtime, number, None, key)
    return answer(await _order(runtime, number))
