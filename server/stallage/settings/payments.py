"""Payment methods, providers, and top-ups of wallets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SecretStr

from stallage.settings.sources import MinorUnits, Seconds, Section, setting


class PaymentSettings(Section):
    """Payment methods, providers, and top-ups of wallets."""

    payment_provider: Annotated[
        Literal["none", "sandbox", "stripe", "razorpay"],
        setting("sandbox", "Who takes online payments; none: nobody."),
    ]
    cash_on_delivery: Annotated[bool, setting(True, "Orders may be paid on delivery.")]
    cash_on_delivery_code: Annotated[
        bool,
        setting(False, "Guests who pay on delivery prove their contact by a one-time code first."),
    ]
    payment_gateway_mode: Annotated[
        Literal[0, 1], setting(0, "0 test, 1 live. The sandbox refuses to run live.")
    ]
    payment_hold_seconds: Annotated[
        Seconds, setting(900, "How long stock is held for an order that is not paid.")
    ]
    payment_timeout_seconds: Annotated[
        int, Field(default=10, ge=1, le=60, description="How long a payment provider may take.")
    ]
    stripe_secret_key: Annotated[
        SecretStr, setting(SecretStr(""), "Stripe's sk_… or restricted rk_… key.")
    ]
    stripe_webhook_secret: Annotated[
        SecretStr, setting(SecretStr(""), "The whsec_… of the endpoint that Stripe notifies.")
    ]
    stripe_api_url: Annotated[str, setting("https://api.stripe.com", "Where Stripe is asked.")]
    razorpay_key_id: Annotated[str, setting("", "Razorpay's rzp_… key id.")]
    razorpay_key_secret: Annotated[SecretStr, setting(SecretStr(""), "The secret of that key.")]
    razorpay_webhook_secret: Annotated[
        SecretStr, setting(SecretStr(""), "The secret typed in where Razorpay is told to notify.")
    ]
    razorpay_api_url: Annotated[
        str, setting("https://api.razorpay.com", "Where Razorpay is asked and its checkout stands.")
    ]
    wallet_topups: Annotated[
        bool, setting(True, "Customers may add money to their wallet by online payment.")
    ]
    topup_min: Annotated[
        MinorUnits, setting(500, "The least that can be added to a wallet at once, such as cents.")
    ]
    topup_max: Annotated[MinorUnits, setting(50_000, "The most that can be added at once.")]
    wallet_limit: Annotated[
        MinorUnits, setting(100_000, "Up to which balance money can be added to a wallet.")
    ]
