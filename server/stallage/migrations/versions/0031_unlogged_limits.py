"""Counting for limits writes nothing ahead: a crash may forget it."""

from __future__ import annotations

from alembic import op

revision = "0031"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The table holds a few hours of counts, so writing it anew takes a moment."""
    op.execute("ALTER TABLE limits SET UNLOGGED")
