"""Reads an order with all its details."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stallage.cart.rules.gift_cards import GiftCard
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.core.schemas import Picture
from stallage.orders.drafts import EmailedOrder
from stallage.orders.rules import (
    LABELS,
    OrderStatus,
    awaits_payment,
    billing_editable,
    cancellable,
)
from stallage.orders.rules.differences import due_of
from stallage.orders.rules.tenders import (
    Tender,
    TenderOffer,
    TenderState,
    allocate_tenders,
)
from stallage.orders.schemas import (
    OrderAddress,
    OrderAllows,
    OrderContact,
    OrderDetails,
    OrderLine,
    OrderShipping,
    OrderTender,
    Parcel,
    TimelineEntry,
)
from stallage.orders.sql.orders import ORDERS
from stallage.pricing.schemas import Discount, GiftWrap, Tax
from stallage.products.schemas import ChosenOption
from stallage.tenders import tender_kind

ORDER = ORDERS + "WHERE o.id = $1"


def line_of(line: Mapping[str, Any], currency: Currency) -> OrderLine:
    """A line of the API, from a line of `LINES`."""
    return OrderLine.model_construct(
        line_id=line["id"],
        sku_id=line["sku_id"],
        sku=line["sku"],
        slug=line["slug"],
        title=line["title"],
        options=[ChosenOption.model_construct(**option) for option in line["options"]],
        image=None if line["image"] is None else Picture.model_construct(**line["image"]),
        quantity=line["quantity"],
        price=currency.money(line["price"]),
        compare_at_price=currency.optional_money(line["compare_at_price"]),
        line_total=currency.money(line["line_total"]),
        discount=currency.money(line["discount"]),
        tax=currency.money(line["tax"]),
        returnable=line["returnable"],
        gift=None if line["gift"] is None else line["gift"]["name"],
        gift_card=None
        if line["gift_card"] is None
        else GiftCard.from_json(line["gift_card"]).to_schema(currency),
        cancelled_quantity=line["cancelled"],
        returned_quantity=line["returned"],
    )


def summary_fields(row: Record) -> JsonObject:
    """The fields of `OrderBase`, from a row of `ORDERS`."""
    currency = Currency.of(row["currency"])
    lines = row["lines"]
    return {
        "order_id": row["public_id"],
        "status": row["status"],
        "status_label": LABELS[OrderStatus(row["status"])],
        "payment_status": row["payment_status"],
        "payment_method": row["payment_method"],
        "placed_at": row["placed_at"],
        "total": currency.money(row["total"]),
        "item_count": sum(line["quantity"] for line in lines),
        "lines": [line_of(line, currency) for line in lines],
    }


def _due(row: Record) -> int:
    return due_of(tenders_of(row))


def allowed_actions(row: Record) -> JsonObject:
    """The fields of `OrderAllows`, from a row of `ORDERS`."""
    return {
        "cancel": cancellable(row["status"]),
        "pay": awaits_payment(row["status"], row["payment_status"], row["pay_until"])
        or _due(row) > 0,
        "reorder": True,
        "edit_billing": billing_editable(row["status"], row["payment_status"]),
    }


def parcels_of(row: Record) -> list[Parcel]:
    """The parcels of an order, oldest first, from a row of `ORDERS`."""
    return [Parcel.model_validate(parcel) for parcel in row["parcels"] or []]


def _shipping_of(shipping: dict[str, Any] | None) -> OrderShipping | None:
    return None if shipping is None else OrderShipping.model_validate(shipping)


def address_of(stored: dict[str, Any]) -> OrderAddress:
    """An order's address. Older addresses lack company and tax id."""
    return OrderAddress.model_validate({"company": None, "tax_id": None, **stored})


def tenders_of(row: Record) -> list[Tender]:
    """The tenders of an order, from a row with `TENDERS`."""
    return [
        Tender(**{**tender, "state": TenderState(tender["state"])})
        for tender in row["tenders"] or []
    ]


def _stored_value(row: Record, used: int, currency: Currency) -> list[OrderTender]:
    """Split what stored value pays among its tenders. The last was refunded first."""
    offers = [
        (tender.kind, TenderOffer(tender.amount))
        for tender in tenders_of(row)
        if tender_kind(tender.kind).stores_value
    ]
    return [
        OrderTender.model_construct(
            kind=one.kind, label=tender_kind(one.kind).label, amount=currency.money(one.amount)
        )
        for one in allocate_tenders(used, offers)
    ]


def details_of(row: Record) -> OrderDetails:
    """The order of the API, from a row of `ORDERS`."""
    currency = Currency.of(row["currency"])
    payable = row["payable"] - row["cancelled_payable"]
    stored_value = row["total"] - row["cancelled_total"] - payable
    return OrderDetails.model_construct(
        **summary_fields(row),
        limited=False,
        allows=OrderAllows.model_construct(**allowed_actions(row)),
        parcels=parcels_of(row),
        pay_until=row["pay_until"],
        delivered_at=row["delivered_at"],
        contact=OrderContact.model_construct(
            email=row["email"],
            phone=row["phone"],
            first_name=row["first_name"],
            last_name=row["last_name"],
        ),
        address=None if row["address"] is None else address_of(row["address"]),
        billing_address=None
        if row["billing_address"] is None
        else address_of(row["billing_address"]),
        delivery_note=row["delivery_note"],
        gift_message=row["gift_message"],
        subtotal=currency.money(row["subtotal"]),
        discounts=[
            Discount.model_construct(name=one["name"], amount=currency.money(one["amount"]))
            for one in row["discounts"]
        ],
        shipping_method=_shipping_of(row["shipping_method"]),
        shipping_total=currency.money(row["shipping_total"]),
        gift_wrap=None
        if row["gift_wrap_name"] is None
        else GiftWrap.model_construct(
            name=row["gift_wrap_name"], price=currency.money(row["gift_wrap_total"])
        ),
        taxes=[
            Tax.model_construct(
                name=one["name"],
                rate=one["rate"],
                amount=currency.money(one["amount"]),
                included=one["included"],
            )
            for one in row["taxes"]
        ],
        cancelled_total=currency.money(row["cancelled_total"]),
        wallet_used=currency.money(stored_value),
        tenders=_stored_value(row, stored_value, currency),
        payable=currency.money(payable),
        amount_due=currency.money(_due(row)),
        timeline=[
            TimelineEntry(
                status=status, label=label or LABELS[OrderStatus(status)], time=time, by=by
            )
            for status, time, by, label in row["timeline"]
        ],
    )


async def order_details(connection: Connection, order_id: int) -> OrderDetails:
    """Read an order, for whoever has already been authorized. Raises NotFound."""
    row = await connection.fetchrow(ORDER, order_id)
    if row is None:
        raise NotFound
    return details_of(row)


async def order_for_email(connection: Connection, order_id: int) -> EmailedOrder:
    """Read an order for the shop's emails. Raises NotFound."""
    row = await connection.fetchrow(ORDER, order_id)
    if row is None:
        raise NotFound
    return EmailedOrder(
        details=details_of(row),
        customer_id=row["customer_id"],
        link_version=row["link_version"],
        contact_proven=row["contact_proven"],
        tenders=tenders_of(row),
        is_exchange=_is_exchange(row),
    )


def _is_exchange(row: Record) -> bool:
    """Whether the order sends replacements: a discount that is not automatic pays for all of it."""
    discounts = row["discounts"]
    return (
        row["total"] == 0
        and not row["promo_code"]
        and bool(discounts)
        and not any("slug" in discount for discount in discounts)
    )
