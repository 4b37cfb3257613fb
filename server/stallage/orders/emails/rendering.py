"""Emails about an order, as text and HTML, from the templates of the feature."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from stallage.core.dates import format_datetime, format_day
from stallage.core.email_catalog import Email, find_email
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.core.money import Currency, Money
from stallage.orders.drafts import EmailedOrder
from stallage.orders.rules import OrderStatus, guest_key
from stallage.orders.rules.packing_list import address_lines
from stallage.orders.rules.tenders import Tender
from stallage.orders.schemas import OrderDetails
from stallage.settings import Settings
from stallage.tenders import tender_kind

TEMPLATES = Path(__file__).parents[1] / "templates"


@dataclass(frozen=True, slots=True)
class EmailContent:
    """What an email about an order says above the lines."""

    kind: str
    title: str
    lead: str
    button: str = "See your order"
    facts: tuple[tuple[str, str], ...] = ()
    """Names and values below the lead."""
    with_lines: bool = True
    """Whether the order's lines and totals follow."""
    asks_to_pay: bool = False
    """Whether it says what is to be paid, and until when."""
    data: dict[str, str] = field(default_factory=dict)
    """Added to `Message.data`."""
    name: str = ""
    """Its name in the catalog of emails, if several emails are of this kind."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Values of placeholders besides those of every email about an order."""
    appendix: str = ""
    """Follows the lead, whatever the shop's own text is."""

    @property
    def texts(self) -> dict[str, str]:
        """The default texts, which operators can change."""
        return {
            "subject": f"{self.title}: {{order_number}}",
            "heading": self.title,
            "intro": self.lead,
            "button": self.button,
        }


PLACED = EmailContent(
    "order_placed",
    "Thank you for your order",
    "We have received it and are getting it ready. You can follow it at any time.",
)
AWAITING_PAYMENT = EmailContent(
    "order_placed",
    "We are waiting for your payment",
    "Your items are reserved until your payment arrives. You can still pay, or check the status.",
    name="order_awaiting_payment",
)
TO_PAY_BY_LINK = EmailContent(
    "order_placed",
    "Your order is ready to be paid",
    "We have put it together as agreed, and your items are reserved. Please pay online to confirm it.",
    "Pay now",
    asks_to_pay=True,
    name="order_to_pay",
)
EXCHANGE = EmailContent(
    "order_placed",
    "We are preparing your exchange",
    "We have received your return and are getting the other items ready. There is nothing to pay.",
    name="exchange_placed",
)
PAID = EmailContent(
    "order_paid",
    "We have received your payment",
    "Thank you. Your order is paid, and we are getting it ready.",
)
PAYMENT_FAILED = EmailContent(
    "payment_failed",
    "Your payment did not go through",
    "Nothing was charged. Your items are still reserved for a while: you can pay again, also with"
    " another payment method.",
    "Pay now",
)
LATE_PAYMENT_REFUNDED = EmailContent(
    "refund",
    "Your payment has been refunded",
    "It arrived after your order had been cancelled, so we have refunded all of it to your payment"
    " method. Banks may take a few days to show it.",
    name="late_payment_refunded",
)
BY_STATUS = {
    OrderStatus.SHIPPED: EmailContent(
        "order_shipped",
        "Your order is on its way",
        "We have handed it to the carrier.",
    ),
    OrderStatus.DELIVERED: EmailContent(
        "order_delivered",
        "Your order has been delivered",
        "We hope you enjoy it. If something is not right, you can return it from your order.",
    ),
    OrderStatus.CANCELLED_BY_CUSTOMER: EmailContent(
        "order_cancelled",
        "Your order is cancelled",
        "We have cancelled it as you asked. Anything you have paid is refunded to your original"
        " payment method.",
        name="order_cancelled_by_customer",
    ),
    OrderStatus.CANCELLED_BY_COMPANY: EmailContent(
        "order_cancelled",
        "Your order has been cancelled",
        "It was not paid in time, or we could not send it. Anything you have paid is refunded to"
        " your original payment method.",
        "Order again",
    ),
}
"""Emails that follow a new status."""


DIFFERENCE_PAID = EmailContent(
    "order_paid",
    "We have received your payment",
    "Thank you. The added items are paid, and we are getting your order ready.",
    name="added_items_paid",
)


LINES_CANCELLED = EmailContent(
    "order_lines_cancelled",
    "Part of your order is cancelled",
    "The rest of your order has not changed. Anything you have paid for the cancelled items is"
    " refunded to your original payment method.",
)
LINES_NOT_PAID = EmailContent(
    "order_lines_cancelled",
    "Part of your order is cancelled",
    "These items were not paid in time, so we have taken them off your order. The rest of your"
    " order has not changed. Anything you have paid for them is refunded.",
    name="order_lines_not_paid",
)
EDITED = EmailContent(
    "order_edited",
    "We have changed your order",
    "This is your order as it is now. Anything you have paid for removed items is refunded to your"
    " original payment method. If you did not expect this change, please contact us.",
)
EDITED_TO_PAY = EmailContent(
    "order_edited",
    "Please pay for the added items",
    "This is your order as it is now. We send it once the added items are paid. Items that are not"
    " paid in time are taken off again; the rest of your order stays. If you did not expect this"
    " change, please contact us.",
    "Pay now",
    asks_to_pay=True,
    name="order_edited_to_pay",
)


def lines_cancelled_email(items: str, by: str) -> EmailContent:
    """The email about cancelled units. `items` lists them. The shop cancels what is not paid in time."""
    content = LINES_NOT_PAID if by == "system" else LINES_CANCELLED
    return replace(content, facts=(("Cancelled", items),))


def edited_email(label: str | None, order: OrderDetails) -> EmailContent:
    """The email about an edit. `label` is that of its entry in the timeline."""
    changed = (label or "").removeprefix("Edited: ")
    content = EDITED_TO_PAY if order.amount_due.amount else EDITED
    return replace(content, facts=(("What changed", changed[:1].upper() + changed[1:]),))


def confirmation_email(order: EmailedOrder) -> EmailContent:
    """The first email about an order."""
    if order.is_exchange:
        return EXCHANGE
    if not order.details.allows.pay:
        return PLACED
    return TO_PAY_BY_LINK if order.details.timeline[0].by == "operator" else AWAITING_PAYMENT


def _facts(
    order: OrderDetails, content: EmailContent, settings: Settings
) -> tuple[tuple[str, str], ...]:
    """The facts of an email, with what is to be paid and until when, if it asks for that."""
    if not content.asks_to_pay or order.pay_until is None:
        return content.facts
    facts = content.facts
    if order.amount_due.amount:
        facts += (("To pay", _format_money(settings.locale, order.amount_due)),)
    until = format_datetime(order.pay_until, settings.locale, settings.time_zone)
    return (*facts, ("Please pay by", until))


def _stored_value(tenders: Sequence[Tender], currency: Currency) -> list[tuple[str, Money]]:
    """What stored value pays, with the labels of its tenders."""
    kinds = [(tender_kind(tender.kind), tender) for tender in tenders]
    return [
        (kind.label, currency.money(tender.left))
        for kind, tender in kinds
        if kind.stores_value and tender.left
    ]


def _totals(
    order: OrderDetails, stored_value: list[tuple[str, Money]], text: Callable[[Money], str]
) -> list[tuple[str, str, bool]]:
    """Rows of label, amount and whether the row is emphasized."""
    rows = [("Subtotal", text(order.subtotal), False)]
    rows += [(one.name, "−" + text(one.amount), False) for one in order.discounts]
    if order.shipping_method is not None:
        rows.append((order.shipping_method.name, text(order.shipping_total), False))
    if order.gift_wrap is not None:
        rows.append((order.gift_wrap.name, text(order.gift_wrap.price), False))
    rows += [
        (
            f"{tax.name} ({tax.rate} %{', included' if tax.included else ''})",
            text(tax.amount),
            False,
        )
        for tax in order.taxes
    ]
    rows.append(("Total", text(order.total), True))
    if order.cancelled_total.amount:
        rows.append(("Cancelled", "−" + text(order.cancelled_total), False))
    rows += [(label, text(amount), False) for label, amount in stored_value]
    if order.cancelled_total.amount:
        rows.append(("Remaining", text(order.payable), False))
    elif stored_value:
        rows.append(("To pay", text(order.payable), False))
    return rows


def _arrival(order: OrderDetails, locale: str) -> str:
    """Such as `Nov 25, 2026 – Nov 30, 2026`; empty once delivered and if nothing is sent."""
    if order.shipping_method is None or order.status >= OrderStatus.DELIVERED:
        return ""
    estimate = order.shipping_method.estimate
    first, last = format_day(estimate.earliest, locale), format_day(estimate.latest, locale)
    return first if first == last else f"{first} – {last}"


def order_link(settings: Settings, secret: bytes, order: EmailedOrder) -> str:
    """The URL of the order's page. A guest's contains the order's key."""
    public_id = order.details.order_id
    link = f"{settings.public_url}/order-detail/{public_id}"
    if order.customer_id is None:
        link += f"?key={guest_key(secret, public_id, order.link_version)}"
    return link


def _format_money(locale: str, money: Money) -> str:
    return Currency.of(money.currency).format(money.amount, locale)


def _details(order: OrderDetails, *, contact_proven: bool) -> list[tuple[str, str]]:
    """Addresses and notes, each with a label.

    Empty for an unproven contact. Otherwise anybody could use the shop to send their own text to any
    address. The order's page shows it all.
    """
    if not contact_proven:
        return []
    rows = []
    if order.address is not None:
        rows.append(("To", ", ".join(address_lines(order.address))))
    if order.delivery_note:
        rows.append(("Note for the courier", order.delivery_note))
    if order.gift_message:
        rows.append(("Gift message", order.gift_message))
    if order.billing_address is not None:
        rows.append(("Billed to", ", ".join(address_lines(order.billing_address))))
    billed = order.billing_address or order.address
    if billed is not None and billed.tax_id:
        rows.append(("Tax no.", billed.tax_id))
    return rows


def email_of(content: EmailContent) -> Email:
    """Return what the catalog says about an email; its default texts if it is not in there."""
    name = content.name or content.kind
    return find_email(name) or Email(
        name, content.title, "", sample=lambda *_: None, texts=content.texts
    )


def order_email(
    settings: Settings, secret: bytes, order: EmailedOrder, content: EmailContent, shop_name: str
) -> Message | None:
    """An email about an order; None if the shopper cannot be reached any more."""
    to = order.recipient
    if to is None:
        return None
    details = order.details
    text = partial(_format_money, settings.locale)
    link = order_link(settings, secret, order)
    stored_value = _stored_value(order.tenders, Currency.of(details.total.currency))
    return render_email(
        TEMPLATES,
        "order",
        to=to,
        email=email_of(content),
        values={"order_number": details.order_id, **content.values},
        kind=content.kind,
        shop_name=shop_name,
        shop_url=settings.public_url,
        data={
            "orderId": details.order_id,
            "link": link,
            "status": details.status,
            **content.data,
        },
        order=details,
        appendix=content.appendix,
        facts=_facts(details, content, settings),
        with_lines=content.with_lines,
        link=link,
        text=text,
        totals=_totals(details, stored_value, text),
        arrives=_arrival(details, settings.locale) if content.with_lines else "",
        details=_details(details, contact_proven=order.contact_proven),
    )
