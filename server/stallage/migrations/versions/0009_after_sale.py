"""Reviews and support tickets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "uploads",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("colour", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_uploads_customer_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
    )
    op.create_index(
        "ix_uploads_customer_id_created_at", "uploads", ["customer_id", "created_at"], unique=False
    )
    op.create_table(
        "tickets",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=True),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("unread", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status BETWEEN 0 AND 2", name=op.f("ck_tickets_status")),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_tickets_customer_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name=op.f("fk_tickets_order_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tickets")),
        sa.UniqueConstraint("public_id", name=op.f("uq_tickets_public_id")),
    )
    op.create_index(
        "ix_tickets_customer_id",
        "tickets",
        ["customer_id", sa.literal_column("updated_at DESC"), sa.literal_column("id DESC")],
        unique=False,
    )
    op.create_index(
        "ix_tickets_open",
        "tickets",
        ["updated_at"],
        unique=False,
        postgresql_where=sa.text("status < 2"),
    )
    op.create_index("ix_tickets_order_id", "tickets", ["order_id"], unique=False)
    op.create_table(
        "ticket_messages",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("ticket_id", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column(
            "images", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("by IN ('customer', 'operator')", name=op.f("ck_ticket_messages_by")),
        sa.ForeignKeyConstraint(
            ["ticket_id"],
            ["tickets.id"],
            name=op.f("fk_ticket_messages_ticket_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket_messages")),
    )
    op.create_index(
        "ix_ticket_messages_ticket_id", "ticket_messages", ["ticket_id", "id"], unique=False
    )
    op.create_table(
        "reviews",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("sku_id", sa.BigInteger(), nullable=True),
        sa.Column("order_line_id", sa.BigInteger(), nullable=True),
        sa.Column("customer_id", sa.BigInteger(), nullable=True),
        sa.Column("customer_name", sa.Text(), nullable=False),
        sa.Column("rating_star", sa.SmallInteger(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column(
            "images", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False
        ),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("verified", sa.Boolean(), nullable=False),
        sa.Column("helpful_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('published', 'waiting', 'hidden')", name=op.f("ck_reviews_status")
        ),
        sa.CheckConstraint("helpful_count >= 0", name=op.f("ck_reviews_helpful_count")),
        sa.CheckConstraint("rating_star BETWEEN 1 AND 5", name=op.f("ck_reviews_rating_star")),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_reviews_customer_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["order_line_id"],
            ["order_lines.id"],
            name=op.f("fk_reviews_order_line_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["product_id"], ["products.id"], name=op.f("fk_reviews_product_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["sku_id"], ["skus.id"], name=op.f("fk_reviews_sku_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reviews")),
    )
    op.create_index("ix_reviews_customer_id", "reviews", ["customer_id"], unique=False)
    op.create_index(
        "ix_reviews_newest",
        "reviews",
        [sa.literal_column("created_at DESC")],
        unique=False,
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_reviews_product_id_newest",
        "reviews",
        ["product_id", sa.literal_column("created_at DESC"), sa.literal_column("id DESC")],
        unique=False,
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "ix_reviews_product_id_rating_star",
        "reviews",
        ["product_id", "rating_star"],
        unique=False,
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index("ix_reviews_sku_id", "reviews", ["sku_id"], unique=False)
    op.create_index(
        "ix_reviews_waiting",
        "reviews",
        ["id"],
        unique=False,
        postgresql_where=sa.text("status = 'waiting'"),
    )
    op.create_index("uq_reviews_order_line_id", "reviews", ["order_line_id"], unique=True)
    op.create_table(
        "review_votes",
        sa.Column("review_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_review_votes_customer_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["review_id"],
            ["reviews.id"],
            name=op.f("fk_review_votes_review_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("review_id", "customer_id", name=op.f("pk_review_votes")),
    )
    op.create_index("ix_review_votes_customer_id", "review_votes", ["customer_id"], unique=False)
    # By hand.
