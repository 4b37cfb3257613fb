"""What later features know of an order and the list of orders shows, in the list's one query.

    order_fact("invoice", "EXISTS (SELECT FROM invoices i WHERE i.order_id = o.id)")

A fact is a condition over the order's row `o`. Features declare theirs in their `queries`, as they do
sections of the export.
"""

from __future__ import annotations

FACTS: dict[str, str] = {}
"""Name → SQL."""


def order_fact(name: str, condition: str) -> None:
    """Declares a fact. Raises ValueError where two are called the same."""
    if FACTS.setdefault(name, condition) != condition:
        raise ValueError(f"two facts about an order are called {name}")


def facts_sql() -> str:
    """An expression for all facts of `o`, as a JSON object of booleans."""
    pairs = ", ".join(f"'{name}', ({condition})" for name, condition in FACTS.items())
    return f"jsonb_build_object({pairs})"
