"""The orders in a person's export of their data."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import export_section, guest_export_section
from stallage.orders.queries.details import details_of
from stallage.orders.sql.orders import ORDERS

TO_EXPORT = ORDERS + "WHERE o.customer_id = $1 ORDER BY o.id"
TO_EXPORT_OF_GUEST = (
    ORDERS
    + "WHERE o.customer_id IS NULL AND (lower(o.email) = lower($1) OR o.phone = $2) ORDER BY o.id"
)


@export_section("orders")
async def exported(connection: Connection, customer_id: int) -> object:
    """The customer's orders, in the format of the API."""
    rows = await connection.fetch(TO_EXPORT, customer_id)
    return [details_of(row).model_dump(mode="json", by_alias=True) for row in rows]


@guest_export_section("guestOrders")
async def exported_of_guest(
    connection: Connection, email: str | None, phone: str | None
) -> list[object]:
    """The orders placed with a contact and without an account, in the format of the API."""
    rows = await connection.fetch(TO_EXPORT_OF_GUEST, email, phone)
    return [details_of(row).model_dump(mode="json", by_alias=True) for row in rows]
