"""Recognises the buyer of a promo code by any contact, without storing the contact."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two tables and a function; contacts of earlier uses are replaced by their hashes."""
    op.create_table(
        "promo_salt",
        sa.Column("id", sa.SmallInteger(), server_default="1", nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_promo_salt_single")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promo_salt")),
    )
    op.create_table(
        "promo_use_buyers",
        sa.Column("buyer", sa.LargeBinary(), nullable=False),
        sa.Column("promo_code_id", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["order_id"],
            ["promo_uses.order_id"],
            name=op.f("fk_promo_use_buyers_order_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "buyer", "promo_code_id", "order_id", name=op.f("pk_promo_use_buyers")
        ),
    )
    op.create_index("ix_promo_use_buyers_order_id", "promo_use_buyers", ["order_id"])
    op.alter_column("promo_uses", "buyer", server_default="")
    # By hand.
    op.execute(MAKE_SALT)
    op.execute(BUYER_HASH)
    op.execute(HASH_EARLIER_BUYERS)
    op.execute("UPDATE promo_uses SET buyer = '' WHERE buyer <> ''")


# 244 random bits.
MAKE_SALT = """
INSERT INTO promo_salt (salt)
VALUES (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
"""

BUYER_HASH = """
CREATE OR REPLACE FUNCTION promo_buyer_hash(name text) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(salt || sha256(salt || convert_to(name, 'UTF8'))) FROM promo_salt
$$
"""

# Earlier uses name one thing; what else their order says of its buyer counts as well.
HASH_EARLIER_BUYERS = """
INSERT INTO promo_use_buyers (buyer, promo_code_id, order_id)
SELECT DISTINCT promo_buyer_hash(n.name), u.promo_code_id, u.order_id
FROM promo_uses u LEFT JOIN orders o ON o.id = u.order_id
CROSS JOIN LATERAL unnest(ARRAY[
    CASE WHEN u.buyer LIKE 'customer:%' THEN u.buyer
        WHEN u.buyer LIKE '%@%' THEN 'email:' || lower(u.buyer)
        WHEN u.buyer <> '' THEN 'phone:' || u.buyer END,
    'customer:' || o.customer_id, 'email:' || lower(o.email), 'phone:' || o.phone
]) AS n (name)
WHERE n.name IS NOT NULL
"""
