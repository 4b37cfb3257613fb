"""What later features know about an order, for operators.

The operator's order page and its timeline read these in their one query. Features declare them in their
`queries`. A section is an SQL expression over the order's row `o` whose value is a JSON array of objects
with the fields of the section's schema in `schemas.operator`:

    order_section("documents", "(SELECT jsonb_agg(…) FROM invoices i WHERE i.order_id = o.id)")

A table with an `owner_id` is also compared by it with `o` (docs/scaling.md).
A timeline source is a SELECT with the columns of `TIMELINE_COLUMNS`, for the order with the id `$1`.
"""

from __future__ import annotations

from typing import Literal

Section = Literal["payments", "refunds", "disputes", "documents", "returns", "tickets", "drafts"]

SECTIONS: dict[str, str] = {}
"""SQL expressions by section."""

TIMELINE_COLUMNS = (
    "type",
    "key",
    "at",
    "by",
    "person",
    "label",
    "text",
    "reference",
    "amount",
    "state",
    "status",
    "payment_status",
)
"""`key` is unique for its type; `at` is a timestamp, `amount` is in minor units, `status` and
`payment_status` are numbers, and all others are texts."""

TIMELINE_SOURCES: dict[str, str] = {}


def order_section(name: Section, expression: str) -> None:
    """Declare a section. Raises ValueError if another feature has declared it."""
    if SECTIONS.setdefault(name, expression) != expression:
        raise ValueError(f"two features know the {name} of orders")


def timeline_source(name: str, select: str) -> None:
    """Declare entries of the timeline. Raises ValueError if another source has the name."""
    if TIMELINE_SOURCES.setdefault(name, select) != select:
        raise ValueError(f"two sources of the timeline are called {name}")


def sections_sql() -> str:
    """An SQL expression for all sections of `o`, as a JSON object."""
    pairs = ", ".join(f"'{name}', {sql}" for name, sql in sorted(SECTIONS.items()))
    return f"jsonb_build_object({pairs})"


def timeline_sql() -> str:
    """One SELECT for the entries of all sources."""
    columns = ", ".join(TIMELINE_COLUMNS)
    return "\nUNION ALL\n".join(
        f"SELECT {columns} FROM ({sql}) {name}" for name, sql in TIMELINE_SOURCES.items()
    )
