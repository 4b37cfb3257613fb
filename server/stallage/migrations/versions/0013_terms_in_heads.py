"""Processes hear that delivery has changed: the heads of products speak of it."""

from __future__ import annotations

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the trigger; the function is the catalogue's."""
    op.execute(
        "CREATE TRIGGER tell_catalogue AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE"
        " ON shipping_methods FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue('names')"
    )
