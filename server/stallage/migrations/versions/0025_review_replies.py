"""The shop replies to reviews, and shoppers report them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A reply on the review itself; a report a customer and review."""
    op.add_column("reviews", sa.Column("reply", sa.Text(), nullable=True))
    op.add_column("reviews", sa.Column("replied_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "review_reports",
        sa.Column("review_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "reason IN ('spam', 'offensive', 'privacy', 'off_topic', 'other')",
            name=op.f("ck_review_reports_reason"),
        ),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_review_reports_customer_id_customers"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["review_id"],
            ["reviews.id"],
            name=op.f("fk_review_reports_review_id_reviews"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("review_id", "customer_id", name=op.f("pk_review_reports")),
    )
    op.create_index("ix_review_reports_customer_id", "review_reports", ["customer_id"])
    op.create_index(
        "ix_review_reports_open",
        "review_reports",
        ["review_id"],
        postgresql_where=sa.text("settled_at IS NULL"),
    )
