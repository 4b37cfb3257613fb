"""The list that orders the features.

A feature imports only those before it, and foreign keys obey the same list. `stallage.architecture`
enforces it. Plug-ins come after the built-in features (`stallage.plugins`).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from stallage.plugins.installed import installed_plugins, load

FEATURES = (
    "audit",
    "operators",
    "notes",
    "bulk",
    "themes",
    "shop",
    "content",
    "customers",
    "uploads",
    "products",
    "merchandising",
    "layout",
    "import_export",
    "imports",
    "search",
    "storefront",
    "stock",
    "pricing",
    "cart",
    "wishlist",
    "recently_viewed",
    "signin",
    "newsletter",
    "alerts",
    "wallet",
    "orders",
    "recommendations",
    "payments",
    "gift_cards",
    "returns",
    "invoices",
    "reviews",
    "support",
    "questions",
    "waiting_line",
    "checkout",
    "order_changes",
    "draft_orders",
    "stock_keeping",
    "product_changes",
    "product_imports",
    "promotions",
    "storefront_changes",
    "redirects",
    "moving_in",
    "visits",
    "reports",
    "webhooks",
    "setup",
    "payment_rehearsals",
    "extensions",
    "setup_guide",
    "sample_data",
    "backoffice",
    "backup",
    "archive",
)


def parts(kind: str) -> list[ModuleType]:
    """Import and return the modules of a kind (`models`, `routes`, `jobs`, `cli`) of all features, in order.

    Raises PluginError if one of a plug-in cannot be imported.
    """
    built_in = built_in_parts(kind)
    of_plugins = [load(plugin, kind) for plugin in installed_plugins()]
    return built_in + [module for module in of_plugins if module is not None]


def built_in_parts(kind: str) -> list[ModuleType]:
    """Do the same for the built-in features only."""
    return list(_modules(kind))


@cache
def _modules(kind: str) -> tuple[ModuleType, ...]:
    # Looking for modules that do not exist takes longer than the rest of creating an application.
    return tuple(
        import_module(name)
        for feature in FEATURES
        if find_spec(f"stallage.{feature}")
        and find_spec(name := f"stallage.{feature}.{kind}") is not None
    )
