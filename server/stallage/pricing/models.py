"""Promo codes and their uses, ways of delivery, taxes."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class PromoCode(Model):
    """A code that lowers an order's price by a percentage or an amount."""

    __tablename__ = "promo_codes"
    __table_args__ = (
        CheckConstraint("code = upper(code)", name="code"),
        CheckConstraint("(percent IS NULL) <> (amount IS NULL)", name="kind"),
        CheckConstraint("percent BETWEEN 1 AND 100", name="percent"),
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("minimum_purchase >= 0", name="minimum_purchase"),
        CheckConstraint("ends_at > starts_at", name="ends_at"),
        CheckConstraint("total_uses > 0", name="total_uses"),
        CheckConstraint("uses_per_customer > 0", name="uses_per_customer"),
        CheckConstraint("used >= 0", name="used"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    code: Mapped[str] = mapped_column(unique=True)
    """In capitals; shoppers may write it as they like."""
    title: Mapped[str]
    percent: Mapped[int | None] = mapped_column(Integer)
    amount: Mapped[int | None]
    minimum_purchase: Mapped[int] = mapped_column(server_default="0")
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    """The first moment at which it does not count any more; null: until it is taken away."""
    total_uses: Mapped[int | None]
    uses_per_customer: Mapped[int | None]
    used: Mapped[int] = mapped_column(server_default="0")
    """How many orders have it now. A cancelled order gives its use back."""


class PromoUse(Model):
    """An order that has a promo code."""

    __tablename__ = "promo_uses"
    __table_args__ = (Index("ix_promo_uses_promo_code_id_buyer", "promo_code_id", "buyer"),)

    order_id: Mapped[int] = mapped_column(primary_key=True)
    """The order's id. Orders come later in the list of features, so it is no foreign key."""
    promo_code_id: Mapped[int] = mapped_column(ForeignKey("promo_codes.id", ondelete="CASCADE"))
    buyer: Mapped[str]
    """Who used it: `customer:17`, or a guest's e-mail address in lower case."""
    used_at: Mapped[datetime]
    given_back: Mapped[bool] = mapped_column(server_default=text("false"))
    """The order was cancelled; the use does not count."""


class ShippingMethod(Model):
    """A way of delivery."""

    __tablename__ = "shipping_methods"
    __table_args__ = (
        CheckConstraint("price >= 0", name="price"),
        CheckConstraint("free_over >= 0", name="free_over"),
        CheckConstraint("min_days >= 0 AND max_days >= min_days", name="days"),
    )

    code: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    price: Mapped[int]
    free_over: Mapped[int | None]
    """Free for goods worth this much after the discount; null: never."""
    min_days: Mapped[int] = mapped_column(Integer)
    max_days: Mapped[int] = mapped_column(Integer)
    """Working days from the day of the order."""
    countries: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """ISO 3166-1 alpha-2; empty: everywhere."""
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    active: Mapped[bool] = mapped_column(server_default=text("true"))


class TaxRate(Model):
    """A named tax of a country, perhaps of a state and a city in it."""

    __tablename__ = "tax_rates"
    __table_args__ = (
        CheckConstraint("millionths BETWEEN 0 AND 1000000", name="millionths"),
        CheckConstraint("city = '' OR state <> ''", name="city"),
    )

    country: Mapped[str] = mapped_column(primary_key=True)
    state: Mapped[str] = mapped_column(primary_key=True, server_default="")
    city: Mapped[str] = mapped_column(primary_key=True, server_default="")
    name: Mapped[str] = mapped_column(primary_key=True)
    millionths: Mapped[int] = mapped_column(Integer)
    """The rate: 88750 is 8.875 %."""
    included: Mapped[bool]
    """Shown prices contain it."""
    on_delivery: Mapped[bool]
    """Delivery is taxed as well."""
