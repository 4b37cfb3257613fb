"""Facts about an order that later features know, such as whether it has an invoice.

The list of orders shows them and reads them in its one query. A flag is an SQL condition over the
order's row `o`. Features declare theirs in their `queries`:

    order_flag("invoice", "EXISTS (SELECT FROM invoices i WHERE i.order_id = o.id)")

A table with an `owner_id` is also compared by it with `o` (docs/scaling.md).
"""

from __future__ import annotations

FLAGS: dict[str, str] = {}
"""SQL conditions by name."""


def order_flag(name: str, condition: str) -> None:
    """Declare a flag. Raises ValueError if another one has the name."""
    if FLAGS.setdefault(name, condition) != condition:
        raise ValueError(f"two order flags are called {name}")


def flags_sql() -> str:
    """An SQL expression for all flags of `o`, as a JSON object of booleans."""
    pairs = ", ".join(f"'{name}', ({condition})" for name, condition in FLAGS.items())
    return f"jsonb_build_object({pairs})"
