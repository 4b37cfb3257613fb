"""Extensions that text search and mixed indexes stand on."""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the extensions; a database without the right to do so names the missing one."""
    for extension in ("pg_trgm", "unaccent", "btree_gin"):
        op.execute(f"CREATE EXTENSION IF NOT EXISTS {extension}")
