"""Orders say whether their contact is proven; codes may prove a guest's before the order."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Orders that are there go on being told as before: their messages are under way already."""
    op.add_column(
        "orders",
        sa.Column("contact_proven", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
    op.alter_column("orders", "contact_proven", server_default=sa.false())
    # Codes live for minutes, so the table is small.
    op.drop_constraint(op.f("ck_one_time_codes_purpose"), "one_time_codes", type_="check")
    op.create_check_constraint(
        op.f("ck_one_time_codes_purpose"),
        "one_time_codes",
        "purpose IN ('sign_in', 'contact', 'order', 'checkout')",
    )
