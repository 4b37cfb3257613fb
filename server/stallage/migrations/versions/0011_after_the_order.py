"""Cancelled lines, returns, withdrawals, invoices, letters sent"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "invoice_counters",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", name=op.f("pk_invoice_counters")),
    )
    op.create_table(
        "invoices",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("content", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("pdf", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("kind IN ('invoice', 'credit_note')", name=op.f("ck_invoices_kind")),
        sa.CheckConstraint("number > 0", name=op.f("ck_invoices_number")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_invoices_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoices")),
        sa.UniqueConstraint("kind", "number", name=op.f("uq_invoices_kind_number")),
        sa.UniqueConstraint("order_id", "source", name=op.f("uq_invoices_order_id_source")),
    )
    op.create_index("ix_invoices_order_id", "invoices", ["order_id", "id"], unique=False)
    op.create_table(
        "order_cancellations",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("lines", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("shipping", sa.BigInteger(), nullable=False),
        sa.Column("payable", sa.BigInteger(), nullable=False),
        sa.Column("wallet", sa.BigInteger(), nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "by IN ('customer', 'operator', 'system')", name=op.f("ck_order_cancellations_by")
        ),
        sa.CheckConstraint(
            "payable >= 0 AND wallet >= 0 AND shipping >= 0",
            name=op.f("ck_order_cancellations_amounts"),
        ),
        sa.ForeignKeyConstraint(
            ["order_id"],
            ["orders.id"],
            name=op.f("fk_order_cancellations_order_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_cancellations")),
    )
    op.create_index(
        "ix_order_cancellations_order_id", "order_cancellations", ["order_id", "id"], unique=False
    )
    op.create_table(
        "order_letters",
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("letter", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name=op.f("fk_order_letters_order_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("order_id", "letter", name=op.f("pk_order_letters")),
    )
    op.create_table(
        "returns",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("resolution", sa.Text(), nullable=False),
        sa.Column("refund_to", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), server_default="", nullable=False),
        sa.Column("withdrawal", sa.Boolean(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("shipping", sa.BigInteger(), nullable=False),
        sa.Column("to_source", sa.BigInteger(), nullable=True),
        sa.Column("to_wallet", sa.BigInteger(), nullable=True),
        sa.Column("credited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("exchange_order_id", sa.BigInteger(), nullable=True),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("refund_to IN ('source', 'wallet')", name=op.f("ck_returns_refund_to")),
        sa.CheckConstraint(
            "resolution IN ('refund', 'exchange')", name=op.f("ck_returns_resolution")
        ),
        sa.CheckConstraint(
            "amount >= 0 AND shipping BETWEEN 0 AND amount", name=op.f("ck_returns_amount")
        ),
        sa.CheckConstraint("status BETWEEN 9 AND 15", name=op.f("ck_returns_status")),
        sa.CheckConstraint(
            "to_source >= 0 AND to_wallet >= 0 AND to_source + to_wallet = amount",
            name=op.f("ck_returns_parts"),
        ),
        sa.ForeignKeyConstraint(
            ["exchange_order_id"],
            ["orders.id"],
            name=op.f("fk_returns_exchange_order_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name=op.f("fk_returns_order_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_returns")),
        sa.UniqueConstraint("public_id", name=op.f("uq_returns_public_id")),
    )
    op.create_index("ix_returns_order_id", "returns", ["order_id", "id"], unique=False)
    op.create_index(
        "ix_returns_waiting",
        "returns",
        ["order_id"],
        unique=False,
        postgresql_where=sa.text("status = 12 AND to_wallet > 0 AND credited_at IS NULL"),
    )
    op.create_index(
        "uq_returns_one_open",
        "returns",
        ["order_id"],
        unique=True,
        postgresql_where=sa.text("status IN (9, 10, 11, 15)"),
    )
    op.create_table(
        "withdrawals",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("contact", sa.Text(), nullable=True),
        sa.Column("lines", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "outcome IN ('cancelled', 'return', 'on_delivery')", name=op.f("ck_withdrawals_outcome")
        ),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name=op.f("fk_withdrawals_order_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_withdrawals")),
    )
    op.create_index("ix_withdrawals_order_id", "withdrawals", ["order_id", "id"], unique=False)
    op.create_table(
        "return_lines",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("return_id", sa.BigInteger(), nullable=False),
        sa.Column("order_line_id", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("exchange_sku_id", sa.BigInteger(), nullable=True),
        sa.Column("line_total", sa.BigInteger(), nullable=False),
        sa.Column("discount", sa.BigInteger(), nullable=False),
        sa.Column("tax", sa.BigInteger(), nullable=False),
        sa.Column("tax_added", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_return_lines_quantity")),
        sa.ForeignKeyConstraint(
            ["order_line_id"],
            ["order_lines.id"],
            name=op.f("fk_return_lines_order_line_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["return_id"],
            ["returns.id"],
            name=op.f("fk_return_lines_return_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_return_lines")),
        sa.UniqueConstraint(
            "return_id", "order_line_id", name=op.f("uq_return_lines_return_id_order_line_id")
        ),
    )
    op.create_index(
        "ix_return_lines_order_line_id", "return_lines", ["order_line_id"], unique=False
    )
    op.add_column("order_events", sa.Column("label", sa.Text(), nullable=True))
    op.add_column(
        "order_lines", sa.Column("cancelled", sa.Integer(), server_default="0", nullable=False)
    )
    op.add_column(
        "order_lines", sa.Column("returned", sa.Integer(), server_default="0", nullable=False)
    )
    op.add_column(
        "order_lines", sa.Column("exchanged", sa.Integer(), server_default="0", nullable=False)
    )
    op.add_column(
        "orders", sa.Column("cancelled_total", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.add_column(
        "orders",
        sa.Column("cancelled_payable", sa.BigInteger(), server_default="0", nullable=False),
    )
    # By hand.
    op.execute("ALTER TABLE one_time_codes DROP CONSTRAINT ck_one_time_codes_purpose")
    op.execute(
        "ALTER TABLE one_time_codes ADD CONSTRAINT ck_one_time_codes_purpose"
        " CHECK (purpose IN ('sign_in', 'contact', 'order'))"
    )
    op.execute(
        "ALTER TABLE orders ADD CONSTRAINT ck_orders_cancelled CHECK ("
        "cancelled_payable BETWEEN 0 AND payable"
        " AND cancelled_total - cancelled_payable BETWEEN 0 AND wallet_used)"
    )
    op.execute(
        "ALTER TABLE order_lines ADD CONSTRAINT ck_order_lines_gone CHECK ("
        "cancelled >= 0 AND returned >= 0 AND cancelled + returned <= quantity"
        " AND exchanged BETWEEN 0 AND returned)"
    )
    op.execute(
        "INSERT INTO invoice_counters (kind, last) VALUES ('invoice', 0), ('credit_note', 0)"
    )
    # An invoice is what it was: only its ready PDF is written later, and taken away with a person.
    op.execute(
        """
        CREATE FUNCTION keep_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                RAISE EXCEPTION 'an invoice is never deleted';
            END IF;
            IF (OLD.kind, OLD.number, OLD.order_id, OLD.source, OLD.content, OLD.total, OLD.issued_at)
                IS DISTINCT FROM
                (NEW.kind, NEW.number, NEW.order_id, NEW.source, NEW.content, NEW.total, NEW.issued_at)
            THEN
                RAISE EXCEPTION 'an invoice never changes';
            END IF;
            RETURN NEW;
        END
        $$
        """
    )
    op.execute(
        "CREATE TRIGGER keep_invoice BEFORE UPDATE OR DELETE ON invoices"
        " FOR EACH ROW EXECUTE FUNCTION keep_invoice()"
    )
