"""Reads documents. Callers have already authorized access to the order."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.invoices.rules import Kind, StoredDocument, number_text
from stallage.invoices.schemas import Document
from stallage.orders.sql.flags import order_flag
from stallage.orders.sql.sections import order_section, timeline_source

DOCUMENTS = """
    SELECT i.kind, i.number, i.total, i.issued_at, o.currency
    FROM invoices i JOIN orders_view o ON o.id = i.order_id AND o.owner_id = i.owner_id
    WHERE i.order_id = $1 ORDER BY i.id
"""

DOCUMENT = """
    SELECT i.id, i.kind, i.number, i.order_id, i.content, i.issued_at, i.pdf,
        o.public_id AS order_public_id, o.placed_at, o.address, o.billing_address,
        o.first_name, o.last_name, o.payment_method,
        ARRAY(SELECT number FROM invoices f WHERE f.order_id = i.order_id
            AND f.owner_id = i.owner_id AND f.kind = 'invoice'
            AND coalesce(i.content -> 'invoices', '["order"]') ? f.source ORDER BY f.id)
            AS invoice_numbers
    FROM invoices i JOIN orders_view o ON o.id = i.order_id AND o.owner_id = i.owner_id
    WHERE i.order_id = $1 AND i.kind = $2 AND ($3::bigint IS NULL OR i.number = $3)
    ORDER BY i.id LIMIT 1
"""

# An invoice may be due and not issued yet. Requesting it issues it.
order_flag(
    "invoice",
    """o.total > 0 AND EXISTS (
        SELECT FROM order_events_view e
        WHERE e.order_id = o.id AND e.owner_id = o.owner_id
            AND (e.payment_status = 1 OR e.status = 4))""",
)

# The same number as that of `rules.number_text`.
NUMBER = """
    CASE i.kind WHEN 'invoice' THEN 'INV-' ELSE 'CN-' END
        || lpad(i.number::text, greatest(6, length(i.number::text)), '0')
"""

order_section(
    "documents",
    """(SELECT jsonb_agg(jsonb_build_object('kind', i.kind, 'total', i.total,
            'issued_at', i.issued_at, 'number', NUMBER) ORDER BY i.id)
        FROM invoices i WHERE i.order_id = o.id AND i.owner_id = o.owner_id)""".replace(
        "NUMBER", NUMBER
    ),
)

timeline_source(
    "documents",
    """
    SELECT 'document' AS type, i.id::text AS key, i.issued_at AS at, 'system' AS by,
        NULL AS person, i.kind AS label, NULL AS text,
        NUMBER AS reference,
        i.total AS amount, NULL AS state, NULL::int AS status, NULL::int AS payment_status
    FROM invoices i WHERE i.order_id = $1
    """.replace("NUMBER", NUMBER),
)


async def documents_of(connection: Connection, order_id: int) -> list[Document]:
    """Read the documents of an order, oldest first."""
    return [
        Document.model_construct(
            number=number_text(row["kind"], row["number"]),
            kind=row["kind"],
            total=Currency.of(row["currency"]).money(row["total"]),
            issued_at=row["issued_at"],
        )
        for row in await connection.fetch(DOCUMENTS, order_id)
    ]


async def document(
    connection: Connection, order_id: int, kind: Kind, number: int | None
) -> StoredDocument | None:
    """Read a document of an order; without a number, the first of its kind."""
    row = await connection.fetchrow(DOCUMENT, order_id, kind, number)
    return None if row is None else StoredDocument(**dict(row))
