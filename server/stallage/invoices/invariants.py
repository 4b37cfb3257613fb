"""Invariants of documents; see the rules of the package."""

from __future__ import annotations

from stallage.core.invariants import Invariant

INVARIANTS = (
    Invariant(
        "Invoices",
        "Numbers have no gaps.",
        """
        SELECT c.kind, c.last, count(i.id) AS issued, max(i.number) AS highest
        FROM invoice_counters c LEFT JOIN invoices i ON i.kind = c.kind
        GROUP BY c.kind HAVING c.last <> count(i.id) OR c.last <> coalesce(max(i.number), 0)
        """,
    ),
    Invariant(
        "Invoices",
        "An order's invoice less its credit notes is the money that the shop keeps.",
        """
        SELECT o.public_id AS order, o.status, d.documents, t.kept
        FROM orders_view o
        JOIN (
            SELECT order_id, sum(CASE kind WHEN 'invoice' THEN total ELSE -total END)::bigint
                AS documents
            FROM invoices GROUP BY order_id
        ) d ON d.order_id = o.id
        JOIN (
            SELECT order_id, coalesce(sum(amount - released - given_back - credited)
                FILTER (WHERE state IN ('held', 'taken')), 0)::bigint AS kept
            FROM order_tenders_view GROUP BY order_id
        ) t ON t.order_id = o.id
        WHERE d.documents <> t.kept
            -- What was added to a paid order is invoiced once it is paid.
            AND NOT EXISTS (SELECT FROM order_tenders_view h WHERE h.order_id = o.id
                AND h.owner_id = o.owner_id
                AND h.kind IN ('online', 'manual') AND h.reference IS NOT NULL
                AND h.state = 'held')
            -- Later jobs issue documents and record refunds.
            AND NOT EXISTS (SELECT FROM order_events_view e
                WHERE e.order_id = o.id
                    AND e.owner_id = o.owner_id AND e.happened_at > $1::timestamptz - interval '1 hour')
        """,
    ),
    Invariant(
        "Invoices",
        "An order that is paid or shipped has one invoice, without what was added later.",
        """
        SELECT o.public_id AS order, o.status, o.payment_status, count(i.id) AS invoices
        FROM orders_view o LEFT JOIN invoices i ON i.order_id = o.id
            AND i.owner_id = o.owner_id AND i.source = 'order'
        WHERE o.total > 0 AND EXISTS (SELECT FROM order_events_view e
                WHERE e.order_id = o.id
                    AND e.owner_id = o.owner_id AND (e.payment_status = 1 OR e.status = 4))
            AND NOT EXISTS (SELECT FROM order_events_view e
                WHERE e.order_id = o.id
                    AND e.owner_id = o.owner_id AND e.happened_at > $1::timestamptz - interval '1 hour')
        GROUP BY o.id, o.public_id, o.status, o.payment_status HAVING count(i.id) <> 1
        """,
    ),
)
