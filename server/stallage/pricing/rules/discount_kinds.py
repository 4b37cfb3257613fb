"""Which fields each kind of automatic discount needs, and which have no meaning for it."""

from __future__ import annotations

from collections.abc import Mapping

REQUIRED: Mapping[str, tuple[str, ...]] = {
    "amount_off": (),
    "buy_x_get_y": ("percent", "buy_quantity", "get_quantity"),
    "free_gift": ("gift",),
}
INVALID: Mapping[str, tuple[str, ...]] = {
    "amount_off": (
        "get_quantity",
        "get_products",
        "get_categories",
        "get_brands",
        "times_per_order",
        "gift",
        "gift_options",
    ),
    "buy_x_get_y": ("amount", "gift", "gift_options"),
    "free_gift": (
        "percent",
        "amount",
        "get_quantity",
        "get_products",
        "get_categories",
        "get_brands",
        "times_per_order",
        "group",
    ),
}
"""Fields that have no meaning for a kind."""


def field_problems(values: Mapping[str, object]) -> list[tuple[str, str]]:
    """What is wrong with the fields of a discount, each as (field, sentence)."""
    kind = str(values["kind"])
    problems = [(name, f"{kind} needs {name}") for name in REQUIRED[kind] if values[name] is None]
    problems += [
        (name, f"{name} has no meaning for {kind}")
        for name in INVALID[kind]
        if values[name] not in (None, "", [])
    ]
    if kind == "amount_off" and (values["percent"] is None) == (values["amount"] is None):
        problems.append(("percent", "needs either percent or amount"))
    conditions = ("minimum_purchase", "products", "categories", "brands", "buy_quantity")
    if kind == "free_gift" and not any(values[name] for name in conditions):
        problems.append(
            (
                "minimum_purchase",
                "free_gift needs minimum_purchase, products, categories or brands",
            )
        )
    return problems
