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
    """The orders that were placed on a day and count; see docs/figures.md. Amounts are in minor units."""

    __tablename__ = "sales_days"

    day: Mapped[date] = mapped_column(primary_key=True)
    orders: Mapped[int] = mapped_column(Integer)
    units: Mapped[int]
    gross: Mapped[int]
    discounts: Mapped[int]
    delivery: Mapped[int]
    tax: Mapped[int]
    refunds: Mapped[int]


class PlaceDay(Model):
    """The orders of a day that were sent to a place, as in `SalesDay`. Empty texts: nothing is sent."""

    __tablename__ = "place_days"

    day: Mapped[date] = mapped_column(primary_key=True)
    country: Mapped[str] = mapped_column(primary_key=True)
    state: Mapped[str] = mapped_column(primary_key=True)
    city: Mapped[str] = mapped_column(primary_key=True)
    """Written as on most orders of the day."""
    orders: Mapped[int] = mapped_column(Integer)
    units: Mapped[int]
    gross: Mapped[int]
    discounts: Mapped[int]
    delivery: Mapped[int]
    tax: Mapped[int]
    refunds: Mapped[int]


class PromoDay(Model):
    """The orders of a day that used a promo code. Amounts are in minor units."""

    __tablename__ = "promo_days"

    day: Mapped[date] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(primary_key=True)
    orders: Mapped[int] = mapped_column(Integer)
    discounts: Mapped[int]
    """Of the code, without automatic discounts."""
    revenue: Mapped[int]
    refunds: Mapped[int]


class OrderDay(Model):
    """An order that counts. Who placed it is read from the order, so that nobody is named here."""

    __tablename__ = "order_days"

    day: Mapped[date] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    revenue: Mapped[int]
    refunds: Mapped[int]


class TenderDay(Model):
    """How the orders of a day were paid, by kind of tender. Amounts are in minor units."""

    __tablename__ = "tender_days"

    day: Mapped[date] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    provider: Mapped[str] = mapped_column(primary_key=True)
    """Of an online payment; else empty."""
    orders: Mapped[int] = mapped_column(Integer)
    received: Mapped[int]
    to_collect: Mapped[int]
    """Still to be paid to the courier."""
    refunded: Mapped[int]
    """Given back since, whenever that was."""


class SkuDay(Model):
    """Units of a SKU in the orders of a day that count, and their amounts in minor units."""

    __tablename__ = "sku_days"
    __table_args__ = (Index("ix_sku_days_sku_id", "sku_id", "day"),)

    day: Mapped[date] = mapped_column(primary_key=True)
    sku_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    product_id: Mapped[int]
    orders: Mapped[int] = mapped_column(Integer)
    product_orders: Mapped[int] = mapped_column(Integer)
    """Of all SKUs of a product, these add up to its orders."""
    units: Mapped[int]
    """Not cancelled."""
    gross: Mapped[int]
    discounts: Mapped[int]
    tax: Mapped[int]
    refunds: Mapped[int]
    revenue: Mapped[int]
    """Of the units: their price after discounts, with tax."""


class TaxDay(Model):
    """Taxes of the invoices and credit notes that were issued on a day. Amounts are in minor units."""

    __tablename__ = "tax_days"

    day: Mapped[date] = mapped_column(primary_key=True)
    country: Mapped[str] = mapped_column(primary_key=True)
    state: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    rate: Mapped[str] = mapped_column(primary_key=True)
    """In per cent, such as `8.875`."""
    invoices: Mapped[int] = mapped_column(Integer)
    credit_notes: Mapped[int] = mapped_column(Integer)
    invoiced: Mapped[int]
    credited: Mapped[int]
