"""What must hold of documents; see the law of the package."""

from __future__ import annotations

from stallage.core.proofs import Proof

PROOFS = (
    Proof(
        "Invoices",
        "Numbers have no gaps.",
        """
        SELECT c.kind, c.last, count(i.id) AS issued, max(i.number) AS highest
        FROM invoice_counters c LEFT JOIN invoices i ON i.kind = c.kind
        GROUP BY c.kind HAVING c.last <> count(i.id) OR c.last <> coalesce(max(i.number), 0)
        """,
    ),
    Proof(
        "Invoices",
        "An order's invoice less its credit notes is what the shop has kept of its money.",
        """
        SELECT o.public_id AS order, o.status, d.documents, coalesce(p.online, 0) AS online,
            coalesce(w.wallet, 0) AS wallet
        FROM orders o
        JOIN (
            SELECT order_id, sum(CASE kind WHEN 'invoice' THEN total ELSE -total END)::bigint
                AS documents
            FROM invoices GROUP BY order_id
        ) d ON d.order_id = o.id
        LEFT JOIN (
            SELECT a.order_id, (sum(a.amount) FILTER (WHERE a.state = 'paid')
                - coalesce(sum(r.back), 0))::bigint AS online
            FROM payment_attempts a LEFT JOIN (
                SELECT attempt_id, sum(amount) AS back FROM refunds WHERE state <> 'refused'
                GROUP BY attempt_id
            ) r ON r.attempt_id = a.id
            GROUP BY a.order_id
        ) p ON p.order_id = o.id
        LEFT JOIN (
            SELECT m.order_id, -sum(e.amount)::bigint AS wallet
            FROM wallet_movements m
            JOIN wallet_entries e ON e.movement_id = m.id AND e.account = 'customer'
            GROUP BY m.order_id
        ) w ON w.order_id = o.public_id
        LEFT JOIN (
            SELECT order_id, sum(to_wallet)::bigint AS waits FROM (
                SELECT order_id, to_wallet FROM returns
                WHERE to_wallet > 0 AND credited_at IS NULL
                UNION ALL
                SELECT r.order_id, e.to_wallet
                FROM exchange_refunds e JOIN returns r ON r.id = e.return_id
                WHERE e.to_wallet > 0 AND e.credited_at IS NULL
            ) waiting GROUP BY order_id
        ) g ON g.order_id = o.id
        -- At the door the whole is paid; online, what providers took and did not give back. What goes
        -- back to a guest's wallet waits until there is one.
        WHERE d.documents <> coalesce(w.wallet, 0) - coalesce(g.waits, 0) + CASE
                WHEN o.pay_until IS NULL THEN o.payable - o.cancelled_payable
                ELSE coalesce(p.online, 0) END
            -- Documents and refunds are written down by jobs that follow.
            AND NOT EXISTS (SELECT FROM order_events e
                WHERE e.order_id = o.id AND e.happened_at > $1::timestamptz - interval '1 hour')
        """,
    ),
    Proof(
        "Invoices",
        "An order that is paid or has left the house has one invoice.",
        """
        SELECT o.public_id AS order, o.status, o.payment_status, count(i.id) AS invoices
        FROM orders o LEFT JOIN invoices i ON i.order_id = o.id AND i.kind = 'invoice'
        WHERE o.total > 0 AND EXISTS (SELECT FROM order_events e
                WHERE e.order_id = o.id AND (e.payment_status = 1 OR e.status = 4))
            AND NOT EXISTS (SELECT FROM order_events e
                WHERE e.order_id = o.id AND e.happened_at > $1::timestamptz - interval '1 hour')
        GROUP BY o.id HAVING count(i.id) <> 1
        """,
    ),
)
