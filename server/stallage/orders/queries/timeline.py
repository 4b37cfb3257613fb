"""Reads the timeline of an order for operators: what happened, who did it, and what was sent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal

from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection, Record
from stallage.core.money import Currency
from stallage.notes.sql import note_subject
from stallage.orders.rules import LABELS, OrderStatus
from stallage.orders.schemas.operator import TimelineItem
from stallage.orders.sql.sections import timeline_source, timeline_sql

Filter = Literal["comments", "events", "emails"]

TYPES: dict[Filter, list[str]] = {
    "comments": ["note"],
    "events": [
        *("event", "payment", "manual_payment", "manual_refund", "refund", "dispute"),
        *("ticket", "review", "document"),
    ],
    "emails": ["email"],
}

note_subject(
    "order",
    """SELECT id, public_id AS key, public_id AS label FROM orders
        WHERE public_id = upper(btrim($1))""",
)

timeline_source(
    "events",
    """
    SELECT CASE WHEN e.status IS NULL THEN 'payment' ELSE 'event' END AS type, e.id::text AS key,
        e.happened_at AS at, e.by,
        coalesce(e.person, CASE WHEN e.by = 'customer' THEN
            nullif(concat_ws(' ', nullif(o.first_name, ''), nullif(o.last_name, '')), '') END)
            AS person,
        e.label, NULL AS text, NULL AS reference, NULL::bigint AS amount, NULL AS state,
        e.status::int AS status, e.payment_status::int AS payment_status
    FROM order_events e JOIN orders o ON o.id = e.order_id AND o.owner_id = e.owner_id WHERE e.order_id = $1
    """,
)

timeline_source(
    "manual_payments",
    """
    SELECT 'manual_payment' AS type, m.position::text AS key, m.recorded_at AS at, 'operator' AS by,
        m.recorded_by AS person, m.method AS label, nullif(m.reference, '') AS text,
        m.received_on::text AS reference, m.amount, 'paid' AS state, NULL::int AS status,
        NULL::int AS payment_status
    FROM order_manual_payments m WHERE m.order_id = $1
    """,
)

timeline_source(
    "manual_refunds",
    """
    SELECT 'manual_refund' AS type, m.id || ':' || e.state AS key, e.at, e.by, e.person,
        m.method AS label, nullif(m.reference, '') AS text, m.paid_on::text AS reference, m.amount,
        e.state, NULL::int AS status, NULL::int AS payment_status
    FROM order_manual_refunds m
    CROSS JOIN LATERAL (
        SELECT 'waiting' AS state, m.created_at AS at, 'system' AS by, NULL AS person
        UNION ALL
        SELECT 'paid', m.recorded_at, 'operator', m.recorded_by WHERE m.method IS NOT NULL
    ) e
    WHERE m.order_id = $1
    """,
)

timeline_source(
    "emails",
    """
    SELECT 'email' AS type, m.message AS key, m.sent_at AS at, 'system' AS by, NULL AS person,
        regexp_replace(m.message, '^again:[^:]*:', '') AS label, NULL AS text,
        regexp_replace(m.message, '^again:[^:]*:', '') AS reference, NULL::bigint AS amount,
        CASE WHEN m.message LIKE 'again:%' THEN 'sent_again' ELSE 'sent' END AS state,
        NULL::int AS status, NULL::int AS payment_status
    FROM order_emails m WHERE m.order_id = $1
    """,
)

# Emails that wait for another try, or that nobody will try again until an operator does.
timeline_source(
    "unsent",
    """
    SELECT 'email' AS type, 'job:' || q.id AS key, q.created AS at, 'system' AS by,
        NULL AS person, q.entrypoint AS label, NULL AS text, NULL AS reference,
        NULL::bigint AS amount,
        CASE WHEN q.status = 'failed' THEN 'failed' ELSE 'waiting' END AS state,
        NULL::int AS status, NULL::int AS payment_status
    FROM pgqueuer q
    WHERE q.entrypoint LIKE 'orders.send%' AND (q.status = 'failed' OR q.attempts > 0)
        AND convert_from(q.payload, 'UTF8')::jsonb -> 'order_id' = to_jsonb($1::bigint)
    """,
)

timeline_source(
    "notes",
    """
    SELECT 'note' AS type, n.id::text AS key, n.created_at AS at, 'operator' AS by,
        n.author_name AS person, CASE WHEN n.edited_at IS NOT NULL THEN 'edited' END AS label,
        n.text, n.id::text AS reference, NULL::bigint AS amount,
        n.author_id::text AS state, NULL::int AS status, NULL::int AS payment_status
    FROM notes_view n WHERE n.subject_kind = 'order' AND n.subject_id = $1
    """,
)

# Entries of one transaction share a time; the id keeps their order.
TIMELINE = """
    SELECT t.*, lpad(t.key, 20, '0') AS place, o.currency
    FROM (ENTRIES) t, orders o
    WHERE o.id = $1 AND ($2::text[] IS NULL OR t.type = ANY($2)) AND ($3::timestamptz IS NULL OR
        (t.at, t.type, lpad(t.key, 20, '0')) OPERATOR ($3::timestamptz, $4::text, $5::text))
    ORDER BY t.at DIRECTION, t.type DIRECTION, lpad(t.key, 20, '0') DIRECTION LIMIT $6
"""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _microseconds(at: datetime) -> int:
    return (at - EPOCH) // timedelta(microseconds=1)


def _item(row: Record) -> TimelineItem:
    status = row["status"]
    return TimelineItem.model_construct(
        id=f"{row['type']}:{row['key']}",
        type=row["type"],
        at=row["at"],
        by=row["by"],
        person=row["person"],
        label=row["label"],
        text=row["text"],
        reference=row["reference"],
        amount=Currency.of(row["currency"]).optional_money(row["amount"]),
        state=row["state"],
        status=status,
        status_label=None if status is None else LABELS[OrderStatus(status)],
        payment_status=row["payment_status"],
    )


async def timeline_of(
    connection: Connection, order_id: int, page: CursorQuery, filtered: Filter | None
) -> CursorPage[TimelineItem]:
    """Read a page of an order's timeline, newest first."""
    values = page.values(int, str, str)
    sql = TIMELINE.replace("ENTRIES", timeline_sql())
    operator, direction = (">", "ASC") if page.backwards else ("<", "DESC")
    sql = sql.replace("OPERATOR", operator).replace("DIRECTION", direction)
    at, kind, place = values or (None, None, None)
    rows = await connection.fetch(
        sql,
        order_id,
        None if filtered is None else TYPES[filtered],
        None if at is None else EPOCH + timedelta(microseconds=int(at)),
        kind,
        place,
        page.limit + 1,
    )
    found = slice_of(rows, page, lambda row: [_microseconds(row["at"]), row["type"], row["place"]])
    return CursorPage[TimelineItem].model_construct(
        items=[_item(row) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )
