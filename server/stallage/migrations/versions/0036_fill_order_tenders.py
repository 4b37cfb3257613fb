"""Fills the tenders of orders from before there were any."""

from __future__ import annotations

from stallage.migrations.online import add_constraint, backfill

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

# The rows are locked, so that no order changes between being read and its tenders being written.
FILL = """
    SELECT restate_order_tenders(array_agg(id)) FROM (
        SELECT id FROM orders WHERE id = ANY(:ids) ORDER BY id FOR NO KEY UPDATE
    ) locked
"""


def upgrade() -> None:
    """Some orders at a time, while the shop is open."""
    backfill("orders", FILL)
    add_constraint(
        "orders",
        "ck_orders_amounts",
        "CHECK (payable BETWEEN 0 AND total AND cancelled_payable BETWEEN 0 AND payable"
        " AND cancelled_total - cancelled_payable BETWEEN 0 AND total - payable)",
    )
