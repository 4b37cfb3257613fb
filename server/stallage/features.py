"""The list that orders the features: the law of the house.

A feature imports only those before it, and foreign keys obey the same list. `tests/test_architecture.py`
reads this file.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

FEATURES = (
    "shop",
    "content",
    "customers",
    "uploads",
    "catalog",
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
    "checkout",
    "backoffice",
    "backup",
)


def parts(kind: str) -> list[ModuleType]:
    """The modules of one kind (`models`, `routes`, `jobs`, `cli`) of all features, in order."""
    return [
        import_module(name)
        for feature in FEATURES
        if find_spec(f"stallage.{feature}")
        and find_spec(name := f"stallage.{feature}.{kind}") is not None
    ]
