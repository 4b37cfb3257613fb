"""Emails about returns and withdrawals, in the template of the order emails."""

from __future__ import annotations

from stallage.core.dates import format_datetime
from stallage.core.money import Currency
from stallage.orders.emails import EmailContent
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
    if returned.waits_for_sign_in:
        lead += SIGN_IN_FOR_REFUND
    return EmailContent(
        kind,
        title,
        lead,
        facts=tuple(facts),
        with_lines=False,
        data={"returnId": returned.public_id},
    )


def instructions_email(instructions: EmailedInstructions) -> EmailContent:
    """The email that tells the shopper how to send the items back."""
    facts = [("Return", instructions.public_id), ("Items", instructions.items)]
    if instructions.label_url:
        facts.append(("Label", instructions.label_url))
    return EmailContent(
        "return_instructions",
        "How to send your items back",
        instructions.text,
        facts=tuple(facts),
        with_lines=False,
        data={"returnId": instructions.public_id},
    )


def exchange_refund_email(settings: Settings, refund: EmailedExchangeRefund) -> EmailContent:
    """The email about the refund of a cancelled exchange."""
    text, locale = Currency.of(refund.currency).format, settings.locale
    lead = (
        "The items we were going to send you in exchange were cancelled, so we refund your money."
    )
    facts = [("Return", refund.public_id), ("Items", refund.items)]
    if refund.to_source:
        facts.append(("To your payment method", text(refund.to_source, locale)))
    if refund.to_wallet:
        facts.append(("To your wallet", text(refund.to_wallet, locale)))
    if refund.waits_for_sign_in:
        lead += SIGN_IN_FOR_REFUND
    return EmailContent(
        "exchange_cancelled",
        "Your exchange is cancelled",
        lead,
        facts=tuple(facts),
        with_lines=False,
        data={"returnId": refund.public_id},
    )


def withdrawal_email(settings: Settings, withdrawal: EmailedWithdrawal) -> EmailContent:
    """The acknowledgement that the law requires: the statement, its author and when it was received."""
    received = format_datetime(withdrawal.received_at, settings.locale, settings.time_zone)
    statement = f"I withdraw from the contract for order {withdrawal.order_public_id}"
    items = withdrawal.items
    return EmailContent(
        "withdrawal_received",
        "We have received your withdrawal",
        OUTCOMES[withdrawal.outcome],
        facts=(
            ("Statement", f"{statement}: {items}." if items else f"{statement}, all of it."),
            # Typed text is not sent to unproven contacts.
            *([("By", withdrawal.name or "")] if withdrawal.contact_proven else []),
            ("Received", received),
        ),
        with_lines=False,
        data={"withdrawal": str(withdrawal.id)},
    )
