"""Payment providers behind one port (`port.py`).

`sandbox` is built in. `stripe` and `razorpay` use their official clients, which are imported only if they
are set up.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from stallage.core.runtime import Runtime
from stallage.payments.providers.port import Provider
from stallage.payments.rules.providers import usable_provider


def provider_of(runtime: Runtime, name: str | None = None) -> Provider:
    """Return the shop's provider, or that of an earlier payment attempt. Raises ProviderNotSetUp."""
    name = usable_provider(runtime.settings, name)
    adapter: Callable[[Runtime], Provider] = getattr(
        import_module(f"stallage.payments.providers.{name}.adapter"), name.capitalize()
    )
    return adapter(runtime)
