"""Reads alerts."""

from __future__ import annotations

from stallage.alerts.schemas import OwnAlert
from stallage.core.db import Connection
from stallage.customers.exporting import guest_section, section

# What somebody asked for as a guest is theirs once the address is proven to be.
OWN = """
SELECT id, sku_id, kind, email, created_at FROM product_alerts
WHERE sent_at IS NULL AND (
    customer_id = $1 OR lower(email) = (SELECT lower(c.email) FROM customers c WHERE c.id = $1)
)
ORDER BY id DESC LIMIT 200
"""
EXPORTED_OF_CONTACT = """
SELECT sku_id AS "skuId", kind, created_at AS "createdAt", sent_at AS "sentAt"
FROM product_alerts WHERE lower(email) = lower($1) ORDER BY id
"""
EMAIL = "SELECT email FROM customers WHERE id = $1"


async def own_alerts(connection: Connection, customer_id: int) -> list[OwnAlert]:
    """What the customer still waits for, newest first."""
    return [
        OwnAlert(
            id=row["id"],
            sku_id=row["sku_id"],
            kind=row["kind"],
            email=row["email"],
            created_at=row["created_at"],
        )
        for row in await connection.fetch(OWN, customer_id)
    ]


async def email_of(connection: Connection, customer_id: int) -> str | None:
    """The customer's proven address, if there is one."""
    email: str | None = await connection.fetchval(EMAIL, customer_id)
    return email


@guest_section("alertsOfContact")
async def exported_of_contact(
    connection: Connection, email: str | None, _phone: str | None
) -> list[object]:
    """What an address waits for, or was told lately."""
    return [dict(row) for row in await connection.fetch(EXPORTED_OF_CONTACT, email)]


@section("alerts")
async def exported(connection: Connection, customer_id: int) -> object:
    """What the customer waits for, for the export of everything held about them."""
    return [
        {"skuId": row["sku_id"], "kind": row["kind"], "createdAt": row["created_at"]}
        for row in await connection.fetch(OWN, customer_id)
    ]
