"""Orders say whether their contact is proven."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Orders that are there go on being told as before: their messages are under way already."""
    op.add_column(
        "orders",
        sa.Column("contact_proven", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
    op.alter_column("orders", "contact_proven", server_default=sa.false())
