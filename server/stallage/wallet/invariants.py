"""Invariants of the ledger."""

from __future__ import annotations

from stallage.core.invariants import Invariant

INVARIANTS = (
    Invariant(
        "Wallet",
        "Every paid top-up is in the ledger once with its amount, and no other top-up is.",
        """
        SELECT t.public_id AS topup, t.state, t.amount, e.amount AS credited
        FROM wallet_topups t
        FULL JOIN (
            SELECT m.id, e.customer_id, e.amount FROM wallet_movements m
            JOIN wallet_entries e
                ON e.movement_id = m.id AND e.owner_id = m.owner_id AND e.account = 'customer'
            WHERE m.reason = 'top_up'
        ) e ON e.id = t.movement_id
        WHERE (t.state = 'paid') IS DISTINCT FROM (e.id IS NOT NULL)
            OR e.id IS NOT NULL AND (e.amount, e.customer_id)
                IS DISTINCT FROM (t.amount, t.customer_id)
        """,
    ),
    Invariant(
        "Wallet",
        "No top-up is still pending an hour after its time to pay.",
        """
        SELECT public_id AS topup, expires_at FROM wallet_topups
        WHERE state = 'pending' AND expires_at < $1::timestamptz - interval '1 hour'
        """,
    ),
    Invariant(
        "Wallet",
        "The entries of every movement sum to zero.",
        """
        SELECT m.id AS movement, sum(e.amount) AS sum
        FROM wallet_movements m LEFT JOIN wallet_entries e
            ON e.movement_id = m.id AND e.owner_id = m.owner_id
        GROUP BY m.id, m.owner_id HAVING coalesce(sum(e.amount), 1) <> 0
        """,
    ),
    Invariant(
        "Wallet",
        "Each balance is the sum of its entries and of the remaining credit.",
        """
        SELECT w.customer_id AS customer, w.balance, coalesce(e.sum, 0) AS entries,
            coalesce(c.sum, 0) AS credit
        FROM wallets w
        LEFT JOIN (SELECT customer_id, sum(amount) AS sum FROM wallet_entries
            WHERE customer_id IS NOT NULL GROUP BY customer_id) e USING (customer_id)
        LEFT JOIN (SELECT customer_id, sum(remaining) AS sum FROM wallet_credits
            GROUP BY customer_id) c USING (customer_id)
        WHERE w.balance < 0 OR w.balance <> coalesce(e.sum, 0) OR w.balance <> coalesce(c.sum, 0)
        """,
    ),
    Invariant(
        "Wallet",
        "Each balance in a statement follows from the previous one.",
        """
        SELECT customer_id AS customer, id AS entry, before, amount, balance_after FROM (
            SELECT id, customer_id, amount, balance_after, lag(balance_after, 1, 0::bigint)
                OVER (PARTITION BY customer_id ORDER BY id) AS before
            FROM wallet_entries WHERE customer_id IS NOT NULL
        ) steps WHERE before + amount <> balance_after OR balance_after < 0
        """,
    ),
    Invariant(
        "Wallet",
        "Remaining credit is the credit added less what was spent or has expired.",
        """
        SELECT c.id AS credit, c.amount, c.remaining, coalesce(s.spent, 0) AS spent
        FROM wallet_credits c LEFT JOIN (
            SELECT s.credit_id, sum(s.amount) AS spent,
                -- For a partial return, the ledger does not say to which credit it went.
                bool_or(EXISTS (SELECT FROM wallet_movements m JOIN wallet_movements part
                    ON part.order_id = m.order_id AND part.reason = 'order_released'
                    AND part.releases_id IS NULL WHERE m.id = s.movement_id)) AS partly
            FROM wallet_spendings s
            WHERE NOT EXISTS (SELECT FROM wallet_movements r WHERE r.releases_id = s.movement_id)
            GROUP BY s.credit_id
        ) s ON s.credit_id = c.id
        WHERE CASE WHEN s.partly THEN c.expires_at IS NULL AND c.remaining < c.amount - s.spent
            ELSE c.remaining > c.amount - coalesce(s.spent, 0)
                OR c.expires_at IS NULL AND c.remaining <> c.amount - coalesce(s.spent, 0) END
        """,
    ),
    Invariant(
        "Wallet",
        "An account that was merged into another has no credit.",
        """
        SELECT w.customer_id AS customer, w.balance, c.merged_into
        FROM wallets w JOIN customers_view c ON c.id = w.customer_id
        WHERE c.merged_into IS NOT NULL AND w.balance <> 0
        """,
    ),
    Invariant(
        "Wallet",
        "Redeemed gift codes were credited with their amounts, each once.",
        """
        SELECT coalesce(g.codes, 0) AS redeemed, coalesce(m.moved, 0) AS credited FROM
            (SELECT sum(amount) AS codes FROM gift_codes WHERE redeemed_at IS NOT NULL) g,
            (SELECT sum(e.amount) AS moved FROM wallet_movements m
                JOIN wallet_entries e
                ON e.movement_id = m.id AND e.owner_id = m.owner_id AND e.account = 'customer'
                WHERE m.reason = 'gift_code') m
        WHERE coalesce(g.codes, 0) <> coalesce(m.moved, 0)
        """,
    ),
)
