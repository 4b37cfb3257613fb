"""Erasures that are under way, and what earlier ones left behind."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

# Jobs of the release before, one for each feature; now one job does it all.
FORMER_JOBS = (
    "alerts.forget",
    "cart.forget_cart",
    "gift_cards.forget_buyer",
    "invoices.forget_documents",
    "newsletter.forget",
    "orders.forget_orders",
    "questions.forget",
    "returns.forget_what_was_stated",
    "reviews.forget",
    "support.forget",
    "wishlist.forget_wishes",
)

# Everybody who was forgotten before is gone through once more: the same runs are harmless, and find
# what was not looked for then.
AGAIN = """
INSERT INTO erasures (customer_id, requested_at, run_at)
SELECT id, forgotten_at, now() FROM customers WHERE forgotten_at IS NOT NULL
ON CONFLICT DO NOTHING
"""

# Guests who were forgotten: their orders name nobody and lead to nobody any more.
OF_FORGOTTEN_GUESTS = """
SELECT id FROM orders
WHERE customer_id IS NULL AND email IS NULL AND phone IS NULL AND first_name = ''
    AND last_name = ''
"""

# Contacts of waiting jobs, for the run that replaces them.
CONTACTS_OF_JOBS = """
UPDATE erasures e SET email = j.said ->> 'email', phone = j.said ->> 'phone'
FROM (
    SELECT convert_from(payload, 'UTF8')::jsonb AS said FROM pgqueuer
    WHERE entrypoint = 'orders.forget_orders'
) j
WHERE e.customer_id = (j.said ->> 'customer_id')::bigint
"""

# What a contact of these leads to, which is found when a customer is forgotten from now on.
OF_CONTACTS = (
    """UPDATE orders o SET customer_id = e.customer_id FROM erasures e
    WHERE o.customer_id IS NULL AND (lower(o.email) = lower(e.email) OR o.phone = e.phone)""",
    """DELETE FROM tickets t USING erasures e
    WHERE t.customer_id IS NULL AND lower(t.guest_email) = lower(e.email)""",
    """DELETE FROM newsletter_subscribers s USING erasures e
    WHERE lower(s.email) = lower(e.email)""",
)


def upgrade() -> None:
    """Old rows are found by one look at the orders; only those of forgotten guests are written."""
    op.create_table(
        "erasures",
        sa.Column("customer_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("phone", sa.Text(), nullable=True),
        sa.Column(
            "other_contacts",
            postgresql.ARRAY(sa.Text()),
            server_default="{}",
            nullable=False,
        ),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("runs", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("run_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_erasures_customer_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("customer_id", name=op.f("pk_erasures")),
    )
    # By hand.
    op.execute(AGAIN)
    op.execute(f"""
        WITH guests AS ({OF_FORGOTTEN_GUESTS}), documents AS (
            UPDATE invoices SET pdf = NULL
            WHERE order_id IN (SELECT id FROM guests) AND pdf IS NOT NULL
        ), words AS (
            UPDATE returns SET reason = '', answer = '' WHERE order_id IN (SELECT id FROM guests)
        )
        UPDATE promo_uses SET buyer = '' WHERE order_id IN (SELECT id FROM guests)
    """)
    # Subjects were plain contacts and networks; all of them count anew.
    op.execute("TRUNCATE limits")
    if op.get_bind().scalar(sa.text("SELECT to_regclass('pgqueuer') IS NOT NULL")):
        op.execute(CONTACTS_OF_JOBS)
        for statement in OF_CONTACTS:
            op.execute(statement)
        names = ", ".join(f"'{name}'" for name in FORMER_JOBS)
        op.execute(f"DELETE FROM pgqueuer WHERE entrypoint IN ({names})")
        # Events that told of contacts which nobody reads any more.
        op.execute("""
            UPDATE pgqueuer SET payload = convert_to(
                (convert_from(payload, 'UTF8')::jsonb - 'email' - 'phone')::text, 'UTF8')
            WHERE convert_from(payload, 'UTF8') LIKE '{"customer_id":%,"email":%'
        """)
