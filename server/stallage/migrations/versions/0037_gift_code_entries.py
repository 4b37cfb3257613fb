"""Gift codes can be spent in parts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A ledger of what orders take of codes, whose amount is what is left from now on.

    So the release before redeems no more than that either.
    """
    op.create_table(
        "gift_code_entries",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_gift_code_entries_amount")),
        sa.ForeignKeyConstraint(
            ["code_hash"], ["gift_codes.code_hash"], name=op.f("fk_gift_code_entries_code_hash")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gift_code_entries")),
    )
    op.create_index("ix_gift_code_entries_code_hash", "gift_code_entries", ["code_hash"])
    op.create_index("ix_gift_code_entries_order_id", "gift_code_entries", ["order_id"])
    # By hand.
    op.execute("COMMENT ON TABLE gift_code_entries IS 'Only ever added to.'")
    op.execute(
        "CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON gift_code_entries"
        " FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_change()"
    )
    # The next revision adds it again, for codes of which nothing is left as well.
    op.drop_constraint("ck_gift_codes_amount", "gift_codes")
