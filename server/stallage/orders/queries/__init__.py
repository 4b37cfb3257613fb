"""Reads orders, each in one query, always scoped to who may see them."""

from stallage.orders.queries.access import (
    FoundOrder,
    authorize_order,
    order_for,
    order_placed_with,
)
from stallage.orders.queries.details import order_details, order_for_email
from stallage.orders.queries.export import exported, exported_of_guest
from stallage.orders.queries.lines import order_lines, ordered_units
from stallage.orders.queries.lists import orders_of

__all__ = [
    "FoundOrder",
    "authorize_order",
    "exported",
    "exported_of_guest",
    "order_details",
    "order_for",
    "order_for_email",
    "order_lines",
    "order_placed_with",
    "ordered_units",
    "orders_of",
]
