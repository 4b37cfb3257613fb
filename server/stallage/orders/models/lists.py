"""What operators' lists of orders filter, sort and search by."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import (
    CheckConstraint,
    Date,
    Index,
    Integer,
    SmallInteger,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model, references_owned


class OrderState(Model):
    """What operators' lists filter and sort by. Triggers derive it; see `derived_order_states`."""

    __tablename__ = "order_states"
    __table_args__ = (
        references_owned("order_id", "orders"),
        CheckConstraint("fulfilment BETWEEN 0 AND 7", name="fulfilment"),
        CheckConstraint("payment BETWEEN 0 AND 5", name="payment"),
        Index("ix_order_states_placed_at", "placed_at", "order_id"),
        Index("ix_order_states_total", "total", "order_id"),
        Index(
            "ix_order_states_ship_by",
            "ship_by",
            "order_id",
            postgresql_where=text("ship_by IS NOT NULL"),
        ),
        Index("ix_order_states_country", "country", "placed_at", "order_id"),
        Index("ix_order_states_method", "method", "placed_at", "order_id"),
        Index("ix_order_states_tenders", "tenders", "placed_at", "order_id"),
        # Most orders are shipped or delivered, and paid. Their indexes would hold nearly all rows.
        Index(
            "ix_order_states_unfinished",
            "fulfilment",
            "placed_at",
            "order_id",
            postgresql_where=text("fulfilment NOT IN (4, 5)"),
        ),
        Index(
            "ix_order_states_unpaid",
            "payment",
            "placed_at",
            "order_id",
            postgresql_where=text("payment <> 1"),
        ),
        Index(
            "ix_order_states_to_refund",
            "placed_at",
            "order_id",
            postgresql_where=text("refund_waits"),
        ),
        Index(
            "ix_order_states_test",
            "placed_at",
            "order_id",
            postgresql_where=text("is_test"),
        ),
    )

    order_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    placed_at: Mapped[datetime]
    fulfilment: Mapped[int] = mapped_column(SmallInteger)
    payment: Mapped[int] = mapped_column(SmallInteger)
    total: Mapped[int]
    """Without cancelled lines."""
    items: Mapped[int] = mapped_column(Integer)
    """Units that are not cancelled."""
    ship_by: Mapped[date | None] = mapped_column(Date)
    """Null once everything is sent."""
    refund_waits: Mapped[bool]
    country: Mapped[str | None]
    method: Mapped[str | None]
    """The code of its delivery method."""
    tenders: Mapped[str]
    """Their kinds in order, such as `wallet+online`."""
    is_test: Mapped[bool]
    set_apart: Mapped[bool]
    """As of the order."""


class OrderSearch(Model):
    """The text that operators search: number, name, contacts, SKUs and tracking numbers."""

    __tablename__ = "order_search"
    __table_args__ = (
        references_owned("order_id", "orders"),
        Index(
            "ix_order_search_text",
            "text",
            postgresql_using="gin",
            postgresql_ops={"text": "gin_trgm_ops"},
        ),
    )

    order_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text: Mapped[str]


class PendingOrderSearch(Model):
    """An order whose text in `order_search` is to be written again."""

    __tablename__ = "order_search_pending"
    __table_args__ = (references_owned("order_id", "orders"),)

    order_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
