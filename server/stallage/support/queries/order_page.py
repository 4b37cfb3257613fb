"""Tickets about an order, for the operators' order page and its timeline, and notes about tickets."""

from __future__ import annotations

from stallage.notes.sql import note_subject
from stallage.orders.sql.sections import order_section, timeline_source

note_subject(
    "ticket",
    """SELECT id, public_id AS key, public_id AS label FROM tickets
        WHERE public_id = upper(btrim($1))""",
)

order_section(
    "tickets",
    """(SELECT jsonb_agg(jsonb_build_object('ticket_id', t.public_id, 'subject', t.subject,
            'status', t.status, 'created_at', t.created_at) ORDER BY t.id)
        FROM tickets t WHERE t.order_id = o.id)""",
)

timeline_source(
    "tickets",
    """
    SELECT 'ticket' AS type, t.public_id AS key, t.created_at AS at, 'customer' AS by,
        t.guest_name AS person, t.subject AS label,
        (SELECT left(m.message, 300) FROM ticket_messages m WHERE m.ticket_id = t.id
            ORDER BY m.id LIMIT 1) AS text,
        t.public_id AS reference, NULL::bigint AS amount, NULL AS state, NULL::int AS status,
        NULL::int AS payment_status
    FROM tickets t WHERE t.order_id = $1
    """,
)
