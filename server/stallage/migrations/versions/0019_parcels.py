"""Parcels of orders with their lines, and carriers of the shop's own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables; orders that were shipped before have no parcels."""
    op.create_table(
        "carriers",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("tracking_url", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_carriers")),
    )
    op.create_index("uq_carriers_name", "carriers", [sa.literal_column("lower(name)")], unique=True)
    op.create_table(
        "parcels",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("carrier", sa.Text(), nullable=False),
        sa.Column("tracking_number", sa.Text(), nullable=True),
        sa.Column("tracking_url", sa.Text(), nullable=True),
        sa.Column("shipped_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("arrives_by", sa.Date(), nullable=True),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("tracking_url ~ '^https?://'", name=op.f("ck_parcels_tracking_url")),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name=op.f("fk_parcels_order_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_parcels")),
        sa.UniqueConstraint("public_id", name=op.f("uq_parcels_public_id")),
    )
    op.create_index(
        "uq_parcels_order_id_tracking",
        "parcels",
        [
            "order_id",
            sa.literal_column("lower(carrier)"),
            sa.literal_column("upper(replace(tracking_number, ' ', ''))"),
        ],
        unique=True,
    )
    op.create_table(
        "parcel_lines",
        sa.Column("parcel_id", sa.BigInteger(), nullable=False),
        sa.Column("order_line_id", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_parcel_lines_quantity")),
        sa.ForeignKeyConstraint(
            ["order_line_id"],
            ["order_lines.id"],
            name=op.f("fk_parcel_lines_order_line_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["parcel_id"],
            ["parcels.id"],
            name=op.f("fk_parcel_lines_parcel_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("parcel_id", "order_line_id", name=op.f("pk_parcel_lines")),
    )
    op.create_index("ix_parcel_lines_order_line_id", "parcel_lines", ["order_line_id"])
