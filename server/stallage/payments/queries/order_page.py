"""Payments and refunds of an order, for the operators' order page and its timeline."""

from __future__ import annotations

from stallage.orders.sql.sections import order_section, timeline_source

order_section(
    "payments",
    """(SELECT jsonb_agg(jsonb_build_object('payment_id', a.public_id, 'provider', a.provider,
            'state', a.state, 'amount', a.amount, 'created_at', a.created_at,
            'settled_at', a.settled_at) ORDER BY a.id)
        FROM payment_attempts a WHERE a.order_id = o.id AND a.owner_id = o.owner_id)""",
)

order_section(
    "refunds",
    """(SELECT jsonb_agg(jsonb_build_object('refund_id', r.public_id, 'state', r.state,
            'amount', r.amount, 'reason', r.reason, 'created_at', r.created_at,
            'done_at', r.done_at) ORDER BY r.id)
        FROM refunds r WHERE r.order_id = o.id AND r.owner_id = o.owner_id)""",
)

order_section(
    "disputes",
    """(SELECT jsonb_agg(jsonb_build_object('dispute_id', d.reference, 'provider', d.provider,
            'state', d.state, 'amount', d.amount, 'reason', d.reason, 'respond_by', d.respond_by,
            'opened_at', d.opened_at,
            'withdrawn', coalesce((SELECT sum(CASE e.kind WHEN 'withdrawn' THEN e.amount
                ELSE -e.amount END) FROM payment_dispute_entries e WHERE e.dispute_id = d.id
                    AND e.owner_id = d.owner_id), 0))
            ORDER BY d.id)
        FROM payment_disputes d JOIN payment_attempts a ON a.id = d.attempt_id AND a.owner_id = d.owner_id
        WHERE a.order_id = o.id AND a.owner_id = o.owner_id)""",
)

timeline_source(
    "disputes",
    """
    SELECT 'dispute' AS type, d.id || ':' || e.step AS key, e.at, 'system' AS by, NULL AS person,
        d.provider AS label, d.reason AS text, d.reference, e.amount, e.step AS state,
        NULL::int AS status, NULL::int AS payment_status
    FROM payment_disputes d JOIN payment_attempts a ON a.id = d.attempt_id AND a.owner_id = d.owner_id
    CROSS JOIN LATERAL (
        SELECT 'opened' AS step, d.opened_at AS at, d.amount
        UNION ALL
        SELECT d.state, d.changed_at, d.amount WHERE d.state <> 'open'
        UNION ALL
        SELECT x.kind, x.happened_at, x.amount FROM payment_dispute_entries x
        WHERE x.dispute_id = d.id AND x.owner_id = d.owner_id
    ) e
    WHERE a.order_id = $1
    """,
)

timeline_source(
    "provider_refunds",
    """
    SELECT 'refund' AS type, r.public_id AS key, coalesce(r.done_at, r.created_at) AS at,
        'system' AS by, NULL AS person, a.provider AS label, r.reason AS text,
        r.public_id AS reference, r.amount, r.state, NULL::int AS status,
        NULL::int AS payment_status
    FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id
        AND a.owner_id = r.owner_id WHERE r.order_id = $1
    """,
)
