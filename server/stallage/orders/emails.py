"""The messages about an order, as text and HTML, by the templates beside this module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from stallage.core.dates import format_day
from stallage.core.db import Record
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.core.money import Currency, Money
from stallage.core.runtime import Runtime
from stallage.orders.actions.tenders import tender_of
from stallage.orders.packing import address_lines
from stallage.orders.queries import details_of
from stallage.orders.rules import OrderStatus, guest_key
from stallage.orders.schemas import OrderDetails
from stallage.tenders import tender_kind

TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True, slots=True)
class Letter:
    """What one kind of letter says above the lines."""

    kind: str
    title: str
    lead: str
    button: str = "See your order"
    facts: tuple[tuple[str, str], ...] = ()
    """Names and values that stand below the lead."""
    with_lines: bool = True
    """Whether the order's lines and totals follow."""
    place: str = "order-detail"
    """Where the button leads."""
    data: dict[str, str] = field(default_factory=dict)


PLACED = Letter(
    "order_placed",
    "Thank you for your order",
    "We have it and are getting it ready. You can follow it at any time.",
)
AWAITING = Letter(
    "order_placed",
    "We are holding your order",
    "Your pieces are put aside until the payment arrives. You can still pay, or see how it stands.",
)
EXCHANGE = Letter(
    "order_placed",
    "Your exchange is on its way to you soon",
    "We have what you sent back, and are getting the other pieces ready. There is nothing to pay.",
)
PAID = Letter(
    "order_paid",
    "Your payment has arrived",
    "Thank you. Everything is paid, and we are getting your order ready.",
)
PAYMENT_FAILED = Letter(
    "payment_failed",
    "Your payment did not go through",
    "Nothing was charged. Your pieces are still put aside for a while: you can pay again, also in"
    " another way.",
    "Pay now",
)
LATE_PAYMENT_BACK = Letter(
    "refund",
    "Your payment goes back to you",
    "It came after your order had ended, so we have sent all of it back to where it came from. Banks"
    " take some days to show it.",
)
BY_STATUS = {
    OrderStatus.SHIPPED: Letter(
        "order_shipped", "Your order is on its way", "It has left our house and is coming to you."
    ),
    OrderStatus.DELIVERED: Letter(
        "order_delivered",
        "Your order has arrived",
        "We hope that you enjoy it. If something is not right, you can return it from your order.",
    ),
    OrderStatus.CANCELLED_BY_CUSTOMER: Letter(
        "order_cancelled",
        "Your order is cancelled",
        "As you asked, nothing will be sent. What you paid goes back to where it came from.",
    ),
    OrderStatus.CANCELLED_BY_COMPANY: Letter(
        "order_cancelled",
        "Your order has ended",
        "It was not paid in time or could not be sent. Anything you paid goes back to you.",
        "Order again",
    ),
}
"""The letters that follow from a new status."""


def lines_cancelled_email(what: str) -> Letter:
    """Some units were cancelled; `what` names them."""
    return Letter(
        "order_lines_cancelled",
        "Part of your order is cancelled",
        "The rest is on its way as planned. What you paid for these goes back to where it came from.",
        facts=(("Cancelled", what),),
    )


def _paid_by(row: Record, currency: Currency) -> list[tuple[str, Money]]:
    """What stored value pays, by the names of its tenders."""
    tenders = [(tender_kind(one["kind"]), tender_of(one)) for one in row["tenders"] or []]
    return [
        (kind.label, currency.money(tender.left))
        for kind, tender in tenders
        if kind.stores_value and tender.left
    ]


def _totals(
    order: OrderDetails, paid_by: list[tuple[str, Money]], text: Callable[[Money], str]
) -> list[tuple[str, str, bool]]:
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
    rows += [(label, text(amount), False) for label, amount in paid_by]
    if order.cancelled_total.amount:
        rows.append(("After that", text(order.payable), False))
    elif paid_by:
        rows.append(("To pay", text(order.payable), False))
    return rows


def _arrival(order: OrderDetails, locale: str) -> str:
    """Such as `Nov 25, 2026 – Nov 30, 2026`; empty where it is no question any more."""
    if order.shipping_method is None or order.status >= OrderStatus.DELIVERED:
        return ""
    estimate = order.shipping_method.estimate
    first, last = format_day(estimate.earliest, locale), format_day(estimate.latest, locale)
    return first if first == last else f"{first} – {last}"


def link_of(runtime: Runtime, row: Record) -> str:
    """Where the order is seen; a guest's link carries its key."""
    link = f"{runtime.settings.public_url}/order-detail/{row['public_id']}"
    if row["customer_id"] is None:
        link += f"?key={guest_key(runtime.secret, row['public_id'], row['link_version'])}"
    return link


def _said(locale: str, money: Money) -> str:
    return Currency.of(money.currency).format(money.amount, locale)


def _details(order: OrderDetails, *, contact_proven: bool) -> list[tuple[str, str]]:
    """Where it goes and whom it is billed to, each under its name.

    Nothing that was typed goes to a contact that nobody has proven: anybody could send their own words
    to any address, in the shop's name. Who follows the link sees it all.
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


def order_email(runtime: Runtime, row: Record, said: Letter, shop_name: str) -> Message | None:
    """A letter about an order; None where its shopper cannot be reached any more."""
    to = row["email"] or row["phone"]
    if to is None:
        return None
    order = details_of(row)
    locale = runtime.settings.locale
    text = partial(_said, locale)
    link = link_of(runtime, row)
    return render_email(
        TEMPLATES,
        "order",
        to=to,
        subject=f"{said.title}: {order.order_id}",
        kind=said.kind,
        shop_name=shop_name,
        shop_url=runtime.settings.public_url,
        data={"orderId": order.order_id, "link": link, "status": order.status, **said.data},
        order=order,
        title=said.title,
        lead=said.lead,
        button=said.button,
        facts=said.facts,
        with_lines=said.with_lines,
        link=link,
        text=text,
        totals=_totals(order, _paid_by(row, Currency.of(row["currency"])), text),
        arrives=_arrival(order, locale) if said.with_lines else "",
        details=_details(order, contact_proven=row["contact_proven"]),
    )
