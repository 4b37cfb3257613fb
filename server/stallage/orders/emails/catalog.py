"""The emails about orders, for the catalog of emails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from stallage.core.email_catalog import Email, register
from stallage.core.mail import Message
from stallage.core.money import Currency
from stallage.orders.emails import rendering
from stallage.orders.emails.parcels import PART, REST, WHOLE, parcel_email
from stallage.orders.emails.refunds import (
    AUTOMATIC_REFUND,
    REFUND,
    WALLET_REFUND,
    refund_email,
)
from stallage.orders.emails.rendering import (
    BY_STATUS,
    EmailContent,
    order_email,
)
from stallage.orders.emails.samples import sample_order
from stallage.orders.rules import OrderStatus
from stallage.settings import Settings

PLACEHOLDERS = {"order_number": "Number of the order"}
ITEMS = "1 × Everyday mug"
Choose = Callable[[Settings], EmailContent]


def sample_email(settings: Settings, shop_name: str, content: EmailContent) -> Message:
    """Return an email about a sample order."""
    order = sample_order(settings, amount_due=24 if content.name == "order_edited_to_pay" else 0)
    message = order_email(settings, b"", order, content, shop_name)
    assert message is not None  # noqa: S101 - the sample order has a contact
    return message


def register_content(
    title: str,
    when: str,
    choose: Choose,
    defaults: EmailContent,
    required: Mapping[str, str] | None = None,
) -> None:
    """Add an email about an order to the catalog. `choose` makes its content for the sample."""
    register(
        Email(
            defaults.name or defaults.kind,
            title,
            when,
            sample=lambda settings, shop_name: sample_email(settings, shop_name, choose(settings)),
            texts=defaults.texts,
            placeholders=PLACEHOLDERS | {name: name.capitalize() for name in defaults.values},
            required=required or {},
        )
    )


def _amount(settings: Settings, units: int) -> str:
    currency = Currency.of(settings.currency)
    return currency.format(units * 10**currency.decimals, settings.locale)


def _refund(settings: Settings, *, to_wallet: bool) -> EmailContent:
    amount = _amount(settings, 24)
    return refund_email(
        amount=amount,
        amount_minor=24,
        number="CN-000012",
        to_source="" if to_wallet else amount,
        to_wallet=amount if to_wallet else "",
        note="",
    )


def _register(content: EmailContent, title: str, when: str) -> None:
    register_content(title, when, lambda _settings: content, content)


_register(
    rendering.PLACED,
    "Order confirmation",
    "When an order is placed and paid, or needs no payment.",
)
_register(
    rendering.AWAITING_PAYMENT,
    "Order waits for payment",
    "When an order is placed, before its payment arrives.",
)
_register(
    rendering.TO_PAY_BY_LINK,
    "Order with payment link",
    "When an operator places an order that the customer pays online.",
)
_register(
    rendering.EXCHANGE,
    "Exchange confirmation",
    "When a return is exchanged for other items.",
)
_register(rendering.PAID, "Payment received", "When the payment of an order arrives.")
_register(rendering.PAYMENT_FAILED, "Payment failed", "When a payment is refused.")
_register(
    rendering.LATE_PAYMENT_REFUNDED,
    "Late payment refunded",
    "When a payment arrives after its order was cancelled.",
)
_register(
    BY_STATUS[OrderStatus.SHIPPED],
    "Order shipped",
    "When an order is marked as shipped without a parcel.",
)
_register(BY_STATUS[OrderStatus.DELIVERED], "Order delivered", "When an order is delivered.")
_register(
    BY_STATUS[OrderStatus.CANCELLED_BY_CUSTOMER],
    "Order cancelled by the customer",
    "When a customer cancels an order.",
)
_register(
    BY_STATUS[OrderStatus.CANCELLED_BY_COMPANY],
    "Order cancelled by the shop",
    "When an operator cancels an order, or it is not paid in time.",
)
_register(
    rendering.DIFFERENCE_PAID,
    "Added items paid",
    "When items that were added to an order are paid.",
)
register_content(
    "Items cancelled",
    "When some items of an order are cancelled.",
    lambda _settings: replace(rendering.LINES_CANCELLED, facts=(("Cancelled", ITEMS),)),
    rendering.LINES_CANCELLED,
)
register_content(
    "Unpaid items taken off",
    "When items that were added to an order are not paid in time.",
    lambda _settings: replace(rendering.LINES_NOT_PAID, facts=(("Cancelled", ITEMS),)),
    rendering.LINES_NOT_PAID,
)
register_content(
    "Order changed",
    "When an operator changes an order.",
    lambda _settings: replace(rendering.EDITED, facts=(("What changed", f"Added {ITEMS}"),)),
    rendering.EDITED,
)
register_content(
    "Order changed, payment needed",
    "When an operator adds items to an order that are still to be paid.",
    lambda _settings: replace(rendering.EDITED_TO_PAY, facts=(("What changed", f"Added {ITEMS}"),)),
    rendering.EDITED_TO_PAY,
)
register_content(
    "Refund to the payment method",
    "When an operator refunds an order.",
    lambda settings: _refund(settings, to_wallet=False),
    REFUND,
)
register_content(
    "Refund to the wallet",
    "When an operator refunds an order to the customer's wallet.",
    lambda settings: _refund(settings, to_wallet=True),
    WALLET_REFUND,
)
register_content(
    "Credit note",
    "When a credit note is issued for cancelled or returned items.",
    lambda settings: replace(
        AUTOMATIC_REFUND,
        facts=(("Amount", _amount(settings, 24)), ("Credit note", "CN-000012")),
    ),
    AUTOMATIC_REFUND,
)


def _sample_parcel(settings: Settings, shop_name: str, content: EmailContent) -> Message:
    order = sample_order(settings)
    parcels = order.details.parcels
    if content is WHOLE:
        units = [line for parcel in parcels for line in parcel.lines]
        parcels[:] = [parcels[0].model_copy(update={"lines": units})]
    elif content is PART:
        del parcels[1:]
    message = parcel_email(settings, b"", order, parcels[-1].parcel_id, shop_name)
    assert message is not None  # noqa: S101 - the sample order has a contact
    return message


def _register_parcel(content: EmailContent, title: str, when: str) -> None:
    register(
        Email(
            content.name,
            title,
            when,
            sample=lambda settings, shop_name: _sample_parcel(settings, shop_name, content),
            texts=content.texts,
            placeholders=PLACEHOLDERS,
        )
    )


_register_parcel(WHOLE, "Parcel shipped", "When a parcel with everything of an order is shipped.")
_register_parcel(PART, "First parcel shipped", "When a parcel is shipped and others follow.")
_register_parcel(REST, "Last parcel shipped", "When the rest of an order is shipped.")
