"""Questions, alerts, the newsletter, guests' tickets and former addresses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "former_slugs",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("kind", "slug", name=op.f("pk_former_slugs")),
    )
    op.create_table(
        "newsletter_subscribers",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('waiting', 'subscribed', 'unsubscribed')",
            name=op.f("ck_newsletter_subscribers_status"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_newsletter_subscribers")),
        sa.UniqueConstraint("token", name=op.f("uq_newsletter_subscribers_token")),
    )
    op.create_index(
        "uq_newsletter_subscribers_email",
        "newsletter_subscribers",
        [sa.literal_column("lower(email)")],
        unique=True,
    )
    op.create_table(
        "questions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=True),
        sa.Column("customer_name", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ticket_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("status IN ('published', 'hidden')", name=op.f("ck_questions_status")),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_questions_customer_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["product_id"],
            ["products.id"],
            name=op.f("fk_questions_product_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["ticket_id"], ["tickets.id"], name=op.f("fk_questions_ticket_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
    )
    op.create_index("ix_questions_customer_id", "questions", ["customer_id"], unique=False)
    op.create_index(
        "ix_questions_product_id",
        "questions",
        ["product_id", sa.literal_column("created_at DESC"), sa.literal_column("id DESC")],
        unique=False,
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index("ix_questions_ticket_id", "questions", ["ticket_id"], unique=False)
    op.create_index(
        "ix_questions_unanswered",
        "questions",
        ["created_at"],
        unique=False,
        postgresql_where=sa.text(
            "status = 'published' AND answered_at IS NULL AND ticket_id IS NULL"
        ),
    )
    op.create_table(
        "product_alerts",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("sku_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=True),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=True),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(kind = 'price') = (price IS NOT NULL)", name=op.f("ck_product_alerts_price")
        ),
        sa.CheckConstraint("kind IN ('stock', 'price')", name=op.f("ck_product_alerts_kind")),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_product_alerts_customer_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["sku_id"], ["skus.id"], name=op.f("fk_product_alerts_sku_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_product_alerts")),
        sa.UniqueConstraint("token", name=op.f("uq_product_alerts_token")),
    )
    op.create_index(
        "ix_product_alerts_customer_id", "product_alerts", ["customer_id"], unique=False
    )
    op.create_index(
        "ix_product_alerts_email",
        "product_alerts",
        [sa.literal_column("lower(email)")],
        unique=False,
    )
    op.create_index(
        "uq_product_alerts_waiting",
        "product_alerts",
        ["sku_id", "kind", sa.literal_column("lower(email)")],
        unique=True,
        postgresql_where=sa.text("sent_at IS NULL"),
    )
    op.create_table(
        "question_answers",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("question_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=True),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("customer_name", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("by IN ('shop', 'buyer')", name=op.f("ck_question_answers_by")),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_question_answers_customer_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["questions.id"],
            name=op.f("fk_question_answers_question_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_question_answers")),
    )
    op.create_index(
        "ix_question_answers_customer_id", "question_answers", ["customer_id"], unique=False
    )
    op.create_index(
        "ix_question_answers_question_id", "question_answers", ["question_id", "id"], unique=False
    )
    op.create_index(
        "uq_question_answers_buyer",
        "question_answers",
        ["question_id", "customer_id"],
        unique=True,
        postgresql_where=sa.text("by = 'buyer'"),
    )
    op.add_column("tickets", sa.Column("guest_name", sa.Text(), nullable=True))
    op.add_column("tickets", sa.Column("guest_email", sa.Text(), nullable=True))
    op.alter_column("tickets", "customer_id", existing_type=sa.BIGINT(), nullable=True)
    op.create_index(
        "ix_tickets_guest_email",
        "tickets",
        [sa.literal_column("lower(guest_email)")],
        unique=False,
        postgresql_where=sa.text("customer_id IS NULL"),
    )
    # By hand.
    op.create_check_constraint(
        op.f("ck_tickets_asker"), "tickets", "customer_id IS NOT NULL OR guest_email IS NOT NULL"
    )
    op.execute(NOTE_FORMER_SLUG)
    for kind, table in TABLES_WITH_SLUGS.items():
        op.execute(
            f"CREATE TRIGGER note_former_slug AFTER DELETE OR UPDATE OF slug ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION note_former_slug('{kind}')"
        )


TABLES_WITH_SLUGS = {
    "product": "products",
    "category": "categories",
    "sale": "sales",
    "slider": "sliders",
    "blog": "blogs",
}

# What goes for good takes its former addresses along: they stay known, so that they can say so. An
# address that something bears now is looked for among the living first.
NOTE_FORMER_SLUG = """
CREATE FUNCTION note_former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND old.slug = new.slug THEN
        RETURN NULL;
    END IF;
    INSERT INTO former_slugs (kind, slug, target_id, changed_at)
    VALUES (TG_ARGV[0], old.slug, CASE WHEN TG_OP = 'UPDATE' THEN new.id END, now())
    ON CONFLICT (kind, slug) DO UPDATE
        SET target_id = excluded.target_id, changed_at = excluded.changed_at;
    IF TG_OP = 'DELETE' THEN
        UPDATE former_slugs SET target_id = NULL, changed_at = now()
        WHERE kind = TG_ARGV[0] AND target_id = old.id;
    END IF;
    RETURN NULL;
END $$
"""
