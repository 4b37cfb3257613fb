"""What must hold of orders: their sums, their units, their tenders and their history."""

from __future__ import annotations

from stallage.core.invariants import Invariant
from stallage.orders.rules import CANCELLED, OrderStatus, PaymentStatus
from stallage.stock.rules import ReservationState

ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

INVARIANTS = (
    Invariant(
        "Orders",
        "The total is the sum of the lines, less discounts, with delivery, gift wrap and added taxes.",
        """
        SELECT o.public_id AS order, o.total, l.lines, l.discount, o.shipping_total AS shipping,
            o.gift_wrap_total AS gift_wrap, t.added
        FROM orders o
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(line_total), 0)::bigint AS lines,
                coalesce(sum(discount), 0)::bigint AS discount,
                coalesce(bool_or(line_total <> price * quantity OR discount > line_total), false)
                    AS wrong
            FROM order_lines WHERE order_id = o.id
        ) l
        CROSS JOIN LATERAL (
            SELECT coalesce(sum((tax ->> 'amount')::bigint), 0)::bigint AS added
            FROM jsonb_array_elements(o.taxes) tax WHERE NOT (tax ->> 'included')::boolean
        ) t
        CROSS JOIN LATERAL (
            SELECT coalesce(sum((one ->> 'amount')::bigint), 0)::bigint AS off
            FROM jsonb_array_elements(o.discounts) one
        ) d
        WHERE l.wrong OR o.subtotal <> l.lines OR d.off <> l.discount
            OR o.total <> l.lines - l.discount + o.shipping_total + o.gift_wrap_total + t.added
            OR o.gift_wrap_total < 0 OR o.gift_wrap_name IS NULL AND o.gift_wrap_total <> 0
        """,
    ),
    Invariant(
        "Orders",
        "An order holds its pieces until they leave the house; one that ended holds none.",
        f"""
        SELECT o.public_id AS order, o.status, l.sku_id AS sku, l.quantity - l.cancelled AS pieces,
            r.quantity AS reserved, r.state
        FROM orders o
        -- A gift may be of the same SKU as what was bought. Gift cards are no pieces: of them there are
        -- as many as are bought.
        JOIN (
            SELECT order_id, sku_id, sum(quantity) AS quantity, sum(cancelled) AS cancelled
            FROM order_lines WHERE gift_card IS NULL GROUP BY order_id, sku_id
        ) l ON l.order_id = o.id
        LEFT JOIN reservations r ON r.order_id = o.id AND r.sku_id = l.sku_id
        WHERE r.sku_id IS NULL OR CASE
            WHEN o.status IN ({ENDED}) OR l.cancelled = l.quantity
                THEN r.state <> {ReservationState.RELEASED:d}
            WHEN r.quantity <> l.quantity - l.cancelled THEN true
            WHEN o.status < {OrderStatus.SHIPPED:d} THEN r.state <> {ReservationState.HELD:d}
            ELSE r.state <> {ReservationState.SOLD:d} END
        """,
    ),
    Invariant(
        "Orders",
        "The tenders of an order add up to its total.",
        """
        SELECT o.public_id AS order, o.total, coalesce(sum(t.amount), 0)::bigint AS tenders
        FROM orders o LEFT JOIN order_tenders t ON t.order_id = o.id
        GROUP BY o.id HAVING coalesce(sum(t.amount), 0) <> o.total
        """,
    ),
    Invariant(
        "Orders",
        "A tender is held until its order is paid, and none of it is left once the order has ended.",
        f"""
        SELECT o.public_id AS order, o.status, o.payment_status, t.kind, t.state
        FROM order_tenders t JOIN orders o ON o.id = t.order_id
        CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM order_events e
            WHERE e.order_id = o.id AND e.payment_status = {PaymentStatus.PAID:d}) AS paid) p
        WHERE t.state <> CASE WHEN o.status IN ({ENDED})
                THEN CASE WHEN p.paid THEN 'given_back' ELSE 'released' END
            WHEN p.paid THEN 'taken' ELSE 'held' END
        """,
    ),
    Invariant(
        "Orders",
        "What came off tenders that were not paid yet is what was cancelled.",
        """
        SELECT o.public_id AS order, t.released, coalesce(c.amount, 0) AS cancelled
        FROM orders o
        JOIN (
            SELECT order_id, sum(released)::bigint AS released FROM order_tenders GROUP BY order_id
        ) t ON t.order_id = o.id
        LEFT JOIN (
            SELECT order_id, sum(payable + wallet)::bigint AS amount FROM order_cancellations
            WHERE NOT paid GROUP BY order_id
        ) c ON c.order_id = o.id
        WHERE t.released <> coalesce(c.amount, 0)
        """,
    ),
    Invariant(
        "Orders",
        "Wherever an order stands, its history says how it came there.",
        """
        SELECT o.public_id AS order, o.status, s.status AS told, o.payment_status,
            p.payment_status AS told_of_payment
        FROM orders o
        LEFT JOIN LATERAL (SELECT status FROM order_events
            WHERE order_id = o.id AND status IS NOT NULL ORDER BY id DESC LIMIT 1) s ON true
        LEFT JOIN LATERAL (SELECT payment_status FROM order_events
            WHERE order_id = o.id AND payment_status IS NOT NULL ORDER BY id DESC LIMIT 1) p ON true
        WHERE s.status IS DISTINCT FROM o.status
            OR coalesce(p.payment_status, 0) <> o.payment_status
        """,
    ),
    Invariant(
        "Orders",
        "No line is shipped more often than it was ordered, and nothing ships before its order.",
        f"""
        SELECT o.public_id AS order, o.status, l.id AS line, l.quantity - l.cancelled AS ordered,
            sum(pl.quantity)::bigint AS shipped
        FROM parcel_lines pl JOIN parcels p ON p.id = pl.parcel_id
        JOIN order_lines l ON l.id = pl.order_line_id JOIN orders o ON o.id = p.order_id
        GROUP BY o.id, l.id
        HAVING sum(pl.quantity) > l.quantity - l.cancelled OR l.order_id <> o.id
            OR o.status < {OrderStatus.SHIPPED:d} OR o.status IN ({ENDED})
        """,
    ),
    Invariant(
        "Orders",
        "No order waits for its payment an hour after its time.",
        """
        SELECT public_id AS order, pay_until FROM orders
        WHERE status = 0 AND pay_until < $1::timestamptz - interval '1 hour'
        """,
    ),
    Invariant(
        "Promo codes",
        "A promo code counts for the orders that have it and have not ended.",
        f"""
        SELECT o.public_id AS order, o.status, o.promo_code, u.given_back
        FROM orders o LEFT JOIN promo_uses u ON u.order_id = o.id
        WHERE (o.promo_code IS NOT NULL) <> (u.order_id IS NOT NULL)
            OR u.given_back <> (o.status IN ({ENDED}))
        """,
    ),
    Invariant(
        "Orders",
        "A gift costs nothing.",
        """
        SELECT o.public_id AS order, l.sku_id AS sku, l.price, l.quantity
        FROM order_lines l JOIN orders o ON o.id = l.order_id
        WHERE l.gift IS NOT NULL
            AND (l.price <> 0 OR l.line_total <> 0 OR l.discount <> 0 OR l.tax <> 0)
        """,
    ),
)
