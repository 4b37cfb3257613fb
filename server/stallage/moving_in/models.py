"""Tables of the orders of other shops."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, SmallInteger, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class ImportedOrder(Model):
    """An order that was placed in another shop. Amounts are in minor units of its currency."""

    __tablename__ = "imported_orders"
    __table_args__ = (
        CheckConstraint("system IN ('shopify', 'woocommerce')", name="system"),
        CheckConstraint(
            "payment IN ('pending', 'partly_paid', 'paid', 'partly_refunded', 'refunded', 'voided')",
            name="payment",
        ),
        CheckConstraint(
            "fulfilment IN ('unfulfilled', 'partly_fulfilled', 'fulfilled')", name="fulfilment"
        ),
        CheckConstraint(
            "subtotal >= 0 AND discount >= 0 AND shipping >= 0 AND tax >= 0 AND total >= 0"
            " AND refunded >= 0",
            name="amounts",
        ),
        Index("uq_imported_orders_number", "system", "number", unique=True),
        Index("ix_imported_orders_placed_at", text("placed_at DESC"), text("id DESC")),
        Index("ix_imported_orders_customer_id", "customer_id"),
        Index("ix_imported_orders_email", text("lower(email)")),
        Index(
            "ix_imported_orders_search",
            "search",
            postgresql_using="gin",
            postgresql_ops={"search": "gin_trgm_ops"},
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    system: Mapped[str]
    number: Mapped[str]
    """As in the other shop, such as `#1001`."""
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id", ondelete="SET NULL"))
    """Who had the email address at the import. Orders without one are found by their address."""
    email: Mapped[str | None]
    phone: Mapped[str | None]
    first_name: Mapped[str]
    last_name: Mapped[str]
    placed_at: Mapped[datetime]
    cancelled: Mapped[bool]
    payment: Mapped[str]
    fulfilment: Mapped[str]
    payment_method: Mapped[str]
    currency: Mapped[str]
    subtotal: Mapped[int]
    discount: Mapped[int]
    discount_code: Mapped[str]
    shipping: Mapped[int]
    shipping_method: Mapped[str]
    tax: Mapped[int]
    total: Mapped[int]
    refunded: Mapped[int]
    address: Mapped[dict[str, Any] | None]
    billing_address: Mapped[dict[str, Any] | None]
    note: Mapped[str]
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text))
    fingerprint: Mapped[str]
    """Of all values in the file, so that importing it again changes nothing."""
    past_order_id: Mapped[int | None]
    """The row of `past_orders` by which the order counts for recommendations."""
    search: Mapped[str]
    """What operators find the order by, in lower case."""
    imported_at: Mapped[datetime]


class ImportedOrderLine(Model):
    """A line of such an order. The product is found by its SKU when the order is shown."""

    __tablename__ = "imported_order_lines"
    __table_args__ = (CheckConstraint("quantity > 0", name="quantity"),)

    order_id: Mapped[int] = mapped_column(
        ForeignKey("imported_orders.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    position: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    sku: Mapped[str]
    title: Mapped[str]
    quantity: Mapped[int]
    price: Mapped[int]
    discount: Mapped[int]
