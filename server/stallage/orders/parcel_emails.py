"""The message about a parcel, as text and HTML, by the templates beside this module."""

from __future__ import annotations

from stallage.core.dates import format_day
from stallage.core.db import Record
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.core.runtime import Runtime
from stallage.orders.emails import TEMPLATES, link_of
from stallage.orders.packing import address_lines
from stallage.orders.queries import details_of
from stallage.orders.schemas import OrderDetails, Parcel

WHOLE = ("Your order is on its way", "Everything you ordered is in this parcel.")
PART = ("Part of your order is on its way", "The rest follows in another parcel.")
REST = ("The rest of your order is on its way", "With this parcel, everything has been sent.")


def _words(order: OrderDetails, parcel: Parcel) -> tuple[str, str]:
    """Title and lead, by what had been sent when this parcel was."""
    until_then = order.parcels[: order.parcels.index(parcel) + 1]
    sent = sum(line.quantity for one in until_then for line in one.lines)
    ordered = sum(line.quantity - line.cancelled_quantity for line in order.lines)
    if sent < ordered:
        return PART
    return REST if len(until_then) > 1 else WHOLE


def parcel_email(runtime: Runtime, row: Record, parcel_id: str, shop_name: str) -> Message | None:
    """The message about a parcel of an order; None where its shopper cannot be reached any more."""
    to = row["email"] or row["phone"]
    order = details_of(row)
    parcel = next((one for one in order.parcels if one.parcel_id == parcel_id), None)
    if to is None or parcel is None:
        return None
    title, lead = _words(order, parcel)
    arrives_by = ""
    if parcel.arrives_by is not None and parcel.delivered_at is None:
        locale = runtime.settings.locale.replace("-", "_")
        arrives_by = format_day(parcel.arrives_by, locale)
    facts = {
        "Carrier": parcel.carrier,
        "Tracking number": parcel.tracking_number,
        "Arrives by": arrives_by,
    }
    lines = {line.line_id: line for line in order.lines}
    link = link_of(runtime, row)
    return render_email(
        TEMPLATES,
        "parcel",
        to=to,
        subject=f"{title}: {order.order_id}",
        kind="order_shipped",
        shop_name=shop_name,
        shop_url=runtime.settings.public_url,
        data={
            "orderId": order.order_id,
            "parcelId": parcel.parcel_id,
            "link": link,
            "trackingUrl": parcel.tracking_url,
            "status": order.status,
        },
        order=order,
        parcel=parcel,
        title=title,
        lead=lead,
        facts=[(name, value) for name, value in facts.items() if value],
        items=[(line.quantity, lines[line.line_id]) for line in parcel.lines],
        link=link,
        place=address_lines(order.address)
        if order.address is not None and row["contact_proven"]
        else [],
    )
