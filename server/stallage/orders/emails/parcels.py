"""The email about a parcel, as text and HTML, from the templates of the feature."""

from __future__ import annotations

from stallage.core.dates import format_day
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.orders.drafts import EmailedOrder
from stallage.orders.emails.rendering import TEMPLATES, EmailContent, email_of, order_link
from stallage.orders.rules.packing_list import address_lines
from stallage.orders.schemas import OrderDetails, Parcel
from stallage.settings import Settings

WHOLE = EmailContent(
    "order_shipped",
    "Your order is on its way",
    "Everything you ordered is in this parcel.",
    name="parcel_shipped",
)
PART = EmailContent(
    "order_shipped",
    "Part of your order is on its way",
    "The rest follows in another parcel.",
    name="first_parcel_shipped",
)
REST = EmailContent(
    "order_shipped",
    "The rest of your order is on its way",
    "With this parcel, everything has been sent.",
    name="last_parcel_shipped",
)


def _content(order: OrderDetails, parcel: Parcel) -> EmailContent:
    """What the email says, by what had been sent when this parcel was sent."""
    until_then = order.parcels[: order.parcels.index(parcel) + 1]
    sent = sum(line.quantity for one in until_then for line in one.lines)
    # Gift cards are sent by email, not in a parcel.
    ordered = sum(
        line.quantity - line.cancelled_quantity for line in order.lines if line.gift_card is None
    )
    if sent < ordered:
        return PART
    return REST if len(until_then) > 1 else WHOLE


def parcel_email(
    settings: Settings, secret: bytes, order: EmailedOrder, parcel_id: str, shop_name: str
) -> Message | None:
    """The email about a parcel of an order; None if the shopper cannot be reached any more."""
    to, details = order.recipient, order.details
    parcel = next((one for one in details.parcels if one.parcel_id == parcel_id), None)
    if to is None or parcel is None:
        return None
    content = _content(details, parcel)
    arrives_by = ""
    if parcel.arrives_by is not None and parcel.delivered_at is None:
        arrives_by = format_day(parcel.arrives_by, settings.locale.replace("-", "_"))
    facts = {
        "Carrier": parcel.carrier,
        "Tracking number": parcel.tracking_number,
        "Arrives by": arrives_by,
    }
    lines = {line.line_id: line for line in details.lines}
    link = order_link(settings, secret, order)
    return render_email(
        TEMPLATES,
        "parcel",
        to=to,
        email=email_of(content),
        values={"order_number": details.order_id},
        kind=content.kind,
        shop_name=shop_name,
        shop_url=settings.public_url,
        data={
            "orderId": details.order_id,
            "parcelId": parcel.parcel_id,
            "link": link,
            "trackingUrl": parcel.tracking_url,
            "status": details.status,
        },
        order=details,
        parcel=parcel,
        facts=[(name, value) for name, value in facts.items() if value],
        items=[(line.quantity, lines[line.line_id]) for line in parcel.lines],
        link=link,
        place=address_lines(details.address)
        if details.address is not None and order.contact_proven
        else [],
    )
