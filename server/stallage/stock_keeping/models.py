"""Tables of counts, deliveries, transfers, low-stock rules and the emails about them."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, Integer, SmallInteger, text
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
    """The rule of all SKUs of a product without their own. Without a row, that of a category."""

    __tablename__ = "stock_product_rules"
    __table_args__ = (CheckConstraint("low_at >= 0", name="low_at"),)

    product_id: Mapped[int] = mapped_column(
        ForeignKey("products.id", ondelete="CASCADE"), primary_key=True
    )
    low_at: Mapped[int]


class StockCategoryRule(Model):
    """The rule of a category and those below it, unless a nearer one has its own.

    Without a row, the shop's setting.
    """

    __tablename__ = "stock_category_rules"
    __table_args__ = (CheckConstraint("low_at >= 0", name="low_at"),)

    category_id: Mapped[int] = mapped_column(
        ForeignKey("categories.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
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


class StockAlertSettings(Model):
    """When team members get emails about low stock: one row, the lock of rules and alerts."""

    __tablename__ = "stock_alert_settings"
    __table_args__ = (
        CheckConstraint("one", name="one"),
        CheckConstraint("frequency IN ('off', 'hourly', 'daily')", name="frequency"),
        CheckConstraint("at_minute BETWEEN 0 AND 1439", name="at_minute"),
    )

    one: Mapped[bool] = mapped_column(primary_key=True, server_default=text("true"))
    frequency: Mapped[str] = mapped_column(server_default="off")
    at_minute: Mapped[int] = mapped_column(SmallInteger, server_default="480")
    """Of daily emails: minutes after midnight, in the shop's time zone."""
    next_at: Mapped[datetime | None]
    """No alert before it. Null while none is sent."""
    shop_low_at: Mapped[int | None]
    """The shop's level at the last check. Items that are low because it was raised did not fall."""


class StockAlertRecipient(Model):
    """A team member who gets emails about low stock."""

    __tablename__ = "stock_alert_recipients"

    operator_id: Mapped[int] = mapped_column(
        ForeignKey("operators.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )


class StockAlert(Model):
    """An email about items that fell to their level, to all recipients."""

    __tablename__ = "stock_alerts"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    created_at: Mapped[datetime]


class LowSku(Model):
    """A SKU that was at or below its level at the last check, and not above it since.

    Without a foreign key to SKUs: checks must not lock rows that orders change. They delete what is left
    of deleted SKUs.
    """

    __tablename__ = "low_skus"
    __table_args__ = (
        Index("ix_low_skus_alert_id", "alert_id"),
        Index("ix_low_skus_announced", "sku_id", postgresql_where=text("NOT announced")),
    )

    sku_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    since: Mapped[datetime]
    announced: Mapped[bool]
    """Whether no email will be sent about it: one was, or the item did not fall."""
    alert_id: Mapped[int | None] = mapped_column(ForeignKey("stock_alerts.id", ondelete="SET NULL"))


class StockAlertEmail(Model):
    """An alert that a team member has got, so that a repeated job does not send it again."""

    __tablename__ = "stock_alert_emails"
    __table_args__ = (Index("ix_stock_alert_emails_operator_id", "operator_id"),)

    alert_id: Mapped[int] = mapped_column(
        ForeignKey("stock_alerts.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    operator_id: Mapped[int] = mapped_column(
        ForeignKey("operators.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    sent_at: Mapped[datetime]
