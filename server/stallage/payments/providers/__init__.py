"""Payment providers behind one port (`port.py`): `sandbox` is built in, `stripe` and `razorpay` speak
through their official clients, which are imported only where they are set up."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from stallage.core.runtime import Runtime
from stallage.payments.providers.port import Provider
from stallage.settings import Settings
from stallage.shop.rules import payment_trouble

ADAPTERS = {"sandbox": "Sandbox", "stripe": "Stripe", "razorpay": "Razorpay"}


class ProviderNotSetUp(Exception):
    """Online payment cannot be used as the shop is set up; the text says why."""


def trouble(settings: Settings) -> str | None:
    """Why nobody can pay online though they should, in a sentence for the operator; else None."""
    if settings.payment_provider == "none":
        return None
    reason = payment_trouble(settings, settings.payment_provider)
    return None if reason is None else f"{reason} Shoppers are offered no online payment."


def usable_providers(settings: Settings) -> list[str]:
    """Providers that can be asked: the shop's own, and former ones whose keys are still set."""
    return [name for name in ADAPTERS if payment_trouble(settings, name) is None]


def provider_of(runtime: Runtime, name: str | None = None) -> Provider:
    """The shop's provider, or the one that an earlier payment attempt went to. Raises ProviderNotSetUp."""
    name = name or runtime.settings.payment_provider
    if name not in ADAPTERS:
        raise ProviderNotSetUp(f"There is no payment provider {name}.")
    reason = payment_trouble(runtime.settings, name)
    if reason is not None:
        raise ProviderNotSetUp(reason)
    adapter: Callable[[Runtime], Provider] = getattr(
        import_module(f"stallage.payments.providers.{name}.adapter"), ADAPTERS[name]
    )
    return adapter(runtime)
