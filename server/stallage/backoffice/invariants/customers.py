"""Invariants of the lists of customers."""

from __future__ import annotations

from stallage.backoffice.sql.customers import (
    CUSTOMER_COLUMNS,
    GUEST_COLUMNS,
    derived_customers,
    derived_guests,
)
from stallage.core.invariants import Invariant

_PENDING_CUSTOMERS = "SELECT customer_id FROM customer_changes WHERE customer_id IS NOT NULL"
_PENDING_CONTACTS = "SELECT contact FROM customer_changes WHERE contact IS NOT NULL"

INVARIANTS = (
    Invariant(
        "Customers",
        "The figures in the list of customers are those of their orders, addresses and consents.",
        f"""
        SELECT customer_id AS customer, orders, spent, last_order_id AS last_order FROM (
            (SELECT {CUSTOMER_COLUMNS} FROM customer_overviews
                EXCEPT SELECT {CUSTOMER_COLUMNS} FROM ({derived_customers("true")}) derived)
            UNION ALL
            (SELECT {CUSTOMER_COLUMNS} FROM ({derived_customers("true")}) derived
                EXCEPT SELECT {CUSTOMER_COLUMNS} FROM customer_overviews)
        ) different WHERE customer_id NOT IN ({_PENDING_CUSTOMERS})
        """,
    ),
    Invariant(
        "Customers",
        "The figures in the list of guests are those of their orders.",
        f"""
        SELECT orders, spent, last_order_id AS last_order FROM (
            (SELECT {GUEST_COLUMNS} FROM guest_overviews
                EXCEPT SELECT {GUEST_COLUMNS} FROM ({derived_guests("true")}) derived)
            UNION ALL
            (SELECT {GUEST_COLUMNS} FROM ({derived_guests("true")}) derived
                EXCEPT SELECT {GUEST_COLUMNS} FROM guest_overviews)
        ) different WHERE contact NOT IN ({_PENDING_CONTACTS})
        """,
    ),
)
