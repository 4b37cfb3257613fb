"""The schema of the first release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import op

import stallage.migrations

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

FOLDER = Path(stallage.migrations.__file__).parent / "initial"
# A file for each feature, in the order in which tables refer to one another.
FEATURES = (
    "core",
    "audit",
    "operators",
    "notes",
    "bulk",
    "themes",
    "shop",
    "content",
    "customers",
    "uploads",
    "products",
    "merchandising",
    "layout",
    "imports",
    "search",
    "stock",
    "pricing",
    "cart",
    "wishlist",
    "signin",
    "newsletter",
    "alerts",
    "wallet",
    "orders",
    "recommendations",
    "payments",
    "returns",
    "invoices",
    "reviews",
    "support",
    "questions",
    "waiting_line",
    "draft_orders",
    "stock_keeping",
    "product_changes",
    "redirects",
    "moving_in",
    "visits",
    "reports",
    "webhooks",
    "payment_rehearsals",
    "sample_data",
    "backoffice",
    "archive",
)


def upgrade() -> None:
    """Create extensions, tables, triggers and the rows that every shop has."""
    # SQLAlchemy runs one statement at a time, asyncpg a script. The first statement begins the transaction.
    op.execute("SELECT 1")
    connection: Any = op.get_bind().connection.dbapi_connection
    for feature in FEATURES:
        script = (FOLDER / f"{feature}.sql").read_text()
        connection.run_async(lambda asyncpg, sql=script: asyncpg.execute(sql))
