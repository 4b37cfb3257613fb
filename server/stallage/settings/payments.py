"""Payment methods, providers, and top-ups of wallets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SecretStr

from stallage.settings.sources import MinorUnits, Seconds, Section, setting


class PaymentSettings(Section):
    """Payment methods, providers, and top-ups of wallets."""

    payment_provider: Annotated[
        Literal["none", "sandbox", "stripe", "razorpay"],
        setting("sandbox", "Provider of online payments; none: no online payment."),
    ]
    cash_on_delivery: Annotated[bool, setting(True, "Orders may be paid on delivery.")]
    cash_on_delivery_code: Annotated[
        bool,
        setting(
            False, "Guests who pay on delivery confirm their contact with a one-time code first."
        ),
    ]
    payment_gateway_mode: Annotated[
        Literal[0, 1], setting(0, "0 test, 1 live. The sandbox refuses to run live.")
    ]
    payment_hold_seconds: Annotated[
        Seconds, setting(900, "How long stock is reserved for an unpaid order.")
    ]
    payment_timeout_seconds: Annotated[
        int,
        Field(
            default=10, ge=1, le=60, description="Time limit of a request to the payment provider."
        ),
    ]
    stripe_secret_key: Annotated[
        SecretStr, setting(SecretStr(""), "Stripe's sk_… or restricted rk_… key.")
    ]
    stripe_webhook_secret: Annotated[
        SecretStr, setting(SecretStr(""), "The whsec_… of the webhook endpoint at Stripe.")
    ]
    stripe_api_url: Annotated[str, setting("https://api.stripe.com", "Address of Stripe's API.")]
    razorpay_key_id: Annotated[str, setting("", "Razorpay's rzp_… key id.")]
    razorpay_key_secret: Annotated[SecretStr, setting(SecretStr(""), "The secret of that key.")]
    razorpay_webhook_secret: Annotated[
        SecretStr, setting(SecretStr(""), "The secret of the webhook at Razorpay.")
    ]
    razorpay_api_url: Annotated[
        str, setting("https://api.razorpay.com", "Address of Razorpay's API and checkout.")
    ]
    wallet_topups: Annotated[
        bool, setting(True, "Customers may add money to their wallet by online payment.")
    ]
    topup_min: Annotated[
        MinorUnits, setting(500, "Smallest top-up of a wallet, in the minor unit such as cents.")
    ]
    topup_max: Annotated[MinorUnits, setting(50_000, "Largest top-up of a wallet.")]
    wallet_limit: Annotated[
        MinorUnits, setting(100_000, "Highest balance that a top-up may lead to.")
    ]
