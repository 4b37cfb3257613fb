"""Tables of the list of customers, and of merges."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Identity, Index, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class CustomerOverview(Model):
    """What the list of customers shows, filters and sorts by. Derived from the other features."""

    __tablename__ = "customer_overviews"
    __table_args__ = (
        Index("ix_customer_overviews_spent", text("spent DESC"), text("customer_id DESC")),
        Index("ix_customer_overviews_orders", text("orders DESC"), text("customer_id DESC")),
        Index("ix_customer_overviews_last", text("last_order_id DESC"), text("customer_id DESC")),
        Index("ix_customer_overviews_country", "country", text("customer_id DESC")),
        Index(
            "ix_customer_overviews_subscribed",
            text("customer_id DESC"),
            postgresql_where=text("subscribed"),
        ),
        Index("ix_customer_overviews_tags", "tags", postgresql_using="gin"),
        # For the list of all tags: few customers have any.
        Index(
            "ix_customer_overviews_tagged",
            "customer_id",
            postgresql_where=text("tags <> '{}'"),
        ),
        Index(
            "ix_customer_overviews_search",
            "search",
            postgresql_using="gin",
            postgresql_ops={"search": "gin_trgm_ops"},
        ),
    )

    customer_id: Mapped[int] = mapped_column(
        ForeignKey("customers.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    name: Mapped[str]
    email: Mapped[str | None]
    phone: Mapped[str | None]
    search: Mapped[str]
    """Name and contacts in lower case, without accents."""
    country: Mapped[str | None]
    """Of the primary address, or else of the last order."""
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text))
    subscribed: Mapped[bool]
    """Whether the email address is subscribed to the newsletter."""
    orders: Mapped[int]
    """Without those that were cancelled."""
    spent: Mapped[int]
    """What was paid and not given back, in minor units."""
    last_order_id: Mapped[int]
    """Zero without an order. Newer orders have higher ids."""
    last_order_at: Mapped[datetime | None]
    created_at: Mapped[datetime]


class GuestOverview(Model):
    """The same for people who ordered without an account, by the contact of their orders."""

    __tablename__ = "guest_overviews"
    __table_args__ = (
        Index("ix_guest_overviews_spent", text("spent DESC"), text("contact DESC")),
        Index("ix_guest_overviews_orders", text("orders DESC"), text("contact DESC")),
        Index("ix_guest_overviews_last", text("last_order_id DESC"), text("contact DESC")),
        Index(
            "ix_guest_overviews_subscribed",
            text("last_order_id DESC"),
            text("contact DESC"),
            postgresql_where=text("subscribed"),
        ),
        Index(
            "ix_guest_overviews_search",
            "search",
            postgresql_using="gin",
            postgresql_ops={"search": "gin_trgm_ops"},
        ),
    )

    contact: Mapped[str] = mapped_column(primary_key=True)
    """The email address in lower case, or else the phone number."""
    name: Mapped[str]
    """Of the last order."""
    email: Mapped[str | None]
    phone: Mapped[str | None]
    search: Mapped[str]
    country: Mapped[str | None]
    subscribed: Mapped[bool]
    orders: Mapped[int]
    spent: Mapped[int]
    last_order_id: Mapped[int]
    last_order_at: Mapped[datetime]
    created_at: Mapped[datetime]
    """When the first order was placed."""


class CustomerChange(Model):
    """A customer or guest whose overview is to be derived again. Triggers insert the rows.

    Rows are only inserted and deleted, so they never make two transactions wait for each other.
    """

    __tablename__ = "customer_changes"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    customer_id: Mapped[int | None]
    contact: Mapped[str | None]


class CustomerMerge(Model):
    """An account that was merged into another, with what was moved."""

    __tablename__ = "customer_merges"
    __table_args__ = (
        Index("ix_customer_merges_target_id", "target_id", "id"),
        Index(
            "uq_customer_merges_source_id",
            "source_id",
            unique=True,
            postgresql_where=text("undone_at IS NULL"),
        ),
        Index("ix_customer_merges_merged_at", "merged_at", postgresql_where=text("NOT swept")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    source_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    target_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    operator: Mapped[str]
    """The name of the operator who merged."""
    merged_at: Mapped[datetime]
    moved: Mapped[dict[str, Any]]
    """Table → the ids of the rows that were moved, and values that were replaced."""
    swept: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether rows that were being written during the merge have been moved as well."""
    undone_at: Mapped[datetime | None]
