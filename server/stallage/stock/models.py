"""Tables of stock: reservations for orders, locations, and the units at each of them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    Integer,
    SmallInteger,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class StockLocation(Model):
    """A place that has units. Exactly one is the default."""

    __tablename__ = "stock_locations"
    __table_args__ = (
        CheckConstraint("name <> ''", name="name"),
        CheckConstraint("active OR NOT is_default", name="default"),
        Index(
            "uq_stock_locations_is_default",
            "is_default",
            unique=True,
            postgresql_where=text("is_default"),
        ),
        Index("uq_stock_locations_name", func.lower(text("name")), unique=True),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    name: Mapped[str]
    address: Mapped[str] = mapped_column(server_default="")
    priority: Mapped[int] = mapped_column(Integer, server_default="0")
    """Units leave the location with the lowest number first."""
    is_default: Mapped[bool] = mapped_column(server_default=text("false"))
    """Units that are added without a location go here."""
    active: Mapped[bool] = mapped_column(server_default=text("true"))
    """False: no longer offered. Its movements still refer to it."""
    version: Mapped[int] = mapped_column(server_default="1")


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


class StockLevel(Model):
    """The units of a SKU on hand at a location. Only triggers write it, under the lock of the SKU."""

    __tablename__ = "stock_levels"
    __table_args__ = (
        CheckConstraint("on_hand >= 0", name="on_hand"),
        Index("ix_stock_levels_location_id", "location_id"),
    )

    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"), primary_key=True)
    location_id: Mapped[int] = mapped_column(ForeignKey("stock_locations.id"), primary_key=True)
    on_hand: Mapped[int]


class StockMovement(Model):
    """A change of the units on hand. Only triggers write it, and it never changes."""

    __tablename__ = "stock_movements"
    __table_args__ = (
        CheckConstraint("quantity <> 0", name="quantity"),
        CheckConstraint(
            "kind IN ('opening', 'import', 'count', 'correction', 'delivery', 'found', 'damage',"
            " 'returned', 'sold', 'not_shipped', 'transfer_out', 'transfer_in')",
            name="kind",
        ),
        Index("ix_stock_movements_sku_id", "sku_id", "id"),
        Index("ix_stock_movements_location_id", "location_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"))
    location_id: Mapped[int] = mapped_column(ForeignKey("stock_locations.id"))
    quantity: Mapped[int]
    """Positive for units that arrive."""
    kind: Mapped[str]
    """See `rules.MovementKind`."""
    note: Mapped[str] = mapped_column(server_default="")
    order_id: Mapped[int | None]
    """The order that it was shipped for, or that it was returned from."""
    delivery_id: Mapped[int | None]
    """Of `stock_keeping`, as the next two are. Not foreign keys, because that feature comes later."""
    count_id: Mapped[int | None]
    transfer_id: Mapped[int | None]
    person: Mapped[str | None]
    """Who acted; null for a shopper or the shop itself."""
    happened_at: Mapped[datetime]
