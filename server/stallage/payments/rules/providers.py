"""Which payment providers the shop can use."""

from __future__ import annotations

from stallage.payments.errors import ProviderNotSetUp
from stallage.settings import Settings
from stallage.shop.rules.capabilities import payment_problem

PROVIDERS = ("sandbox", "stripe", "razorpay")


def usable_providers(settings: Settings) -> list[str]:
    """Return the providers that can be called: the shop's own, and others whose keys are still set."""
    return [name for name in PROVIDERS if payment_problem(settings, name) is None]


def usable_provider(settings: Settings, name: str | None = None) -> str:
    """Return the name of the shop's provider, or check that of an earlier payment attempt.

    Raises ProviderNotSetUp.
    """
    name = name or settings.payment_provider
    if name not in PROVIDERS:
        raise ProviderNotSetUp(f"There is no payment provider {name}.")
    problem = payment_problem(settings, name)
    if problem is not None:
        raise ProviderNotSetUp(problem)
    return name
