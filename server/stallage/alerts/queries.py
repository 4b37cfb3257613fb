"""Read alerts."""

from __future__ import annotations

from stallage.alerts.schemas import OwnAlert
from stallage.core.db import Connection
from stallage.customers.personal_data import export_section, guest_export_section

# Includes alerts that the customer created as a guest, once their address is verified.
OWN = """
SELECT id, sku_id, kind, email, created_at FROM product_alerts
WHERE sent_at IS NULL AND (
    customer_id = $1 OR lower(email) = (SELECT lower(c.email) FROM customers_view c WHERE c.id = $1)
)
ORDER BY id DESC LIMIT 200
"""
EXPORTED_OF_CONTACT = """
SELECT sku_id AS "skuId", kind, created_at AS "createdAt", sent_at AS "sentAt"
FROM product_alerts WHERE lower(email) = lower($1) ORDER BY id
"""
EMAIL = "SELECT email FROM customers_view WHERE id = $1"


async def own_alerts(connection: Connection, customer_id: int) -> list[OwnAlert]:
    """List the customer's waiting alerts, newest first."""
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
    """Return the customer's verified address, if there is one."""
    email: str | None = await connection.fetchval(EMAIL, customer_id)
    return email


@guest_export_section("alertsOfContact")
async def export_contact(
    connection: Connection, email: str | None, _phone: str | None
) -> list[object]:
    """Export the alerts of an address, recently sent ones too, as JSON for the client."""
    return [dict(row) for row in await connection.fetch(EXPORTED_OF_CONTACT, email)]


@export_section("alerts")
async def export_customer(connection: Connection, customer_id: int) -> object:
    """Export the customer's waiting alerts, as JSON for the client."""
    return [
        {"skuId": row["sku_id"], "kind": row["kind"], "createdAt": row["created_at"]}
        for row in await connection.fetch(OWN, customer_id)
    ]
