"""The table of alerts."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model

WAITING = text("sent_at IS NULL")


class ProductAlert(Model):
    """A request to be notified when a SKU is back in stock or costs less."""

    __tablename__ = "product_alerts"
    __table_args__ = (
        CheckConstraint("kind IN ('stock', 'price')", name="kind"),
        CheckConstraint("(kind = 'price') = (price IS NOT NULL)", name="price"),
        Index(
            "uq_product_alerts_waiting",
            "sku_id",
            "kind",
            func.lower(text("email")),
            unique=True,
            postgresql_where=WAITING,
        ),
        Index("ix_product_alerts_customer_id", "customer_id"),
        Index("ix_product_alerts_email", func.lower(text("email"))),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"))
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    email: Mapped[str]
    kind: Mapped[str]
    price: Mapped[int | None]
    """The price at the time of the request, in minor units; null for `stock`."""
    token: Mapped[str] = mapped_column(unique=True)
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
