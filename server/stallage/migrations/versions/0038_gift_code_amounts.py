"""Nothing may be left of a gift code, but not less."""

from __future__ import annotations

from stallage.migrations.online import add_constraint

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The check that 0037 dropped, with 0 allowed."""
    add_constraint("gift_codes", "ck_gift_codes_amount", "CHECK (amount >= 0)")
