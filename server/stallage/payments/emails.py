"""The email about a dispute to the shop's team."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from stallage.core import clock
from stallage.core.dates import format_datetime
from stallage.core.email_catalog import Email, register
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.core.money import Currency
from stallage.payments.drafts import DisputeToEmail
from stallage.payments.rules.disputes import DisputeState
from stallage.settings import Settings

TEMPLATES = Path(__file__).with_name("templates")

TITLES: dict[DisputeState, str] = {
    "open": "A payment is disputed",
    "under_review": "The bank reviews a dispute",
    "won": "A dispute was won",
    "lost": "A dispute was lost",
    "closed": "A dispute was closed",
}
EFFECTS: dict[DisputeState, str] = {
    "open": "The payer has asked the bank for the money back. Send your evidence to the provider,"
    " and do not refund the payment as well.",
    "under_review": "The provider has your evidence. You do not need to do anything.",
    "won": "The money stays with you, or comes back to your balance.",
    "lost": "The money stays with the payer. Check whether the order is still to be shipped.",
    "closed": "It ended without a decision against you.",
}


def dispute_email(
    dispute: DisputeToEmail, state: DisputeState, settings: Settings, *, shop_name: str
) -> Message:
    """Return the email about a dispute that reached a state."""
    currency = Currency.of(dispute.currency)
    amount = currency.format(dispute.amount, settings.locale)
    about = dispute.order_number or "wallet top-up"
    shop_url = settings.public_url.rstrip("/")
    respond_by = ""
    if state == "open" and dispute.respond_by is not None:
        respond_by = format_datetime(dispute.respond_by, settings.locale, settings.time_zone)
    return render_email(
        TEMPLATES,
        "dispute",
        to=dispute.email,
        subject=f"{TITLES[state]}: {about}, {amount}",
        kind="payment_dispute",
        shop_name=shop_name,
        shop_url=settings.public_url,
        data={"dispute": dispute.reference, "state": state, "order": dispute.order_number},
        title=TITLES[state],
        effect=EFFECTS[state],
        about=about,
        amount=amount,
        reason=dispute.reason.replace("_", " "),
        provider=dispute.provider.capitalize(),
        reference=dispute.reference,
        respond_by=respond_by,
        address=f"{shop_url}/backoffice/orders/{dispute.order_number}"
        if dispute.order_number
        else f"{shop_url}/backoffice/customers",
    )


def _sample(settings: Settings, shop_name: str) -> Message:
    dispute = DisputeToEmail(
        email="operator@example.com",
        provider="stripe",
        reference="dp_0123456789",
        amount=24 * 10 ** Currency.of(settings.currency).decimals,
        currency=settings.currency,
        reason="fraudulent",
        respond_by=clock.now() + timedelta(days=7),
        order_number="SO-7K2M-9QXD",
    )
    return dispute_email(dispute, "open", settings, shop_name=shop_name)


register(
    Email(
        "payment_dispute",
        "Payment disputed",
        "When a payer disputes a payment, and when the dispute ends.",
        sample=_sample,
        audience="operators",
    )
)
