"""What the shop offers, as its settings say."""

from __future__ import annotations

from pydantic import SecretStr

from stallage.settings import Settings
from stallage.shop.schemas import Applicability, OtpChannels, PaymentMethod

PROVIDER_SETTINGS: dict[str, tuple[str, ...]] = {
    "sandbox": (),
    "stripe": ("stripe_secret_key", "stripe_webhook_secret"),
    "razorpay": ("razorpay_key_id", "razorpay_key_secret", "razorpay_webhook_secret"),
}
"""Settings that each payment provider requires."""

_KEY_KINDS: dict[str, tuple[str, dict[int, tuple[str, ...]]]] = {
    "stripe": ("stripe_secret_key", {0: ("sk_test_", "rk_test_"), 1: ("sk_live_", "rk_live_")}),
    "razorpay": ("razorpay_key_id", {0: ("rzp_test_",), 1: ("rzp_live_",)}),
}
"""Setting and prefixes of the keys for test (0) and live mode (1)."""


def _plain(settings: Settings, name: str) -> str:
    value = getattr(settings, name)
    return value.get_secret_value() if isinstance(value, SecretStr) else str(value)


def payment_problem(settings: Settings, provider: str) -> str | None:
    """Return why a provider cannot be used, as a sentence for the operator; None if it can."""
    mode = settings.payment_gateway_mode
    kind = "live" if mode == 1 else "test"
    if provider == "none":
        return "STALLAGE_PAYMENT_PROVIDER is none."
    if provider == "sandbox":
        if mode == 0:
            return None
        return "STALLAGE_PAYMENT_GATEWAY_MODE is 1 (live), but the sandbox takes no real money."
    missing = [name for name in PROVIDER_SETTINGS[provider] if not _plain(settings, name)]
    if missing:
        names = ", ".join(f"STALLAGE_{name.upper()}" for name in missing)
        return f"{provider.capitalize()} needs {names}."
    name, prefixes = _KEY_KINDS[provider]
    if not _plain(settings, name).startswith(prefixes[mode]):
        return (
            f"STALLAGE_PAYMENT_GATEWAY_MODE is {mode} ({kind}), but STALLAGE_{name.upper()} is"
            f" not a {kind} key."
        )
    return None


def takes_online_payments(settings: Settings) -> bool:
    """Whether shoppers can pay online."""
    return payment_problem(settings, settings.payment_provider) is None


def payment_methods(settings: Settings) -> list[PaymentMethod]:
    """Return the payment methods in the order in which shoppers see them."""
    online = takes_online_payments(settings)
    offered: dict[PaymentMethod, bool] = {
        "prepaid": online,
        "cod": settings.cash_on_delivery,
        "wallet": True,
        "walletAndPrepaid": online,
    }
    return [method for method, is_offered in offered.items() if is_offered]


def applicability(settings: Settings) -> Applicability:
    """Return what this shop offers.

    Codes for phone numbers go out through the SMS provider, or to the outbox if nothing is configured.
    With a mail server but no SMS provider they would never arrive, so only email is offered.
    """
    return Applicability(
        google_sign_in=bool(settings.google_client_id),
        otp=OtpChannels(
            email=True,
            phone=bool(settings.sms_provider) or not settings.smtp_url.get_secret_value(),
        ),
        payment_methods=payment_methods(settings),
        payment_gateway_mode=settings.payment_gateway_mode,
        wallet=True,
        guest_checkout=settings.guest_checkout,
        reviews=True,
        phone_required=settings.phone_required,
        currency=settings.currency,
        locale=settings.locale,
        country=settings.country,
    )
