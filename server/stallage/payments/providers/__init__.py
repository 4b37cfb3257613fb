"""Payment providers behind one port (`port.py`).

`sandbox` is built in. `stripe` and `razorpay` use their official clients, which are imported only if they
are set up: when the process starts, see `payments.startup`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from stallage.core.runtime import Runtime
from stallage.payments.providers.port import Provider
from stallage.payments.rules.providers import usable_provider


def import_adapter(name: str) -> Callable[[Runtime], Provider]:
    """Import a provider's client, and return its adapter. Slow at the first call."""
    module = import_module(f"stallage.payments.providers.{name}.adapter")
    adapter: Callable[[Runtime], Provider] = getattr(module, name.capitalize())
    return adapter


REHEARSED = "payments.rehearsed_provider"
"""The service that replaces the provider in a rehearsal."""


def provider_of(runtime: Runtime, name: str | None = None) -> Provider:
    """Return the shop's provider, or that of an earlier payment attempt. Raises ProviderNotSetUp."""
    name = usable_provider(runtime.settings, name)
    rehearsed: Provider | None = runtime.services.get(REHEARSED)
    if rehearsed is not None:
        return rehearsed
    return import_adapter(name)(runtime)
