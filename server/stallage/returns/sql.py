"""SQL that actions and invariants of returns share."""

from __future__ import annotations

from stallage.orders import rules
from stallage.returns.rules.reasons import PHRASES

CANCELLED = ", ".join(str(int(status)) for status in sorted(rules.CANCELLED))
"""The statuses of cancelled orders, as a list in SQL."""

_SAME_WORDS = " ".join(
    "WHEN '{}' THEN '{}'".format(phrase.replace("'", "''"), code)
    for phrase, code in PHRASES.items()
)
_WORDS = r"lower(btrim(regexp_replace(replace(r.reason, '’', ''''), '\s+', ' ', 'g'), ' .!,'))"

REASON = rf"""
    CASE WHEN r.reason_code IS NOT NULL THEN r.reason_code
        WHEN r.reason !~ '\S' THEN 'none'
        ELSE CASE regexp_replace({_WORDS}, '^(it is|it''s|it was|they are|they were) ', '')
            {_SAME_WORDS} ELSE 'other' END
    END
"""
"""The reason that a return `r` counts under: the one chosen, or what the customer's own words say.

Capitals, spaces and the full stop make no difference.
"""

UNREFUNDED = f"""
    SELECT r.public_id AS return, x.id AS exchange_id, x.public_id AS exchange, gone.units AS cancelled,
        back.units AS refunded
    FROM returns r JOIN orders_view x ON x.id = r.exchange_order_id AND x.owner_id = r.owner_id
    CROSS JOIN LATERAL (
        SELECT sum(CASE WHEN x.status IN ({CANCELLED}) THEN quantity ELSE cancelled END)::bigint AS units
        FROM order_lines_view WHERE order_id = x.id AND owner_id = x.owner_id
    ) gone
    CROSS JOIN LATERAL (
        SELECT coalesce(sum((part ->> 'quantity')::int), 0)::bigint AS units
        FROM exchange_refunds e, jsonb_array_elements(e.lines) part WHERE e.return_id = r.id
            AND e.owner_id = r.owner_id
    ) back
    WHERE (x.status IN ({CANCELLED}) OR x.cancelled_total > 0
            OR EXISTS (SELECT FROM order_cancellations_view
            WHERE order_id = x.id AND owner_id = x.owner_id))
        AND gone.units <> back.units
"""
"""Exchanges with cancelled units that have not been refunded."""
