"""A customer's picture; and nothing more is written for a customer who was forgotten."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

OWN = ("cart_lines", "tickets", "reviews", "review_votes", "uploads")
"""What customers write with nothing but an access token, which outlives them by minutes."""


def upgrade() -> None:
    """Adds the column, and a guard before each table of a customer's own."""
    op.add_column("customers", sa.Column("avatar", postgresql.JSONB(), nullable=True))
    # It speaks as the foreign key would if the row were gone. The lock is the one that the foreign
    # key takes anyway; who forgets a customer takes one that stands against it, so nothing slips in.
    op.execute(
        """
        CREATE FUNCTION refuse_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.customer_id IS NULL THEN
                RETURN NEW;
            END IF;
            PERFORM FROM customers
            WHERE id = NEW.customer_id AND forgotten_at IS NULL FOR KEY SHARE;
            IF NOT FOUND THEN
                RAISE foreign_key_violation USING
                    MESSAGE = 'the customer was forgotten',
                    CONSTRAINT = TG_TABLE_NAME || '_customer_id';
            END IF;
            RETURN NEW;
        END
        $$
        """
    )
    for table in OWN:
        op.execute(
            f"CREATE TRIGGER refuse_forgotten BEFORE INSERT ON {table}"
            " FOR EACH ROW EXECUTE FUNCTION refuse_forgotten()"
        )
