"""Parcels of orders, emails about them, and hints for operators."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import Boolean, CheckConstraint, Date, Identity, Index, Integer, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model, references_owned


class OrderEmail(Model):
    """An email about an order that was sent, so that a repeated job does not send it again."""

    __tablename__ = "order_emails"
    __table_args__ = (references_owned("order_id", "orders"),)

    order_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    message: Mapped[str] = mapped_column(primary_key=True)
    """Its kind, and an id where several may be sent, such as `return_approved:7`."""
    sent_at: Mapped[datetime]


class OrderHint(Model):
    """Something about an order that an operator may want to check. It blocks nothing."""

    __tablename__ = "order_hints"
    __table_args__ = (references_owned("order_id", "orders"),)

    order_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(primary_key=True)
    """See `rules.hints`."""
    figures: Mapped[dict[str, Any]]
    """The figures behind it: counts, countries and amounts."""
    found_at: Mapped[datetime]
    reviewed_at: Mapped[datetime | None]
    reviewed_by: Mapped[str | None]
    """Name of the operator."""


class Carrier(Model):
    """One of the shop's own carriers, or its own tracking link for a known carrier."""

    __tablename__ = "carriers"
    __table_args__ = (Index("uq_carriers_name", text("lower(name)"), unique=True),)

    name: Mapped[str] = mapped_column(primary_key=True)
    tracking_url: Mapped[str]
    """A link with the placeholder `{number}` for the tracking number."""
    offered: Mapped[bool] = mapped_column(Boolean, server_default="true")
    """Whether operators choose among it when they ship. Its links work all the same."""


class Parcel(Model):
    """A parcel of an order that was handed to a carrier."""

    __tablename__ = "parcels"
    __table_args__ = (
        references_owned("order_id", "orders"),
        CheckConstraint("tracking_url ~ '^https?://'", name="tracking_url"),
        # Finds the parcel when it is shipped again.
        Index(
            "uq_parcels_order_id_tracking",
            "order_id",
            text("lower(carrier)"),
            text("upper(replace(tracking_number, ' ', ''))"),
            "owner_id",
            unique=True,
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    order_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
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
        references_owned("parcel_id", "parcels"),
        references_owned("order_line_id", "order_lines"),
        CheckConstraint("quantity > 0", name="quantity"),
        Index("ix_parcel_lines_order_line_id", "order_line_id"),
    )

    parcel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    order_line_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    quantity: Mapped[int] = mapped_column(Integer)
