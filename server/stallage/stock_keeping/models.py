"""Tables of counts, deliveries, transfers and low-stock rules."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, Integer
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class StockDelivery(Model):
    """Units that a supplier will send to a location."""

    __tablename__ = "stock_deliveries"
    __table_args__ = (
        CheckConstraint("state IN ('planned', 'closed', 'cancelled')", name="state"),
        Index("ix_stock_deliveries_state", "state", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    supplier: Mapped[str]
    expected_on: Mapped[date | None]
    location_id: Mapped[int] = mapped_column(ForeignKey("stock_locations.id"))
    note: Mapped[str] = mapped_column(server_default="")
    state: Mapped[str] = mapped_column(server_default="planned")
    version: Mapped[int] = mapped_column(server_default="1")
    created_at: Mapped[datetime]
    author: Mapped[str]


class StockDeliveryLine(Model):
    """The units of a SKU in a delivery."""

    __tablename__ = "stock_delivery_lines"
    __table_args__ = (
        CheckConstraint("quantity > 0", name="quantity"),
        CheckConstraint("received >= 0", name="received"),
        Index("ix_stock_delivery_lines_sku_id", "sku_id"),
    )

    delivery_id: Mapped[int] = mapped_column(
        ForeignKey("stock_deliveries.id", ondelete="CASCADE"), primary_key=True
    )
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"), primary_key=True)
    quantity: Mapped[int] = mapped_column(Integer)
    """Units ordered from the supplier."""
    received: Mapped[int] = mapped_column(Integer, server_default="0")
    """May exceed `quantity`: suppliers send more at times."""
    cost: Mapped[int | None]
    """Of one unit, in minor units of the shop's currency."""


class StockCount(Model):
    """A count sheet of a location."""

    __tablename__ = "stock_counts"
    __table_args__ = (
        CheckConstraint("state IN ('open', 'applied', 'cancelled')", name="state"),
        Index("ix_stock_counts_state", "state", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    location_id: Mapped[int] = mapped_column(ForeignKey("stock_locations.id"))
    note: Mapped[str] = mapped_column(server_default="")
    state: Mapped[str] = mapped_column(server_default="open")
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    author: Mapped[str]


class StockCountLine(Model):
    """The counted units of a SKU."""

    __tablename__ = "stock_count_lines"
    __table_args__ = (
        CheckConstraint("counted >= 0", name="counted"),
        Index("ix_stock_count_lines_sku_id", "sku_id"),
    )

    count_id: Mapped[int] = mapped_column(
        ForeignKey("stock_counts.id", ondelete="CASCADE"), primary_key=True
    )
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"), primary_key=True)
    expected: Mapped[int]
    """Units on hand at the location when the figure was entered."""
    counted: Mapped[int]
    counted_at: Mapped[datetime]
    counted_by: Mapped[str]


class StockRule(Model):
    """From how many units that can be ordered a SKU counts as low. Without a row, the product's rule."""

    __tablename__ = "stock_rules"
    __table_args__ = (CheckConstraint("low_at >= 0", name="low_at"),)

    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"), primary_key=True)
    low_at: Mapped[int]


class StockProductRule(Model):
    """The rule of all SKUs of a product without their own. Without a row, the shop's setting."""

    __tablename__ = "stock_product_rules"
    __table_args__ = (CheckConstraint("low_at >= 0", name="low_at"),)

    product_id: Mapped[int] = mapped_column(
        ForeignKey("products.id", ondelete="CASCADE"), primary_key=True
    )
    low_at: Mapped[int]


class StockTransfer(Model):
    """Units on their way from one location to another."""

    __tablename__ = "stock_transfers"
    __table_args__ = (
        CheckConstraint("state IN ('draft', 'sent', 'received', 'cancelled')", name="state"),
        CheckConstraint("source_id <> target_id", name="target"),
        Index("ix_stock_transfers_state", "state", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    source_id: Mapped[int] = mapped_column(ForeignKey("stock_locations.id"))
    target_id: Mapped[int] = mapped_column(ForeignKey("stock_locations.id"))
    note: Mapped[str] = mapped_column(server_default="")
    state: Mapped[str] = mapped_column(server_default="draft")
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    """Null for a draft, and for one that was cancelled."""
    finished_at: Mapped[datetime | None]
    author: Mapped[str]


class StockTransferLine(Model):
    """The units of a SKU in a transfer. What is not received, lost or returned is in transit once sent."""

    __tablename__ = "stock_transfer_lines"
    __table_args__ = (
        CheckConstraint("quantity > 0", name="quantity"),
        CheckConstraint(
            "received >= 0 AND lost >= 0 AND returned >= 0"
            " AND received + lost + returned <= quantity",
            name="settled",
        ),
        Index("ix_stock_transfer_lines_sku_id", "sku_id"),
    )

    transfer_id: Mapped[int] = mapped_column(
        ForeignKey("stock_transfers.id", ondelete="CASCADE"), primary_key=True
    )
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"), primary_key=True)
    quantity: Mapped[int] = mapped_column(Integer)
    received: Mapped[int] = mapped_column(Integer, server_default="0")
    lost: Mapped[int] = mapped_column(Integer, server_default="0")
    """Damaged units included."""
    returned: Mapped[int] = mapped_column(Integer, server_default="0")
    """Back at the source, because the transfer was cancelled."""
