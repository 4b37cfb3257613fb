"""Tables of daily figures. They are derived from orders, and can be deleted at any time."""

from __future__ import annotations

from datetime import date

from sqlalchemy import CheckConstraint, Index, Integer, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class FiguresState(Model):
    """How far the daily figures have been derived."""

    __tablename__ = "figures_state"
    __table_args__ = (CheckConstraint("id = 1", name="one"),)

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    time_zone: Mapped[str]
    """The days are those of this time zone. Another one derives all days again."""
    derived_until: Mapped[date]
    """The last day with figures; later days are read from the orders."""
    last_event_id: Mapped[int]
    """Events of orders up to this one have been followed."""


class SalesDay(Model):
    """The number of orders that were placed on a day and count; see docs/figures.md."""

    __tablename__ = "sales_days"

    day: Mapped[date] = mapped_column(primary_key=True)
    orders: Mapped[int] = mapped_column(Integer)


class TenderDay(Model):
    """How the orders of a day were paid, by kind of tender. Amounts are in minor units."""

    __tablename__ = "tender_days"

    day: Mapped[date] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    received: Mapped[int]
    to_collect: Mapped[int]
    """Still to be paid to the courier."""
    refunded: Mapped[int]
    """Given back since, whenever that was."""


class SkuDay(Model):
    """Units of a SKU in the orders of a day that count, and their price after discounts with tax."""

    __tablename__ = "sku_days"
    __table_args__ = (Index("ix_sku_days_sku_id", "sku_id", "day"),)

    day: Mapped[date] = mapped_column(primary_key=True)
    sku_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    product_id: Mapped[int]
    units: Mapped[int]
    revenue: Mapped[int]


class TaxDay(Model):
    """Taxes of the orders of a day that count, by country and rate. Amounts are in minor units."""

    __tablename__ = "tax_days"

    day: Mapped[date] = mapped_column(primary_key=True)
    country: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    rate: Mapped[str] = mapped_column(primary_key=True)
    """In per cent, such as `8.875`."""
    orders: Mapped[int] = mapped_column(Integer)
    amount: Mapped[int]
