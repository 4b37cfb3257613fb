"""The topics that endpoints subscribe to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

TOPICS: Mapping[str, str] = {
    "order.placed": "An order was placed",
    "order.paid": "An order was paid",
    "order.difference_paid": "Items that were added to a paid order are paid",
    "order.payment_failed": "A payment was declined",
    "order.status_changed": "The status of an order changed",
    "order.shipped": "A parcel was handed to its carrier",
    "order.edited": "Items, prices or the address of an order were edited",
    "order.lines_cancelled": "Some items of an order were cancelled",
    "order.cancelled": "An order was cancelled",
    "order.refunded": "Money is refunded to the source of a payment",
    "order.disputed": "A payment of an order was disputed, or its dispute went on or ended",
    "return.changed": "A return was requested, or its status changed",
    "invoice.issued": "An invoice or a credit note was issued",
    "product.changed": "Products were added, changed or deleted",
    "stock.changed": "The stock of items changed",
    "customer.created": "A customer signed in for the first time",
    "customer.erased": "A customer was erased",
    "ticket.opened": "A ticket was opened",
    "ticket.answered": "The shop answered a ticket",
    "question.answered": "The shop answered a question about a product",
}
"""Each topic, with what it means."""

READING: Mapping[str, str] = {
    "order": "orders.read",
    "return": "returns.read",
    "invoice": "orders.read",
    "product": "products.read",
    "stock": "stock.read",
    "customer": "customers.read",
    "ticket": "support.read",
    "question": "support.read",
}
"""The permission to see what messages contain, by the part of their topic before the dot."""


def permissions_to_read(topics: Iterable[str]) -> list[str]:
    """Return the permissions to see everything in messages of these topics. `*` is every topic."""
    kinds = {topic.partition(".")[0] for topic in topics}
    return sorted(
        {permission for kind, permission in READING.items() if "*" in kinds or kind in kinds}
    )


PING = "ping"
"""Sent by "Send a test". Every endpoint gets it."""

VERSION = "2026-11-01"
"""The version of the payloads. A change that breaks readers gets a new one."""

ALL = "*"
"""Subscribes to every topic, also to those of later releases."""
