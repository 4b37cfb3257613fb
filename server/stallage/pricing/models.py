"""Tables of promo codes and their uses, automatic discounts, delivery and taxes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

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
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class PromoCodeBatch(Model):
    """Codes that were generated together: each is unique and can be used once."""

    __tablename__ = "promo_code_batches"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    title: Mapped[str]
    prefix: Mapped[str]
    """What all its codes begin with, such as `WINTER`."""
    created_at: Mapped[datetime]


class PromoCode(Model):
    """A code that reduces the price of an order by a percentage or an amount."""

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
        Index("ix_promo_codes_batch_id", "batch_id", postgresql_where=text("batch_id IS NOT NULL")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    code: Mapped[str] = mapped_column(unique=True)
    """In upper case; shoppers may type it in any case."""
    title: Mapped[str]
    percent: Mapped[int | None] = mapped_column(Integer)
    amount: Mapped[int | None]
    minimum_purchase: Mapped[int] = mapped_column(server_default="0")
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    """When it expires, exclusive; null: never."""
    total_uses: Mapped[int | None]
    uses_per_customer: Mapped[int | None]
    used: Mapped[int] = mapped_column(server_default="0")
    """The number of orders that use it. A cancelled order releases its use."""
    public: Mapped[bool] = mapped_column(server_default=text("false"))
    """Offered to every shopper in the cart; other codes are never listed."""
    batch_id: Mapped[int | None] = mapped_column(ForeignKey("promo_code_batches.id"))
    """The batch that it was generated in; null: a code with a name of its own."""


class PromoUse(Model):
    """The use of a promo code by an order."""

    __tablename__ = "promo_uses"
    __table_args__ = (Index("ix_promo_uses_promo_code_id", "promo_code_id"),)

    order_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """No foreign key, because orders come later in the list of features."""
    promo_code_id: Mapped[int] = mapped_column(ForeignKey("promo_codes.id", ondelete="CASCADE"))
    used_at: Mapped[datetime]
    given_back: Mapped[bool] = mapped_column(server_default=text("false"))
    """The order was cancelled, so the use does not count."""


class PromoUseBuyer(Model):
    """A salted hash that identifies the buyer of an order with a promo code.

    One row each for the customer, the email address and the phone number, so that any of them identifies
    a returning buyer. The table contains no names, and the rows of a person can still be found and deleted.
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
    """The salt of buyer hashes; a single row, created with the table.

    It is stored rather than derived from the server's secret, so that buyers are still recognized after
    the secret changes, and so that a migration could hash existing uses.
    """

    __tablename__ = "promo_salt"
    __table_args__ = (CheckConstraint("id = 1", name="single"),)

    id: Mapped[int] = mapped_column(
        SmallInteger, primary_key=True, autoincrement=False, server_default="1"
    )
    salt: Mapped[bytes] = mapped_column(LargeBinary)


class AutomaticDiscount(Model):
    """A discount that needs no code. Products, categories and brands are stored by id, in order."""

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
    """Of discounts in the same group, only the one that saves most applies; empty: no group."""
    combines_with_codes: Mapped[bool] = mapped_column(server_default=text("true"))
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    """When it ends, exclusive; null: never."""
    minimum_purchase: Mapped[int] = mapped_column(server_default="0")
    """The minimum total of the lines in its scope, before any discount."""
    percent: Mapped[int | None] = mapped_column(SmallInteger)
    amount: Mapped[int | None]
    product_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    """Its scope; all three empty: every product."""
    category_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    brand_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    buy_quantity: Mapped[int | None] = mapped_column(Integer)
    """Units of the scope that must be bought; null: one."""
    get_quantity: Mapped[int | None] = mapped_column(Integer)
    get_product_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    """The products that become cheaper; all three empty: those of the scope."""
    get_category_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    get_brand_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    times_per_order: Mapped[int | None] = mapped_column(Integer)
    """How often `buy_x_get_y` applies in one order; null: no limit."""
    gift_sku_id: Mapped[int | None] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"))


class TermsVersion(Model):
    """Names the current terms: delivery, taxes and automatic discounts. A single row, changed by triggers."""

    __tablename__ = "terms_version"
    __table_args__ = (CheckConstraint("one", name="one"),)

    one: Mapped[bool] = mapped_column(primary_key=True, server_default=text("true"))
    version: Mapped[str] = mapped_column(server_default=text("gen_random_uuid()::text"))


class ShippingMethod(Model):
    """A delivery method.

    Without rates by zone it costs the same everywhere that it delivers to. With such rates, these decide
    where it delivers, and its own price, free-over amount and countries are not used.
    """

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
    """The total of items after discounts from which delivery is free; null: never."""
    min_days: Mapped[int] = mapped_column(Integer)
    max_days: Mapped[int] = mapped_column(Integer)
    """Working days from the day of the order."""
    countries: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """ISO 3166-1 alpha-2; empty: everywhere."""
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    active: Mapped[bool] = mapped_column(server_default=text("true"))


class DeliveryZone(Model):
    """Places that share delivery prices. An address belongs to the zone that names it most precisely."""

    __tablename__ = "delivery_zones"
    __table_args__ = (
        Index(
            "ix_delivery_zones_rest_of_world",
            "rest_of_world",
            unique=True,
            postgresql_where=text("rest_of_world"),
        ),
    )

    code: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    places: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Countries, such as `DE`, and states, such as `US:CA`. A place is in one zone only."""
    rest_of_world: Mapped[bool] = mapped_column(server_default=text("false"))
    """It also has all places that no zone names."""
    position: Mapped[int] = mapped_column(Integer, server_default="0")


class DeliveryRate(Model):
    """What a delivery method costs in a zone."""

    __tablename__ = "delivery_rates"
    __table_args__ = (
        CheckConstraint("basis IN ('flat', 'weight', 'value')", name="basis"),
        CheckConstraint("free_over >= 0", name="free_over"),
        CheckConstraint("min_days >= 0 AND max_days >= min_days", name="days"),
        CheckConstraint("jsonb_array_length(bands) > 0", name="bands"),
    )

    method: Mapped[str] = mapped_column(
        ForeignKey("shipping_methods.code", ondelete="CASCADE"), primary_key=True
    )
    zone: Mapped[str] = mapped_column(
        ForeignKey("delivery_zones.code", ondelete="CASCADE"), primary_key=True
    )
    basis: Mapped[str]
    """What the bands limit: `weight` in grams, `value` of the items after discounts, or nothing."""
    bands: Mapped[list[Any]] = mapped_column(JSONB)
    """`[[limit, price]]`, ascending. A limit belongs to its band; null has no limit. Above the last
    limit the method is not offered."""
    free_over: Mapped[int | None]
    min_days: Mapped[int] = mapped_column(Integer)
    max_days: Mapped[int] = mapped_column(Integer)


class TaxClass(Model):
    """Products that are taxed at other rates, such as books. All other products have the standard rates."""

    __tablename__ = "tax_classes"
    __table_args__ = (CheckConstraint("code <> ''", name="code"),)

    code: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    product_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    """Stronger than categories."""
    category_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    """With their subcategories."""
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    """Of several classes that a product belongs to by its categories, the first one applies."""


class TaxRate(Model):
    """A tax rate of a country, and optionally of a state and a city in it."""

    __tablename__ = "tax_rates"
    __table_args__ = (
        CheckConstraint("millionths BETWEEN 0 AND 1000000", name="millionths"),
        CheckConstraint("city = '' OR state <> ''", name="city"),
    )

    country: Mapped[str] = mapped_column(primary_key=True)
    state: Mapped[str] = mapped_column(primary_key=True, server_default="")
    city: Mapped[str] = mapped_column(primary_key=True, server_default="")
    name: Mapped[str] = mapped_column(primary_key=True)
    tax_class: Mapped[str] = mapped_column(primary_key=True, server_default="")
    """The code of a class; empty: the standard rate. Rates of a class replace all standard rates of a
    place. No foreign key: rates may be declared before the products of their class."""
    millionths: Mapped[int] = mapped_column(Integer)
    """The rate: 88750 is 8.875%."""
    included: Mapped[bool]
    """Displayed prices include it."""
    on_delivery: Mapped[bool]
    """It also applies to delivery."""
