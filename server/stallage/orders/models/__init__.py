"""Orders with their lines, payments, events and parcels."""

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

from stallage.core.tables import Model, references_owned
from stallage.orders.models.lists import OrderSearch, OrderState, PendingOrderSearch
from stallage.orders.models.manual_payments import OrderManualPayment, OrderManualRefund
from stallage.orders.models.sending import (
    Carrier,
    OrderEmail,
    OrderHint,
    Parcel,
    ParcelLine,
)

__all__ = [
    "Carrier",
    "Order",
    "OrderCancellation",
    "OrderEmail",
    "OrderEvent",
    "OrderHint",
    "OrderLine",
    "OrderManualPayment",
    "OrderManualRefund",
    "OrderRefund",
    "OrderSearch",
    "OrderState",
    "OrderTender",
    "Parcel",
    "ParcelLine",
    "PendingOrderSearch",
]


class Order(Model):
    """An order. It copies everything that was bought."""

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
        # To delete the networks and cards of orders after some days.
        Index(
            "ix_orders_traces",
            "placed_at",
            postgresql_where=text("network IS NOT NULL OR card IS NOT NULL"),
        ),
        CheckConstraint("is_test OR NOT set_apart", name="set_apart"),
        # To set test orders apart once the shop is live.
        Index("ix_orders_test", "id", postgresql_where=text("is_test AND NOT set_apart")),
        # For the timer of unpaid orders; a few rows at any time.
        Index("ix_orders_unpaid", "pay_until", postgresql_where=text("status = 0")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id", ondelete="SET NULL"))
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Who placed it: the customer's id, or a made-up negative number for a guest (`rules.owner_of`).

    All rows of an order repeat it, and their keys contain it, so that Citus can distribute carts, orders
    and payments by it (docs/scaling.md). It never changes, not even if the order gets another customer,
    so it is no way to find a customer's orders."""
    status: Mapped[int] = mapped_column(SmallInteger)
    payment_status: Mapped[int] = mapped_column(SmallInteger)
    payment_method: Mapped[str]
    placed_at: Mapped[datetime]
    pay_until: Mapped[datetime | None]
    """When the order is cancelled unless it is paid; null if it need not be paid first."""
    delivered_at: Mapped[datetime | None]
    email: Mapped[str | None]
    phone: Mapped[str | None]
    """E.164."""
    contact_proven: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether the shopper has proven that the contact is theirs."""
    first_name: Mapped[str]
    last_name: Mapped[str]
    address: Mapped[dict[str, Any] | None]
    """In the format of the API, without an id; null for an order of gift cards alone."""
    billing_address: Mapped[dict[str, Any] | None]
    """The same for the invoice; null if it is billed to `address`."""
    delivery_note: Mapped[str | None]
    """For the courier."""
    gift_message: Mapped[str | None]
    currency: Mapped[str]
    subtotal: Mapped[int]
    discounts: Mapped[list[Any]]
    """`[{"name", "amount"}]`, of an automatic discount also `"slug"`"""
    shipping_method: Mapped[dict[str, Any] | None]
    """`{"code", "name", "estimate": {…}}`; null if nothing is shipped."""
    shipping_total: Mapped[int]
    gift_wrap_name: Mapped[str | None]
    """Null without gift wrap."""
    gift_wrap_total: Mapped[int] = mapped_column(server_default="0")
    taxes: Mapped[list[Any]]
    """`[{"name", "rate", "amount", "included"}]`"""
    total: Mapped[int]
    payable: Mapped[int]
    """The part of the total paid after placing the order, by tenders that do not store value."""
    cancelled_total: Mapped[int] = mapped_column(server_default="0")
    """The amount of lines cancelled while the rest of the order remains."""
    cancelled_payable: Mapped[int] = mapped_column(server_default="0")
    """The part of it taken off `payable`. The rest was taken off tenders that store value."""
    promo_code: Mapped[str | None]
    link_version: Mapped[int] = mapped_column(Integer, server_default="0")
    """How often the links sent for a guest's order have been revoked."""
    ship_by: Mapped[date | None] = mapped_column(Date)
    """When it is to be handed to a carrier; see `rules.order_states`. Null if nothing is shipped."""
    network: Mapped[str | None]
    """Keyed hash of the network that the order was placed from, for hints; deleted after some days."""
    card: Mapped[str | None]
    """Keyed hash of the card that paid it, for hints; deleted after some days.

    Null unless the payment provider names the card."""
    is_test: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether it is paid online in test mode, so that no real money moves."""
    set_apart: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether lists, counts and reports leave it out: a test order in a shop that is live since."""


class OrderLine(Model):
    """A line as it was at purchase."""

    __tablename__ = "order_lines"
    __table_args__ = (
        references_owned("order_id", "orders"),
        UniqueConstraint("order_id", "position", "owner_id"),
        CheckConstraint("quantity > 0", name="quantity"),
        CheckConstraint(
            "cancelled >= 0 AND returned >= 0 AND refunded >= 0"
            " AND cancelled + returned + refunded <= quantity"
            " AND exchanged BETWEEN 0 AND returned",
            name="gone",
        ),
        Index("ix_order_lines_sku_id", "sku_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    order_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[int] = mapped_column(SmallInteger)
    sku_id: Mapped[int]
    """Not a foreign key: the line outlives the SKU. The same holds for the product."""
    product_id: Mapped[int]
    sku: Mapped[str]
    slug: Mapped[str]
    title: Mapped[str]
    options: Mapped[list[Any]]
    """`[{"name", "value"}]`"""
    image: Mapped[dict[str, Any] | None]
    quantity: Mapped[int] = mapped_column(Integer)
    price: Mapped[int]
    """Of one unit."""
    compare_at_price: Mapped[int | None]
    line_total: Mapped[int]
    discount: Mapped[int]
    """Its share of all discounts, for the whole quantity."""
    tax: Mapped[int]
    """All taxes of the line, included and added ones."""
    tax_added: Mapped[int]
    """The part added on top of the price."""
    returnable: Mapped[bool]
    gift: Mapped[dict[str, Any] | None]
    """`{"name", "minimum", "units", "skus"}` of the discount that added the line for free and the
    condition for it (`rules.gifts`); null for what was bought."""
    gift_card: Mapped[dict[str, Any] | None]
    """See `cart.rules.gift_cards.GiftCard`. Null for everything but gift cards."""
    cancelled: Mapped[int] = mapped_column(Integer, server_default="0")
    """Units cancelled while the rest of the order remained."""
    returned: Mapped[int] = mapped_column(Integer, server_default="0")
    """Units returned."""
    exchanged: Mapped[int] = mapped_column(Integer, server_default="0")
    """Returned units that were replaced by other units instead of a refund."""
    refunded: Mapped[int] = mapped_column(Integer, server_default="0")
    """Shipped units that an operator refunded without a return."""
    gone_line_total: Mapped[int] = mapped_column(server_default="0")
    """The part of `line_total` of the units cancelled, returned and refunded, so that all parts add up
    to the line. The next three are the same of the other amounts."""
    gone_discount: Mapped[int] = mapped_column(server_default="0")
    gone_tax: Mapped[int] = mapped_column(server_default="0")
    gone_tax_added: Mapped[int] = mapped_column(server_default="0")


class OrderTender(Model):
    """A part of an order's payment; see `orders.tenders`.

    The amounts of an order's tenders add up to its total. Only an edit changes them, together with the
    total, and only of a tender that is still held. Marking an order as paid changes the kind of what is
    held to `manual`. The database enforces all of this.
    """

    __tablename__ = "order_tenders"
    __table_args__ = (
        references_owned("order_id", "orders"),
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("state IN ('held', 'taken', 'released', 'given_back')", name="state"),
        CheckConstraint(
            "released >= 0 AND given_back >= 0 AND credited >= 0"
            " AND released + given_back + credited <= amount"
            " AND (given_back + credited = 0 OR state IN ('taken', 'given_back'))",
            name="parts",
        ),
    )

    order_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    """From 0, in the order in which they pay. Refunds go in the opposite order."""
    kind: Mapped[str]
    """A name of `stallage.tenders`."""
    amount: Mapped[int]
    state: Mapped[str]
    released: Mapped[int] = mapped_column(server_default="0")
    """Released with cancelled lines before the order was paid."""
    given_back: Mapped[int] = mapped_column(server_default="0")
    """Given back after the order was paid, for cancelled lines and returns. What cancelling the whole
    order gives back is not included; `state` says that."""
    credited: Mapped[int] = mapped_column(server_default="0")
    """Refunded to the customer's wallet instead of the tender itself."""
    reference: Mapped[str | None]
    """What the kind needs besides the order to find it again. Of what was added to a paid order: JSON, see
    `rules.differences.Difference`."""


class OrderEvent(Model):
    """A change of an order's status or of its payment's status. Rows are only added."""

    __tablename__ = "order_events"
    __table_args__ = (
        references_owned("order_id", "orders"),
        CheckConstraint("(status IS NULL) <> (payment_status IS NULL)", name="one"),
        CheckConstraint("by IN ('customer', 'operator', 'system')", name="by"),
        Index("ix_order_events_order_id", "order_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    order_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    status: Mapped[int | None] = mapped_column(SmallInteger)
    payment_status: Mapped[int | None] = mapped_column(SmallInteger)
    by: Mapped[str]
    person: Mapped[str | None]
    """Name of the operator or app that did it."""
    happened_at: Mapped[datetime]
    label: Mapped[str | None]
    """What happened if the status did not change, such as cancelled lines."""


class OrderCancellation(Model):
    """Cancelled units and their amounts. Rows are only added."""

    __tablename__ = "order_cancellations"
    __table_args__ = (
        references_owned("order_id", "orders"),
        CheckConstraint("by IN ('customer', 'operator', 'system')", name="by"),
        CheckConstraint(
            "payable >= 0 AND wallet >= 0 AND shipping >= 0"
            " AND refunded_before BETWEEN 0 AND payable + wallet",
            name="amounts",
        ),
        Index("ix_order_cancellations_order_id", "order_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    order_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    by: Mapped[str]
    lines: Mapped[list[Any]]
    """`[{"line_id", "quantity", "line_total", "discount", "tax", "tax_added"}]`"""
    shipping: Mapped[int]
    """The cost of delivery and gift wrap with tax if the whole order was cancelled; else 0."""
    payable: Mapped[int]
    """What is taken off the amount to pay, or refunded to the payment's source."""
    wallet: Mapped[int]
    """What is given back to tenders that store value, such as the wallet."""
    refunded_before: Mapped[int] = mapped_column(server_default="0")
    """The part of both that earlier refunds have paid back already, such as goodwill."""
    paid: Mapped[bool]
    """Whether the order had been paid. Then money is refunded and a credit note is issued."""
    created_at: Mapped[datetime]


class OrderRefund(Model):
    """A refund that an operator granted. Granting it reserves its units and its money."""

    __tablename__ = "order_refunds"
    __table_args__ = (
        references_owned("order_id", "orders"),
        CheckConstraint("state IN ('granted', 'paid', 'withdrawn')", name="state"),
        CheckConstraint(
            "delivery >= 0 AND gift_wrap >= 0 AND goodwill >= 0 AND refunded_before >= 0"
            " AND amount > 0",
            name="amounts",
        ),
        CheckConstraint(
            "to_source >= 0 AND to_wallet >= 0 AND to_source + to_wallet = amount", name="parts"
        ),
        Index("ix_order_refunds_granted", "id", postgresql_where=text("state = 'granted'")),
        Index("ix_order_refunds_order_id", "order_id", "id"),
        # For guests who sign in later.
        Index(
            "ix_order_refunds_waiting",
            "order_id",
            postgresql_where=text("state = 'paid' AND to_wallet > 0 AND credited_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    order_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    state: Mapped[str]
    """`granted`: waits to be paid; `paid`: sent; `withdrawn`: will not be paid."""
    lines: Mapped[list[Any]]
    """`[{"line_id", "sku_id", "title", "quantity", "line_total", "discount", "tax", "tax_added",
    "reason", "restock"}]`"""
    delivery: Mapped[int]
    """The cost of delivery with tax, if it is refunded; else 0. The same holds for gift wrap."""
    delivery_tax: Mapped[int]
    gift_wrap: Mapped[int]
    gift_wrap_tax: Mapped[int]
    goodwill: Mapped[int]
    """A refund that is not for units."""
    refunded_before: Mapped[int]
    """The part of all these that earlier refunds have paid back already."""
    amount: Mapped[int]
    to_source: Mapped[int]
    to_wallet: Mapped[int]
    reason: Mapped[str]
    note: Mapped[str]
    """For the customer, in the email."""
    notify: Mapped[bool]
    granted_at: Mapped[datetime]
    granted_by: Mapped[str]
    """Such as `operator:7`."""
    granted_by_name: Mapped[str]
    needs_approval: Mapped[bool]
    """Whether somebody else than who granted it has to pay it."""
    paid_at: Mapped[datetime | None]
    paid_by_name: Mapped[str | None]
    withdrawn_at: Mapped[datetime | None]
    credited_at: Mapped[datetime | None]
    """When `to_wallet` was credited. A guest's waits until they sign in."""
