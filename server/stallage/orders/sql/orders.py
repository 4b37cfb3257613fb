"""The SELECT of orders with their lines, parcels and timeline."""

from __future__ import annotations

NEXT_ID = "(SELECT nextval('orders_id_seq'))"
"""The id of an order that is about to be placed. Ids of orders that are not placed are left out."""

LINES = """
    (SELECT jsonb_agg(to_jsonb(l) - ARRAY['order_id', 'owner_id'] ORDER BY l.position)
        FROM order_lines l WHERE l.order_id = o.id AND l.owner_id = o.owner_id) AS lines
"""

PARCELS = """
    (SELECT jsonb_agg(jsonb_build_object('parcel_id', p.public_id, 'carrier', p.carrier,
            'tracking_number', p.tracking_number, 'tracking_url', p.tracking_url,
            'shipped_at', p.shipped_at, 'arrives_by', p.arrives_by,
            'delivered_at', p.delivered_at, 'lines', (
                SELECT jsonb_agg(jsonb_build_object('line_id', pl.order_line_id,
                    'quantity', pl.quantity) ORDER BY pl.order_line_id)
                FROM parcel_lines pl WHERE pl.parcel_id = p.id AND pl.owner_id = p.owner_id)) ORDER BY p.id)
        FROM parcels p WHERE p.order_id = o.id AND p.owner_id = o.owner_id) AS parcels
"""

TENDERS = """
    (SELECT jsonb_agg(to_jsonb(t) - ARRAY['order_id', 'owner_id'] ORDER BY t.position)
        FROM order_tenders t WHERE t.order_id = o.id AND t.owner_id = o.owner_id) AS tenders
"""

ORDERS = f"""
    SELECT o.*, {LINES}, {PARCELS}, {TENDERS},
        (SELECT jsonb_agg(jsonb_build_array(e.status, e.happened_at, e.by, e.label)
            ORDER BY e.id)
            FROM order_events e WHERE e.order_id = o.id
                AND e.owner_id = o.owner_id AND e.status IS NOT NULL) AS timeline
    FROM orders o
"""
