"""Wallets for tests."""

from __future__ import annotations

from datetime import datetime

from stallage.core.db import Connection
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason


async def fill_wallet(
    connection: Connection, customer_id: int, amount: int, *, expires_at: datetime | None = None
) -> None:
    """Add goodwill credit."""
    await credit(connection, customer_id, amount, Reason.GOODWILL, expires_at=expires_at)
