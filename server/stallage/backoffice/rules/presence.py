"""Who looks at a record: its kinds, and how long a heartbeat counts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal

RecordKind = Literal["order", "customer", "ticket", "return", "draft", "product"]

PERMISSIONS: Mapping[RecordKind, str] = {
    "order": "orders.read",
    "customer": "customers.read",
    "ticket": "support.read",
    "return": "returns.read",
    "draft": "orders.create",
    "product": "products.read",
}
"""What allows an operator to see such records, and so who else looks at them."""

HEARTBEAT_SECONDS = 30
COUNTS_FOR = timedelta(seconds=HEARTBEAT_SECONDS * 2.5)
"""A heartbeat that is late once does not make a person disappear."""
FORGOTTEN_AFTER = timedelta(minutes=10)
