"""Settings of the shop itself, kept where its prices are; reviews and questions know whether they
were brought from elsewhere."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One row a setting. What nobody of the shop's own customers wrote was brought from elsewhere."""
    op.create_table(
        "shop_settings",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_shop_settings")),
    )
    for table in ("reviews", "questions"):
        op.add_column(
            table,
            sa.Column("imported", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        )
    op.execute(
        "UPDATE reviews SET imported = true WHERE customer_id IS NULL AND order_line_id IS NULL"
    )
    op.execute(
        "UPDATE questions SET imported = true"
        " WHERE customer_id IS NULL AND customer_name <> 'A customer'"
    )
