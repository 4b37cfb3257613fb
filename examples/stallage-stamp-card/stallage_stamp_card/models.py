"""The table of stamps."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Stamp(Model):
    """A stamp on a customer's card, one for each order."""

    __tablename__ = "stamp_card_stamps"
    __table_args__ = (Index("ix_stamp_card_stamps_customer_id", "customer_id"),)

    order_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Without a foreign key: the key of an order has its owner too, and orders are never deleted."""
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    stamped_at: Mapped[datetime]
