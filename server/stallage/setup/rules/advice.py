"""What to do when a step of a test payment fails."""

from __future__ import annotations

DASHBOARDS = {
    "stripe": "Stripe’s dashboard under Developers, API keys",
    "razorpay": "Razorpay’s dashboard under Account & Settings, API keys",
}
WEBHOOKS = {
    "stripe": "Stripe’s dashboard under Developers, Webhooks",
    "razorpay": "Razorpay’s dashboard under Account & Settings, Webhooks",
}


def advice_for(provider: str, error: str) -> str:
    """Return what to do about a provider's error."""
    text = error.casefold()
    if "authentication" in text or "401" in text or "api key" in text:
        where = DASHBOARDS.get(provider, "the provider’s dashboard")
        return f"Copy the keys again from {where}. Test keys and live keys are different."
    if "403" in text or "permission" in text:
        return "Give the key the rights to write payments and refunds, or use the secret key."
    if "connection" in text or "reached" in text or "timeout" in text:
        return "The server could not reach the provider. Check its internet access and firewall."
    if "amount" in text or "currency" in text:
        return "Check that your account at the provider accepts the shop’s currency."
    return "Look up the error in the provider’s documentation, or try again in a few minutes."


def webhook_advice(provider: str) -> str:
    """Return what to do if events cannot be verified."""
    where = WEBHOOKS.get(provider, "the provider’s dashboard")
    return f"Copy the signing secret of the webhook again from {where}."
