"""Reservations of stock for orders."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Reservation(Model):
    """Units of a SKU reserved for an order; see the rules of the package."""

    __tablename__ = "reservations"
    __table_args__ = (
        CheckConstraint("quantity > 0", name="quantity"),
        CheckConstraint("taken BETWEEN 0 AND quantity", name="taken"),
        CheckConstraint("state IN (0, 1, 2)", name="state"),
        Index("ix_reservations_sku_id", "sku_id"),
        # Units that orders hold: few of all reservations.
        Index("ix_reservations_held", "sku_id", postgresql_where=text("state = 0")),
    )

    order_id: Mapped[int] = mapped_column(primary_key=True)
    """Not a foreign key, because orders come later in the list of features."""
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id"), primary_key=True)
    quantity: Mapped[int] = mapped_column(Integer)
    """Units ordered."""
    taken: Mapped[int] = mapped_column(Integer)
    """Units taken from `skus.stock`, which return to it when the reservation is released."""
    state: Mapped[int] = mapped_column(SmallInteger)
    """See `rules.ReservationState`."""
    changed_at: Mapped[datetime]
