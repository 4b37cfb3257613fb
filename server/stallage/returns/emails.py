"""Emails about returns and withdrawals, in the template of the order emails."""

from __future__ import annotations

from dataclasses import replace

from stallage.core import clock
from stallage.core.dates import format_datetime
from stallage.core.money import Currency
from stallage.orders.emails import EmailContent, register_content
from stallage.orders.rules import OrderStatus
from stallage.returns.drafts import (
    EmailedExchangeRefund,
    EmailedInstructions,
    EmailedReturn,
    EmailedWithdrawal,
)
from stallage.settings import Settings

S = OrderStatus

BY_STATUS: dict[OrderStatus, tuple[str, str, str]] = {
    S.RETURN_REQUESTED: (
        "return_requested",
        "We have received your return request",
        "We will review it and write to you soon. Please keep the items until then.",
    ),
    S.RETURN_APPROVED: (
        "return_approved",
        "Your return is approved",
        "Please pack the items well and put your order number in the parcel.",
    ),
    S.PICKED_UP: (
        "return_picked_up",
        "Your return is on its way to us",
        "The carrier has picked it up. We will write to you when it arrives.",
    ),
    S.BACK_AT_COMPANY: (
        "return_received",
        "Your return has arrived",
        "We will check it and complete your return soon.",
    ),
    S.RETURN_COMPLETED: (
        "return_completed",
        "Your return is complete",
        "Thank you for sending the items back.",
    ),
    S.RETURN_REFUSED: (
        "return_refused",
        "We cannot accept your return",
        "We are sorry. If you have questions, please write to us.",
    ),
    S.RETURN_WITHDRAWN: (
        "return_withdrawn",
        "Your return is withdrawn",
        "You keep the items and do not need to send anything back.",
    ),
}
"""Kind, title and lead of the email for each status of a return."""

OUTCOMES = {
    "cancelled": "We have cancelled these items and will not ship them. Anything you have paid for"
    " them is refunded.",
    "return": "Please send the items back within 14 days. When they arrive, we refund what you"
    " paid for them.",
    "on_delivery": "Your order has already been shipped. When it arrives, please send it back within 14"
    " days. We then refund what you paid.",
}
"""What happens next, by the outcome of a withdrawal."""

EXCHANGE_CANCELLED = EmailContent(
    "exchange_cancelled",
    "Your exchange is cancelled",
    "The items we were going to send you in exchange were cancelled, so we refund your money.",
    with_lines=False,
)
WITHDRAWAL = EmailContent(
    "withdrawal_received", "We have received your withdrawal", "", with_lines=False
)

SIGN_IN_FOR_REFUND = (
    " Your refund is waiting in the shop's wallet. To receive it, sign in with this address. We will"
    " send you a code."
)


def return_email(
    settings: Settings, returned: EmailedReturn, status: OrderStatus, send_to: str
) -> EmailContent | None:
    """The email for a new status of a return; None if the status has none."""
    texts = BY_STATUS.get(status)
    if texts is None:
        return None
    kind, title, lead = texts
    currency = Currency.of(returned.currency)
    facts = [("Return", returned.public_id), ("Items", returned.items)]
    if status is S.RETURN_APPROVED and send_to:
        facts.append(("Send to", send_to))
    if status is S.RETURN_REFUSED and returned.answer:
        facts.append(("Reason", returned.answer))
    if status is S.RETURN_COMPLETED and returned.answer:
        facts.append(("Note", returned.answer))
    if status is S.RETURN_COMPLETED and returned.to_source is not None:
        facts.append(
            (
                "Refund",
                currency.format(returned.to_source + (returned.to_wallet or 0), settings.locale),
            )
        )
    if status is S.RETURN_COMPLETED and returned.exchange_public_id:
        facts.append(("New order", returned.exchange_public_id))
    return EmailContent(
        kind,
        title,
        lead,
        facts=tuple(facts),
        with_lines=False,
        data={"returnId": returned.public_id},
        appendix=SIGN_IN_FOR_REFUND if returned.waits_for_sign_in else "",
    )


def instructions_email(instructions: EmailedInstructions) -> EmailContent:
    """The email that tells the shopper how to send the items back."""
    facts = [("Return", instructions.public_id), ("Items", instructions.items)]
    if instructions.label_url:
        facts.append(("Label", instructions.label_url))
    return EmailContent(
        "return_instructions",
        "How to send your items back",
        "{instructions}",
        facts=tuple(facts),
        with_lines=False,
        data={"returnId": instructions.public_id},
        values={"instructions": instructions.text},
    )


def exchange_refund_email(settings: Settings, refund: EmailedExchangeRefund) -> EmailContent:
    """The email about the refund of a cancelled exchange."""
    text, locale = Currency.of(refund.currency).format, settings.locale
    facts = [("Return", refund.public_id), ("Items", refund.items)]
    if refund.to_source:
        facts.append(("To your payment method", text(refund.to_source, locale)))
    if refund.to_wallet:
        facts.append(("To your wallet", text(refund.to_wallet, locale)))
    return replace(
        EXCHANGE_CANCELLED,
        facts=tuple(facts),
        data={"returnId": refund.public_id},
        appendix=SIGN_IN_FOR_REFUND if refund.waits_for_sign_in else "",
    )


def withdrawal_email(settings: Settings, withdrawal: EmailedWithdrawal) -> EmailContent:
    """The acknowledgement that the law requires: the statement, its author and when it was received."""
    received = format_datetime(withdrawal.received_at, settings.locale, settings.time_zone)
    statement = f"I withdraw from the contract for order {withdrawal.order_public_id}"
    items = withdrawal.items
    return replace(
        WITHDRAWAL,
        lead=OUTCOMES[withdrawal.outcome],
        facts=(
            ("Statement", f"{statement}: {items}." if items else f"{statement}, all of it."),
            # Typed text is not sent to unproven contacts.
            *([("By", withdrawal.name or "")] if withdrawal.contact_proven else []),
            ("Received", received),
        ),
        data={"withdrawal": str(withdrawal.id)},
        name=f"withdrawal_{withdrawal.outcome}",
    )


ITEMS = "1 × Everyday mug"


def _sample_return(settings: Settings, status: OrderStatus) -> EmailContent:
    amount = Currency.of(settings.currency).money(2400)
    refunded = amount.amount if status is S.RETURN_COMPLETED else None
    returned = EmailedReturn(
        "RT-4M8P",
        ITEMS,
        "The items were used." if status is S.RETURN_REFUSED else "",
        amount.amount,
        amount.currency,
        refunded,
        None,
        None,
        None,
    )
    content = return_email(settings, returned, status, "12 Harbour Street, Portland, ME 04101")
    assert content is not None  # noqa: S101 - only called for these statuses
    return content


def _sample_withdrawal(settings: Settings, outcome: str) -> EmailContent:
    withdrawal = EmailedWithdrawal(
        1, 1, "SO-7K2M-9QXD", "Robin Sample", None, True, ITEMS, outcome, clock.now()
    )
    return withdrawal_email(settings, withdrawal)


WHEN = {
    S.RETURN_REQUESTED: ("Return requested", "When a customer asks to return items."),
    S.RETURN_APPROVED: ("Return approved", "When a return is approved."),
    S.PICKED_UP: ("Return picked up", "When the carrier has the returned items."),
    S.BACK_AT_COMPANY: ("Return received", "When returned items arrive."),
    S.RETURN_COMPLETED: ("Return completed", "When a return is complete."),
    S.RETURN_REFUSED: ("Return refused", "When a return is refused."),
    S.RETURN_WITHDRAWN: ("Return withdrawn", "When a customer withdraws a return."),
}
OUTCOMES_WHEN = {
    "cancelled": ("Withdrawal before shipping", "When a customer withdraws before shipping."),
    "return": ("Withdrawal after delivery", "When a customer withdraws after delivery."),
    "on_delivery": ("Withdrawal in transit", "When a customer withdraws from a shipped order."),
}
"""Outcome of a withdrawal → title and occasion of its email."""


def _register(status: OrderStatus) -> None:
    kind, title, lead = BY_STATUS[status]
    register_content(
        *WHEN[status],
        lambda settings: _sample_return(settings, status),
        EmailContent(kind, title, lead),
    )


def _register_withdrawal(outcome: str) -> None:
    register_content(
        *OUTCOMES_WHEN[outcome],
        lambda settings: _sample_withdrawal(settings, outcome),
        replace(WITHDRAWAL, lead=OUTCOMES[outcome], name=f"withdrawal_{outcome}"),
    )


for _status in WHEN:
    _register(_status)
register_content(
    "Return instructions",
    "When an operator sends instructions for a return.",
    lambda _settings: instructions_email(
        EmailedInstructions("RT-4M8P", ITEMS, "Please use the original box.", "")
    ),
    instructions_email(EmailedInstructions("", "", "", "")),
    {"intro": "instructions"},
)
register_content(
    "Exchange cancelled",
    "When the items of an exchange are cancelled.",
    lambda settings: exchange_refund_email(
        settings,
        EmailedExchangeRefund("RT-4M8P", ITEMS, settings.currency, 2400, 0, None),
    ),
    EXCHANGE_CANCELLED,
)
for _outcome in OUTCOMES_WHEN:
    _register_withdrawal(_outcome)
