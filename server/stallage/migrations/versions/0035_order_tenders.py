"""What pays an order is rows of its own: tenders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A table, and what keeps it right while the release before still writes orders.

    The next revision fills it for orders that are there. `orders.wallet_used`, the trigger that fills it
    and `restate_order_tenders` go with the next release.
    """
    op.create_table(
        "order_tenders",
        sa.Column("order_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("released", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("given_back", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("reference", sa.Text(), nullable=True),
        sa.CheckConstraint("amount > 0", name=op.f("ck_order_tenders_amount")),
        sa.CheckConstraint(
            "state IN ('held', 'taken', 'released', 'given_back')",
            name=op.f("ck_order_tenders_state"),
        ),
        sa.CheckConstraint(
            "released >= 0 AND given_back >= 0 AND released + given_back <= amount"
            " AND (given_back = 0 OR state IN ('taken', 'given_back'))",
            name=op.f("ck_order_tenders_parts"),
        ),
        sa.ForeignKeyConstraint(
            ["order_id"],
            ["orders.id"],
            name=op.f("fk_order_tenders_order_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("order_id", "position", name=op.f("pk_order_tenders")),
    )
    # By hand.
    op.alter_column("orders", "wallet_used", nullable=True)
    for statement in (RESTATE, FILL_FORMER, CHECK_SUM, REFUSE_CHANGE):
        op.execute(statement)
    op.execute("""
        CREATE TRIGGER orders_fill_former BEFORE INSERT ON orders
        FOR EACH ROW WHEN (NEW.wallet_used IS NULL) EXECUTE FUNCTION orders_fill_former()
    """)
    op.execute("""
        CREATE TRIGGER orders_check_tenders AFTER INSERT ON orders
        FOR EACH ROW WHEN (NEW.total > 0) EXECUTE FUNCTION orders_check_tenders()
    """)
    op.execute("""
        CREATE TRIGGER order_tenders_refuse_change BEFORE UPDATE ON order_tenders
        FOR EACH ROW WHEN ((OLD.order_id, OLD.position, OLD.kind, OLD.amount)
            IS DISTINCT FROM (NEW.order_id, NEW.position, NEW.kind, NEW.amount))
        EXECUTE FUNCTION order_tenders_refuse_change()
    """)


# What the tables of the release before say of how orders are paid. It knew three tenders: what of the
# total is not payable was paid from the wallet. Orders with any other tender are left alone.
RESTATE = """
CREATE FUNCTION restate_order_tenders(ids bigint[]) RETURNS void LANGUAGE sql AS $$
INSERT INTO order_tenders (order_id, position, kind, amount, state, released, given_back)
SELECT o.id, row_number() OVER (PARTITION BY o.id ORDER BY t.place) - 1, t.kind, t.amount,
    CASE WHEN o.status IN (7, 8) THEN CASE WHEN p.paid THEN 'given_back' ELSE 'released' END
        WHEN p.paid THEN 'taken' ELSE 'held' END,
    least(t.released, t.amount),
    CASE WHEN p.paid THEN least(t.given_back, t.amount - least(t.released, t.amount)) ELSE 0 END
FROM orders o
CROSS JOIN LATERAL (
    SELECT o.payment_status IN (1, 4) OR EXISTS (
        SELECT FROM order_events e WHERE e.order_id = o.id AND e.payment_status = 1) AS paid
) p
CROSS JOIN LATERAL (
    SELECT coalesce(sum(payable), 0)::bigint AS payable, coalesce(sum(wallet), 0)::bigint AS stored
    FROM order_cancellations c WHERE c.order_id = o.id AND NOT c.paid
) unpaid
CROSS JOIN LATERAL (
    SELECT coalesce(sum(coalesce(r.to_source, 0) + coalesce((
            SELECT sum(e.to_source) FROM exchange_refunds e WHERE e.return_id = r.id), 0)), 0)::bigint
        AS to_source
    FROM returns r WHERE r.order_id = o.id
) back
CROSS JOIN LATERAL (VALUES
    (0, 'wallet', o.total - o.payable, unpaid.stored,
        o.cancelled_total - o.cancelled_payable - unpaid.stored),
    (1, CASE o.payment_method WHEN 'cod' THEN 'on_delivery' ELSE 'online' END, o.payable,
        unpaid.payable, o.cancelled_payable - unpaid.payable + back.to_source)
) t (place, kind, amount, released, given_back)
WHERE o.id = ANY(ids) AND t.amount > 0 AND NOT EXISTS (
    SELECT FROM order_tenders k
    WHERE k.order_id = o.id AND k.kind NOT IN ('wallet', 'online', 'on_delivery'))
ON CONFLICT (order_id, position) DO UPDATE
SET state = excluded.state, released = excluded.released, given_back = excluded.given_back
WHERE (order_tenders.state, order_tenders.released, order_tenders.given_back)
    IS DISTINCT FROM (excluded.state, excluded.released, excluded.given_back)
$$
"""

# The release before reads it of every order.
FILL_FORMER = """
CREATE FUNCTION orders_fill_former() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.wallet_used := NEW.total - NEW.payable;
    RETURN NEW;
END
$$
"""

# An order and its tenders are written by one statement, after which this runs. The release before
# writes none.
CHECK_SUM = """
CREATE FUNCTION orders_check_tenders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    tendered bigint;
BEGIN
    SELECT sum(amount) INTO tendered FROM order_tenders WHERE order_id = NEW.id;
    IF tendered IS NULL THEN
        PERFORM restate_order_tenders(ARRAY[NEW.id]);
    ELSIF tendered <> NEW.total THEN
        RAISE EXCEPTION 'the tenders of order % add up to %, not to its total of %',
            NEW.id, tendered, NEW.total USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$
"""

REFUSE_CHANGE = """
CREATE FUNCTION order_tenders_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a tender of order % stays what it was when the order was placed', OLD.order_id;
END
$$
"""
