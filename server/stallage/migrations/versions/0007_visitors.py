"""Sign-in, wishlist, recently viewed and the wallet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "limits",
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("times", postgresql.ARRAY(sa.DateTime(timezone=True)), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("subject", name=op.f("pk_limits")),
    )
    op.create_index("ix_limits_expires_at", "limits", ["expires_at"], unique=False)
    op.create_table(
        "one_time_codes",
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("tries", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "purpose IN ('sign_in', 'contact')", name=op.f("ck_one_time_codes_purpose")
        ),
        sa.PrimaryKeyConstraint("purpose", "subject", name=op.f("pk_one_time_codes")),
    )
    op.create_index("ix_one_time_codes_expires_at", "one_time_codes", ["expires_at"], unique=False)
    op.create_table(
        "wallet_movements",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=True),
        sa.Column("releases_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "reason IN ('gift_code', 'refund', 'goodwill', 'order', 'order_released', 'expired')",
            name=op.f("ck_wallet_movements_reason"),
        ),
        sa.ForeignKeyConstraint(
            ["releases_id"], ["wallet_movements.id"], name=op.f("fk_wallet_movements_releases_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wallet_movements")),
    )
    op.create_index("ix_wallet_movements_order_id", "wallet_movements", ["order_id"], unique=False)
    op.create_index(
        "uq_wallet_movements_releases_id", "wallet_movements", ["releases_id"], unique=True
    )
    op.create_table(
        "gift_codes",
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("credit_expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("redeemed_by", sa.BigInteger(), nullable=True),
        sa.Column("redeemed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("amount > 0", name=op.f("ck_gift_codes_amount")),
        sa.ForeignKeyConstraint(
            ["redeemed_by"], ["customers.id"], name=op.f("fk_gift_codes_redeemed_by")
        ),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_gift_codes")),
    )
    op.create_index("ix_gift_codes_redeemed_by", "gift_codes", ["redeemed_by"], unique=False)
    op.create_table(
        "google_accounts",
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_google_accounts_customer_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("subject", name=op.f("pk_google_accounts")),
    )
    op.create_index(
        "ix_google_accounts_customer_id", "google_accounts", ["customer_id"], unique=False
    )
    op.create_table(
        "sign_ins",
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_sign_ins_customer_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("family", name=op.f("pk_sign_ins")),
    )
    op.create_index("ix_sign_ins_customer_id", "sign_ins", ["customer_id"], unique=False)
    op.create_table(
        "wallet_credits",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("movement_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("remaining", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "remaining BETWEEN 0 AND amount", name=op.f("ck_wallet_credits_remaining")
        ),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customers.id"], name=op.f("fk_wallet_credits_customer_id")
        ),
        sa.ForeignKeyConstraint(
            ["movement_id"], ["wallet_movements.id"], name=op.f("fk_wallet_credits_movement_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wallet_credits")),
    )
    op.create_index(
        "ix_wallet_credits_expiring",
        "wallet_credits",
        ["expires_at"],
        unique=False,
        postgresql_where=sa.text("remaining > 0 AND expires_at IS NOT NULL"),
    )
    op.create_index(
        "ix_wallet_credits_open",
        "wallet_credits",
        ["customer_id", "expires_at"],
        unique=False,
        postgresql_where=sa.text("remaining > 0"),
    )
    op.create_table(
        "wallet_entries",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("movement_id", sa.BigInteger(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("balance_after", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "(account = 'customer') = (customer_id IS NOT NULL AND balance_after IS NOT NULL)",
            name=op.f("ck_wallet_entries_account"),
        ),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_wallet_entries_amount")),
        sa.CheckConstraint("balance_after >= 0", name=op.f("ck_wallet_entries_balance_after")),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customers.id"], name=op.f("fk_wallet_entries_customer_id")
        ),
        sa.ForeignKeyConstraint(
            ["movement_id"], ["wallet_movements.id"], name=op.f("fk_wallet_entries_movement_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wallet_entries")),
    )
    op.create_index(
        "ix_wallet_entries_customer_id", "wallet_entries", ["customer_id", "id"], unique=False
    )
    op.create_index(
        "ix_wallet_entries_movement_id", "wallet_entries", ["movement_id"], unique=False
    )
    op.create_table(
        "wallets",
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("balance >= 0", name=op.f("ck_wallets_balance")),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customers.id"], name=op.f("fk_wallets_customer_id")
        ),
        sa.PrimaryKeyConstraint("customer_id", name=op.f("pk_wallets")),
    )
    op.create_table(
        "refresh_tokens",
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["family"],
            ["sign_ins.family"],
            name=op.f("fk_refresh_tokens_family"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_refresh_tokens")),
    )
    op.create_index("ix_refresh_tokens_expires_at", "refresh_tokens", ["expires_at"], unique=False)
    op.create_index("ix_refresh_tokens_family", "refresh_tokens", ["family"], unique=False)
    op.create_table(
        "wallet_spendings",
        sa.Column("movement_id", sa.BigInteger(), nullable=False),
        sa.Column("credit_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("ck_wallet_spendings_amount")),
        sa.ForeignKeyConstraint(
            ["credit_id"], ["wallet_credits.id"], name=op.f("fk_wallet_spendings_credit_id")
        ),
        sa.ForeignKeyConstraint(
            ["movement_id"], ["wallet_movements.id"], name=op.f("fk_wallet_spendings_movement_id")
        ),
        sa.PrimaryKeyConstraint("movement_id", "credit_id", name=op.f("pk_wallet_spendings")),
    )
    op.create_table(
        "wishes",
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("sku_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_wishes_customer_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["sku_id"], ["skus.id"], name=op.f("fk_wishes_sku_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("customer_id", "sku_id", name=op.f("pk_wishes")),
    )
    op.create_index("ix_wishes_customer_id", "wishes", ["customer_id", "position"], unique=False)
    op.create_index("ix_wishes_sku_id", "wishes", ["sku_id"], unique=False)
    # By hand.
    for table in ("wallet_movements", "wallet_entries", "wallet_spendings"):
        op.execute(f"COMMENT ON TABLE {table} IS 'Only ever added to.'")
    op.execute(REFUSE_CHANGE)
    for table in ("wallet_movements", "wallet_entries", "wallet_spendings"):
        op.execute(
            f"CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_change()"
        )
    op.execute(CHECK_BALANCED)
    op.execute(
        "CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON wallet_entries"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wallet_check_balanced()"
    )
    op.execute(CHECK_HAS_ENTRIES)
    op.execute(
        "CREATE CONSTRAINT TRIGGER has_entries AFTER INSERT ON wallet_movements"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wallet_check_has_entries()"
    )


REFUSE_CHANGE = """
CREATE FUNCTION wallet_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is a ledger: rows are only ever added', tg_table_name
        USING ERRCODE = 'restrict_violation';
END $$
"""

# Looked at when the transaction commits, so that a movement's entries may come one after the other.
CHECK_BALANCED = """
CREATE FUNCTION wallet_check_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(amount) FROM wallet_entries WHERE movement_id = new.movement_id) <> 0 THEN
        RAISE EXCEPTION 'the entries of movement % do not sum to zero', new.movement_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_wallet_entries_balanced';
    END IF;
    RETURN NULL;
END $$
"""

CHECK_HAS_ENTRIES = """
CREATE FUNCTION wallet_check_has_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM wallet_entries WHERE movement_id = new.id) THEN
        RAISE EXCEPTION 'movement % has no entries', new.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_wallet_movements_has_entries';
    END IF;
    RETURN NULL;
END $$
"""
