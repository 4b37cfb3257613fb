"""Invariants of orders: sums, units, tenders and history."""

from __future__ import annotations

from stallage.core.invariants import Invariant
from stallage.orders.rules import CANCELLED, OrderStatus, PaymentStatus
from stallage.stock.rules import ReservationState

ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

TO_PACK = f"{OrderStatus.CONFIRMED:d}, {OrderStatus.PROCESSING:d}"

IS_DIFFERENCE = "t.kind IN ('online', 'manual') AND t.reference IS NOT NULL"
"""Whether a tender `t` is for items that were added to a paid order; see `rules.differences`."""

INVARIANTS = (
    Invariant(
        "Orders",
        "The total is the sum of the lines, less discounts, plus delivery, gift wrap and added taxes.",
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
        "An order holds its units until it is shipped. A cancelled order holds none.",
        f"""
        SELECT o.public_id AS order, o.status, l.sku_id AS sku, l.quantity - l.cancelled AS units,
            r.quantity AS reserved, r.state
        FROM orders o
        -- A gift may be of the same SKU as a line that was bought. Gift cards have no stock.
        JOIN (
            SELECT order_id, sku_id, sum(quantity) AS quantity, sum(cancelled) AS cancelled
            FROM order_lines WHERE gift_card IS NULL GROUP BY order_id, sku_id
        ) l ON l.order_id = o.id
        LEFT JOIN reservations_view r ON r.order_id = o.id AND r.sku_id = l.sku_id
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
        FROM orders o LEFT JOIN order_tenders t ON t.order_id = o.id AND t.owner_id = o.owner_id
        GROUP BY o.id, o.owner_id HAVING coalesce(sum(t.amount), 0) <> o.total
        """,
    ),
    Invariant(
        "Orders",
        "A tender is held until its order is paid, and nothing of it is left once the order is cancelled.",
        f"""
        SELECT o.public_id AS order, o.status, o.payment_status, t.kind, t.state
        FROM order_tenders t JOIN orders o ON o.id = t.order_id AND o.owner_id = t.owner_id
        CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM order_events e
            WHERE e.order_id = o.id
                AND e.owner_id = o.owner_id AND e.payment_status = {PaymentStatus.PAID:d}) AS paid) p
        WHERE t.state <> CASE WHEN o.status IN ({ENDED})
                THEN CASE WHEN p.paid THEN 'given_back' ELSE 'released' END
            WHEN p.paid THEN 'taken' ELSE 'held' END AND NOT ({IS_DIFFERENCE})
        """,
    ),
    Invariant(
        "Orders",
        "Only paid orders that are not packed have added items to pay; they are paid, or nothing is due.",
        f"""
        SELECT o.public_id AS order, o.status, o.payment_status, t.position, t.state
        FROM order_tenders t JOIN orders o ON o.id = t.order_id AND o.owner_id = t.owner_id
        WHERE ({IS_DIFFERENCE}) AND NOT CASE t.state
            WHEN 'held' THEN o.status IN ({TO_PACK}) AND t.released < t.amount AND NOT EXISTS (
                SELECT FROM order_tenders l WHERE l.order_id = o.id
                    AND l.owner_id = o.owner_id AND l.position > t.position)
            WHEN 'released' THEN t.released = t.amount OR o.status IN ({ENDED})
            WHEN 'given_back' THEN o.status IN ({ENDED})
            ELSE o.status NOT IN ({ENDED}) END
        """,
    ),
    Invariant(
        "Orders",
        "The amounts released from unpaid tenders equal what was cancelled.",
        f"""
        SELECT o.public_id AS order, t.released, coalesce(c.amount, 0) AS cancelled
        FROM orders o
        JOIN (
            SELECT t.order_id, t.owner_id, sum(t.released)::bigint AS released FROM order_tenders t
            GROUP BY t.order_id, t.owner_id HAVING NOT bool_or({IS_DIFFERENCE})
        ) t ON t.order_id = o.id AND t.owner_id = o.owner_id
        LEFT JOIN (
            SELECT order_id, sum(payable + wallet)::bigint AS amount FROM order_cancellations
            WHERE NOT paid GROUP BY order_id
        ) c ON c.order_id = o.id
        WHERE t.released <> coalesce(c.amount, 0)
        """,
    ),
    Invariant(
        "Orders",
        "The last events of an order have its current status and payment status.",
        """
        SELECT o.public_id AS order, o.status, s.status AS last_event, o.payment_status,
            p.payment_status AS last_payment_event
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
        "No line ships more units than were ordered, and only shipped orders have parcels.",
        f"""
        SELECT o.public_id AS order, o.status, l.id AS line, l.quantity - l.cancelled AS ordered,
            sum(pl.quantity)::bigint AS shipped
        FROM parcel_lines pl JOIN parcels p ON p.id = pl.parcel_id AND p.owner_id = pl.owner_id
        JOIN order_lines l ON l.id = pl.order_line_id
            AND l.owner_id = pl.owner_id JOIN orders o ON o.id = p.order_id AND o.owner_id = p.owner_id
        GROUP BY o.id, o.owner_id, l.id, l.owner_id
        HAVING sum(pl.quantity) > l.quantity - l.cancelled OR l.order_id <> o.id
            OR o.status < {OrderStatus.SHIPPED:d} OR o.status IN ({ENDED})
        """,
    ),
    Invariant(
        "Orders",
        "No order still waits for its payment an hour after its deadline.",
        f"""
        SELECT o.public_id AS order, o.pay_until FROM orders o
        WHERE o.pay_until < $1::timestamptz - interval '1 hour' AND (o.status = 0 OR EXISTS (
            SELECT FROM order_tenders t
            WHERE t.order_id = o.id AND t.owner_id = o.owner_id AND t.state = 'held' AND {IS_DIFFERENCE}))
        """,
    ),
    Invariant(
        "Promo codes",
        "A promo code counts for the orders that have it and are not cancelled.",
        f"""
        SELECT o.public_id AS order, o.status, o.promo_code, u.given_back
        FROM orders o LEFT JOIN promo_uses_view u ON u.order_id = o.id
        WHERE (o.promo_code IS NOT NULL) <> (u.order_id IS NOT NULL)
            OR u.given_back <> (o.status IN ({ENDED}))
        """,
    ),
    Invariant(
        "Orders",
        "The units that have left a line take its amounts with them, and the last one takes the rest.",
        """
        SELECT o.public_id AS order, l.id AS line, l.quantity,
            l.cancelled + l.returned + l.refunded AS gone, l.line_total, l.gone_line_total
        FROM order_lines l JOIN orders o ON o.id = l.order_id AND o.owner_id = l.owner_id
        WHERE l.gone_line_total NOT BETWEEN 0 AND l.line_total OR l.gone_tax NOT BETWEEN 0 AND l.tax
            OR l.cancelled + l.returned + l.refunded = 0 AND (l.gone_line_total, l.gone_discount,
                l.gone_tax, l.gone_tax_added) <> (0, 0, 0, 0)
            OR l.cancelled + l.returned + l.refunded = l.quantity AND (l.gone_line_total,
                l.gone_discount, l.gone_tax, l.gone_tax_added)
                <> (l.line_total, l.discount, l.tax, l.tax_added)
        """,
    ),
    Invariant(
        "Orders",
        "Refunds of an order that are granted or paid never exceed what was paid for it.",
        f"""
        SELECT o.public_id AS order, t.paid, r.amount AS refunds
        FROM orders o
        JOIN (
            SELECT order_id, sum(amount)::bigint AS amount FROM order_refunds
            WHERE state IN ('granted', 'paid') GROUP BY order_id
        ) r ON r.order_id = o.id
        LEFT JOIN (
            SELECT order_id, sum(amount - released)::bigint AS paid FROM order_tenders
            WHERE state IN ('taken', 'given_back') GROUP BY order_id
        ) t ON t.order_id = o.id
        WHERE r.amount > coalesce(t.paid, 0) OR o.status IN ({ENDED}) AND EXISTS (
            SELECT FROM order_refunds g WHERE g.order_id = o.id
                AND g.owner_id = o.owner_id AND g.state = 'granted')
        """,
    ),
    Invariant(
        "Orders",
        "A payment outside of the payment provider has one tender, and what it gives back is noted.",
        """
        SELECT o.public_id AS order, t.position, t.state, t.amount - t.released AS taken,
            p.amount AS paid, coalesce(r.amount, 0) AS back
        FROM orders o
        JOIN order_tenders t ON t.order_id = o.id AND t.owner_id = o.owner_id
        LEFT JOIN order_manual_payments p ON p.order_id = o.id
            AND p.owner_id = o.owner_id AND p.position = t.position
        LEFT JOIN (
            SELECT order_id, position, sum(amount)::bigint AS amount FROM order_manual_refunds
            GROUP BY order_id, position
        ) r ON r.order_id = o.id AND r.position = t.position
        WHERE CASE WHEN t.kind <> 'manual' THEN p.order_id IS NOT NULL OR r.order_id IS NOT NULL
            ELSE p.amount IS DISTINCT FROM t.amount - t.released
                OR t.state NOT IN ('taken', 'given_back')
                OR coalesce(r.amount, 0) <> CASE t.state WHEN 'given_back'
                    THEN t.amount - t.released - t.credited ELSE t.given_back END END
        """,
    ),
    Invariant(
        "Orders",
        "A gift costs nothing.",
        """
        SELECT o.public_id AS order, l.sku_id AS sku, l.price, l.quantity
        FROM order_lines l JOIN orders o ON o.id = l.order_id AND o.owner_id = l.owner_id
        WHERE l.gift IS NOT NULL
            AND (l.price <> 0 OR l.line_total <> 0 OR l.discount <> 0 OR l.tax <> 0)
        """,
    ),
    Invariant(
        "Orders",
        "The states that operators filter by are those that follow from orders, lines and parcels.",
        """
        SELECT coalesce(d.order_id, s.order_id) AS order, to_jsonb(s) AS stored,
            to_jsonb(d) AS derived
        FROM derived_order_states d
        FULL JOIN order_states s ON s.order_id = d.order_id AND s.owner_id = d.owner_id
        WHERE (s.*) IS DISTINCT FROM (d.*)
        """,
    ),
    Invariant(
        "Orders",
        "Operators can find every order, or its search text is about to be written.",
        """
        SELECT o.public_id AS order FROM orders o
        WHERE NOT EXISTS (SELECT FROM order_search s WHERE s.order_id = o.id AND s.owner_id = o.owner_id)
            AND NOT EXISTS (SELECT FROM order_search_pending p WHERE p.order_id = o.id
                AND p.owner_id = o.owner_id)
        """,
    ),
)
