"""Codes belong to who asked for them; known clients; ended sign-ins.

`one_time_codes` stays for processes of the release before, until a later migration drops it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """New tables, and a nullable column: nothing is rewritten."""
    op.create_table(
        "issued_codes",
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("asker", sa.LargeBinary(), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("tries", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "purpose IN ('sign_in', 'contact', 'order', 'checkout')",
            name=op.f("ck_issued_codes_purpose"),
        ),
        sa.PrimaryKeyConstraint("purpose", "subject", "asker", name=op.f("pk_issued_codes")),
    )
    op.create_index("ix_issued_codes_expires_at", "issued_codes", ["expires_at"])
    op.create_table(
        "known_clients",
        sa.Column("client_hash", sa.LargeBinary(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_known_clients_customer_id_customers"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("client_hash", name=op.f("pk_known_clients")),
    )
    op.create_index("ix_known_clients_customer_id", "known_clients", ["customer_id"])
    op.create_index("ix_known_clients_last_used_at", "known_clients", ["last_used_at"])
    op.create_table(
        "ended_sign_ins",
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column(
            "ended_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("family", name=op.f("pk_ended_sign_ins")),
    )
    op.create_index("ix_ended_sign_ins_ended_at", "ended_sign_ins", ["ended_at"])
    op.add_column("sign_ins", sa.Column("proven_at", sa.DateTime(timezone=True), nullable=True))
