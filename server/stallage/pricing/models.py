"""Promo codes and their uses, automatic discounts, ways of delivery, taxes."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Text,
    text,
)
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
        Index("ix_promo_codes_public", "id", postgresql_where=text("public")),
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
    public: Mapped[bool] = mapped_column(server_default=text("false"))
    """Offered to every shopper in the cart; other codes are known only to those who have them."""


class PromoUse(Model):
    """An order that has a promo code."""

    __tablename__ = "promo_uses"
    __table_args__ = (Index("ix_promo_uses_promo_code_id_buyer", "promo_code_id", "buyer"),)

    order_id: Mapped[int] = mapped_column(primary_key=True)
    """The order's id. Orders come later in the list of features, so it is no foreign key."""
    promo_code_id: Mapped[int] = mapped_column(ForeignKey("promo_codes.id", ondelete="CASCADE"))
    buyer: Mapped[str] = mapped_column(server_default="")
    """Empty. Releases before `PromoUseBuyer` wrote a contact here, and may still do so beside this one."""
    used_at: Mapped[datetime]
    given_back: Mapped[bool] = mapped_column(server_default=text("false"))
    """The order was cancelled; the use does not count."""


class PromoUseBuyer(Model):
    """A name that the buyer of an order with a promo code is known by, hashed.

    One row each for the customer, the email address and the phone number, so that whoever comes back by
    any of them is recognised. The hash is salted: nothing here names a person, and rows of a person can
    still be found, to be deleted.
    """

    __tablename__ = "promo_use_buyers"
    __table_args__ = (Index("ix_promo_use_buyers_order_id", "order_id"),)

    buyer: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """`promo_buyer_hash` of `customer:17`, `email:ada@example.com` or `phone:+12065550143`."""
    promo_code_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    order_id: Mapped[int] = mapped_column(
        ForeignKey("promo_uses.order_id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )


class PromoSalt(Model):
    """What buyers are hashed with; one row, made with the table.

    It is stored here rather than derived from the server's secret: uses are then still recognised after
    that has been changed, and a migration can hash what was there before.
    """

    __tablename__ = "promo_salt"
    __table_args__ = (CheckConstraint("id = 1", name="single"),)

    id: Mapped[int] = mapped_column(
        SmallInteger, primary_key=True, autoincrement=False, server_default="1"
    )
    salt: Mapped[bytes] = mapped_column(LargeBinary)


class AutomaticDiscount(Model):
    """A discount that needs no code. Products, categories and brands are kept by id, in their order."""

    __tablename__ = "automatic_discounts"
    __table_args__ = (
        CheckConstraint("kind IN ('amount_off', 'buy_x_get_y', 'free_gift')", name="kind"),
        CheckConstraint("percent BETWEEN 1 AND 100", name="percent"),
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("minimum_purchase >= 0", name="minimum_purchase"),
        CheckConstraint("buy_quantity > 0 AND get_quantity > 0", name="quantities"),
        CheckConstraint("times_per_order > 0", name="times_per_order"),
        CheckConstraint("ends_at > starts_at", name="ends_at"),
        CheckConstraint(
            "CASE kind WHEN 'amount_off' THEN (percent IS NULL) <> (amount IS NULL)"
            " WHEN 'buy_x_get_y' THEN percent IS NOT NULL AND amount IS NULL"
            " AND buy_quantity IS NOT NULL AND get_quantity IS NOT NULL"
            " ELSE percent IS NULL AND amount IS NULL AND gift_sku_id IS NOT NULL END",
            name="complete",
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    kind: Mapped[str]
    priority: Mapped[int] = mapped_column(Integer, server_default="0")
    """Lower numbers apply first."""
    exclusive_group: Mapped[str] = mapped_column(server_default="")
    """Of discounts with the same group only the one that saves most applies; empty: no group."""
    combines_with_codes: Mapped[bool] = mapped_column(server_default=text("true"))
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    """The first moment at which it does not apply any more."""
    minimum_purchase: Mapped[int] = mapped_column(server_default="0")
    """What the lines that it is about must be worth, before any discount."""
    percent: Mapped[int | None] = mapped_column(SmallInteger)
    amount: Mapped[int | None]
    product_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    """What it is about; all three empty: everything."""
    category_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    brand_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    buy_quantity: Mapped[int | None] = mapped_column(Integer)
    """Units of that which have to be bought; null: one."""
    get_quantity: Mapped[int | None] = mapped_column(Integer)
    get_product_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    """What becomes cheaper; all three empty: what the discount is about."""
    get_category_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    get_brand_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    times_per_order: Mapped[int | None] = mapped_column(Integer)
    """How often `buy_x_get_y` applies in one order; null: as often as it fits."""
    gift_sku_id: Mapped[int | None] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"))


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
