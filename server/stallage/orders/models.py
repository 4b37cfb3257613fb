"""Orders, their lines, what happened to them and the parcels that they are sent in."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Date,
    ForeignKey,
    Identity,
    Index,
    Integer,
    SmallInteger,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Order(Model):
    """An order: a copy of what was bought, for how much, for whom."""

    __tablename__ = "orders"
    __table_args__ = (
        CheckConstraint("status BETWEEN 0 AND 15", name="status"),
        CheckConstraint("payment_status BETWEEN 0 AND 4", name="payment_status"),
        CheckConstraint(
            "payable BETWEEN 0 AND total AND cancelled_payable BETWEEN 0 AND payable"
            " AND cancelled_total - cancelled_payable BETWEEN 0 AND total - payable",
            name="amounts",
        ),
        Index("ix_orders_customer_id_id", "customer_id", text("id DESC")),
        Index(
            "ix_orders_guest_email",
            func.lower(text("email")),
            postgresql_where=text("customer_id IS NULL"),
        ),
        Index("ix_orders_guest_phone", "phone", postgresql_where=text("customer_id IS NULL")),
        # What the timer of unpaid orders looks through; a few rows at any time.
        Index("ix_orders_unpaid", "pay_until", postgresql_where=text("status = 0")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id", ondelete="SET NULL"))
    status: Mapped[int] = mapped_column(SmallInteger)
    payment_status: Mapped[int] = mapped_column(SmallInteger)
    payment_method: Mapped[str]
    placed_at: Mapped[datetime]
    pay_until: Mapped[datetime | None]
    """When an order that is not paid ends; null where nothing has to be paid before."""
    delivered_at: Mapped[datetime | None]
    email: Mapped[str | None]
    phone: Mapped[str | None]
    """E.164."""
    contact_proven: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether that is somebody who has shown that the contact is theirs."""
    first_name: Mapped[str]
    last_name: Mapped[str]
    address: Mapped[dict[str, Any] | None]
    """As the API says an address, without an id; null for an order of gift cards alone."""
    billing_address: Mapped[dict[str, Any] | None]
    """The same for the invoice; null where it is billed to `address`."""
    delivery_note: Mapped[str | None]
    """For the courier."""
    gift_message: Mapped[str | None]
    currency: Mapped[str]
    subtotal: Mapped[int]
    discounts: Mapped[list[Any]]
    """`[{"name", "amount"}]`, of an automatic discount also `"slug"`"""
    shipping_method: Mapped[dict[str, Any] | None]
    """`{"code", "name", "estimate": {…}}`; null where nothing is sent."""
    shipping_total: Mapped[int]
    gift_wrap_name: Mapped[str | None]
    """Null where nothing is wrapped."""
    gift_wrap_total: Mapped[int] = mapped_column(server_default="0")
    taxes: Mapped[list[Any]]
    """`[{"name", "rate", "amount", "included"}]`"""
    total: Mapped[int]
    wallet_used: Mapped[int | None]
    """For the release before `OrderTender`, which reads and writes it. A trigger fills it; it goes
    with the next release."""
    payable: Mapped[int]
    """What of the total is paid after placing the order, by tenders that store no value."""
    cancelled_total: Mapped[int] = mapped_column(server_default="0")
    """The worth of lines that were cancelled while the rest of the order lives on."""
    cancelled_payable: Mapped[int] = mapped_column(server_default="0")
    """What of that came off `payable`; the rest came off tenders that store value."""
    promo_code: Mapped[str | None]
    link_version: Mapped[int] = mapped_column(Integer, server_default="0")
    """How often the links that were sent for a guest's order have been revoked."""


class OrderLine(Model):
    """A line as it was at purchase."""

    __tablename__ = "order_lines"
    __table_args__ = (
        UniqueConstraint("order_id", "position"),
        CheckConstraint("quantity > 0", name="quantity"),
        CheckConstraint(
            "cancelled >= 0 AND returned >= 0 AND cancelled + returned <= quantity"
            " AND exchanged BETWEEN 0 AND returned",
            name="gone",
        ),
        Index("ix_order_lines_sku_id", "sku_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    position: Mapped[int] = mapped_column(SmallInteger)
    sku_id: Mapped[int]
    """No foreign key: the line outlives what it was copied from. The same holds for the product."""
    product_id: Mapped[int]
    sku: Mapped[str]
    slug: Mapped[str]
    title: Mapped[str]
    options: Mapped[list[Any]]
    """`[{"name", "value"}]`"""
    image: Mapped[dict[str, Any] | None]
    quantity: Mapped[int] = mapped_column(Integer)
    price: Mapped[int]
    """Of one piece."""
    compare_at_price: Mapped[int | None]
    line_total: Mapped[int]
    discount: Mapped[int]
    """Its share of all discounts, for the whole quantity."""
    tax: Mapped[int]
    """All taxes of the line, included and added ones."""
    tax_added: Mapped[int]
    """What of it came on top of the price."""
    returnable: Mapped[bool]
    gift: Mapped[dict[str, Any] | None]
    """`{"name", "minimum", "units", "skus"}` of the discount that added the line for free and the
    condition for it (`rules.gifts`); null for what was bought."""
    gift_card: Mapped[dict[str, Any] | None]
    """What stands on a gift card; see `cart.gift_cards.GiftCard`. Null for everything else."""
    cancelled: Mapped[int] = mapped_column(Integer, server_default="0")
    """Pieces that were cancelled on their own."""
    returned: Mapped[int] = mapped_column(Integer, server_default="0")
    """Pieces that came back."""
    exchanged: Mapped[int] = mapped_column(Integer, server_default="0")
    """Those of them for which other pieces were sent instead of money."""


class OrderTender(Model):
    """A part of what pays an order; see `orders.tenders`. The amounts of an order's tenders add up to
    its total when it is placed, which the database enforces, and never change."""

    __tablename__ = "order_tenders"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("state IN ('held', 'taken', 'released', 'given_back')", name="state"),
        CheckConstraint(
            "released >= 0 AND given_back >= 0 AND released + given_back <= amount"
            " AND (given_back = 0 OR state IN ('taken', 'given_back'))",
            name="parts",
        ),
    )

    order_id: Mapped[int] = mapped_column(
        ForeignKey("orders.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    position: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    """From 0, in the order in which they pay. Money goes back in the opposite order."""
    kind: Mapped[str]
    """A name of `stallage.tenders`."""
    amount: Mapped[int]
    state: Mapped[str]
    released: Mapped[int] = mapped_column(server_default="0")
    """What came off with cancelled lines before the order was paid."""
    given_back: Mapped[int] = mapped_column(server_default="0")
    """What went back where it came from after the order was paid: for cancelled lines and returns, but
    not for the whole order, which `state` says."""
    reference: Mapped[str | None]
    """What the kind needs to find it again besides the order."""


class OrderEvent(Model):
    """A change of an order's status or of its payment's. Rows are only ever added."""

    __tablename__ = "order_events"
    __table_args__ = (
        CheckConstraint("(status IS NULL) <> (payment_status IS NULL)", name="one"),
        CheckConstraint("by IN ('customer', 'operator', 'system')", name="by"),
        Index("ix_order_events_order_id", "order_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    status: Mapped[int | None] = mapped_column(SmallInteger)
    payment_status: Mapped[int | None] = mapped_column(SmallInteger)
    by: Mapped[str]
    happened_at: Mapped[datetime]
    label: Mapped[str | None]
    """What happened where the status did not change, such as lines that were cancelled."""


class OrderCancellation(Model):
    """Pieces that were cancelled, and what they were worth. Rows are only ever added."""

    __tablename__ = "order_cancellations"
    __table_args__ = (
        CheckConstraint("by IN ('customer', 'operator', 'system')", name="by"),
        CheckConstraint("payable >= 0 AND wallet >= 0 AND shipping >= 0", name="amounts"),
        Index("ix_order_cancellations_order_id", "order_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    by: Mapped[str]
    lines: Mapped[list[Any]]
    """`[{"line_id", "quantity", "line_total", "discount", "tax", "tax_added"}]`"""
    shipping: Mapped[int]
    """What delivery and gift wrap cost with their tax, where the whole order was cancelled; 0
    otherwise."""
    payable: Mapped[int]
    """What comes off what was to be paid, or goes back to where it was paid from."""
    wallet: Mapped[int]
    """What goes back to tenders that store value, such as the wallet."""
    paid: Mapped[bool]
    """Whether the order had been paid: then money goes back, and a credit note says so."""
    created_at: Mapped[datetime]


class OrderLetter(Model):
    """A letter about an order that has been sent, so that a repeated job does not send it again."""

    __tablename__ = "order_letters"

    order_id: Mapped[int] = mapped_column(
        ForeignKey("orders.id", ondelete="CASCADE"), primary_key=True
    )
    letter: Mapped[str] = mapped_column(primary_key=True)
    """Its kind and what of it happens more than once, such as `return_approved:7`."""
    sent_at: Mapped[datetime]


class Carrier(Model):
    """A carrier of the shop's own, or another tracking link for a known one."""

    __tablename__ = "carriers"
    __table_args__ = (Index("uq_carriers_name", text("lower(name)"), unique=True),)

    name: Mapped[str] = mapped_column(primary_key=True)
    tracking_url: Mapped[str]
    """A link with `{number}` where the tracking number stands."""


class Parcel(Model):
    """A parcel of an order, handed to a carrier."""

    __tablename__ = "parcels"
    __table_args__ = (
        CheckConstraint("tracking_url ~ '^https?://'", name="tracking_url"),
        # Shipping the same parcel again finds it.
        Index(
            "uq_parcels_order_id_tracking",
            "order_id",
            text("lower(carrier)"),
            text("upper(replace(tracking_number, ' ', ''))"),
            unique=True,
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    carrier: Mapped[str]
    tracking_number: Mapped[str | None]
    """Null once the shopper is forgotten: the carrier's page may name them."""
    tracking_url: Mapped[str | None]
    shipped_at: Mapped[datetime]
    arrives_by: Mapped[date | None] = mapped_column(Date)
    delivered_at: Mapped[datetime | None]


class ParcelLine(Model):
    """Units of an order line in a parcel."""

    __tablename__ = "parcel_lines"
    __table_args__ = (
        CheckConstraint("quantity > 0", name="quantity"),
        Index("ix_parcel_lines_order_line_id", "order_line_id"),
    )

    parcel_id: Mapped[int] = mapped_column(
        ForeignKey("parcels.id", ondelete="CASCADE"), primary_key=True
    )
    order_line_id: Mapped[int] = mapped_column(
        ForeignKey("order_lines.id", ondelete="CASCADE"), primary_key=True
    )
    quantity: Mapped[int] = mapped_column(Integer)
