"""Which shape the cards have that are stored."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Cards of a shop that runs already are of the first shape; the shop builds them anew itself."""
    op.add_column(
        "catalogue_state",
        sa.Column("card_shape", sa.Integer(), server_default="1", nullable=False),
    )
