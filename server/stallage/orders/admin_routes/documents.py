"""Packing slips, pick lists and address labels as PDF."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response

from stallage.core import clock
from stallage.core.envelope import error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import Between, Line
from stallage.core.validation import message
from stallage.operators.dependencies import AdminRouter
from stallage.orders.formats.sending import (
    LABELS_ON_SHEET,
    LabelFormat,
    address_labels,
    packing_slips,
    pick_list,
)
from stallage.orders.queries.sending import orders_to_print
from stallage.orders.rules import normalize_public_id
from stallage.orders.rules.sending import MAX_ORDERS
from stallage.orders.schemas import OrderDetails
from stallage.shop.queries import company
from stallage.shop.schemas import CompanyLogo

router = AdminRouter(tag="orders")

PDF: dict[int | str, dict[str, object]] = {
    200: {"description": "The document.", "content": {"application/pdf": {}}}
}
Numbers = Annotated[
    Line,
    Query(
        alias="orders",
        min_length=1,
        max_length=MAX_ORDERS * 16,
        description=f"Numbers of up to {MAX_ORDERS} orders, with commas.",
        examples=["SO-7K2M-9QXD,SO-1A2B-3C4D"],
    ),
]


def _numbers(text: str) -> list[str]:
    """The numbers in a parameter. Raises InvalidFields."""
    numbers = [part for part in text.replace(" ", "").split(",") if part]
    if not 1 <= len(numbers) <= MAX_ORDERS:
        fields = {"orders": [message("between", "orders", min=1, max=MAX_ORDERS)]}
        raise InvalidFields(fields=fields)
    return numbers


async def _read(runtime: Runtime, orders: str) -> tuple[list[OrderDetails], CompanyLogo]:
    """The orders and the shop. No connection is held while a document is rendered."""
    numbers = _numbers(orders)
    async with runtime.database.reading() as connection:
        found = await orders_to_print(connection, numbers)
        return found, await company(connection, runtime.settings)


def _pdf(content: bytes, name: str) -> Response:
    return Response(
        content,
        media_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{name}.pdf"',
            "Cache-Control": "private, no-store",
        },
    )


@router.get(
    "/order-documents/packing-slips",
    permission="orders.read",
    response_class=Response,
    responses={**PDF, **error_responses(NotFound, InvalidFields)},
)
async def get_packing_slips(
    orders: Numbers,
    request: Request,
    parcel: Annotated[
        Line | None, Query(max_length=32, description="Only the contents of this parcel.")
    ] = None,
) -> Response:
    """Get packing slips of what is still to be packed, without prices."""
    settings = runtime_of(request).settings
    found, shop = await _read(runtime_of(request), orders)
    parcel_id = None if parcel is None else normalize_public_id(parcel)
    if parcel_id is not None and not any(
        one.parcel_id == parcel_id for order in found for one in order.parcels
    ):
        raise NotFound(f"There is no parcel {parcel_id} in this order.")
    pdf = await packing_slips(
        found, settings, clock.now(), shop_name=shop.company_name, parcel_id=parcel_id
    )
    return _pdf(pdf, f"packing-slip-{found[0].order_id}" if len(found) == 1 else "packing-slips")


@router.get(
    "/order-documents/pick-list",
    permission="orders.read",
    response_class=Response,
    responses={**PDF, **error_responses(NotFound, InvalidFields)},
)
async def get_pick_list(orders: Numbers, request: Request) -> Response:
    """Get one list of all units to fetch for these orders, by SKU."""
    found, _shop = await _read(runtime_of(request), orders)
    return _pdf(await pick_list(found, runtime_of(request).settings, clock.now()), "pick-list")


@router.get(
    "/order-documents/labels",
    permission="orders.read",
    response_class=Response,
    responses={**PDF, **error_responses(NotFound, InvalidFields)},
)
async def get_labels(
    orders: Numbers,
    request: Request,
    layout: Annotated[
        LabelFormat,
        Query(alias="format", description="Eight labels on A4, or one on 4 × 6 inches."),
    ] = "a4",
    skip: Annotated[
        int, Query(description="Used labels at the start of the sheet."), Between(0, 7)
    ] = 0,
) -> Response:
    """Get address labels. Orders without a delivery address have none."""
    settings = runtime_of(request).settings
    found, shop = await _read(runtime_of(request), orders)
    address = shop.address
    place = [] if address is None else [address.line1, address.postal_code, address.city]
    sender = [part for part in (shop.company_name, *place) if part]
    pdf = await address_labels(
        found,
        settings,
        clock.now(),
        layout=layout,
        sender=sender,
        skip=min(skip, LABELS_ON_SHEET - 1),
    )
    return _pdf(pdf, "address-labels")
