"""Tables of tickets and their messages."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, SmallInteger, func, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Ticket(Model):
    """A conversation between a customer and the shop."""

    __tablename__ = "tickets"
    __table_args__ = (
        CheckConstraint("status BETWEEN 0 AND 2", name="status"),
        CheckConstraint("customer_id IS NOT NULL OR guest_email IS NOT NULL", name="requester"),
        Index("ix_tickets_customer_id", "customer_id", text("updated_at DESC"), text("id DESC")),
        Index("ix_tickets_open", "updated_at", postgresql_where=text("status < 2")),
        Index("ix_tickets_order_id", "order_id"),
        Index(
            "ix_tickets_guest_email",
            func.lower(text("guest_email")),
            postgresql_where=text("customer_id IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    """Null for a guest's ticket, until a customer verifies the guest's address."""
    guest_name: Mapped[str | None]
    guest_email: Mapped[str | None]
    order_id: Mapped[int | None] = mapped_column(ForeignKey("orders.id", ondelete="SET NULL"))
    subject: Mapped[str]
    status: Mapped[int] = mapped_column(SmallInteger)
    """See `rules.Status`."""
    unread: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether the customer has not yet read the shop's answer."""
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class TicketMessage(Model):
    """A message in a ticket. Rows are only ever added."""

    __tablename__ = "ticket_messages"
    __table_args__ = (
        CheckConstraint("by IN ('customer', 'operator')", name="by"),
        Index("ix_ticket_messages_ticket_id", "ticket_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    ticket_id: Mapped[int] = mapped_column(ForeignKey("tickets.id", ondelete="CASCADE"))
    by: Mapped[str]
    message: Mapped[str]
    images: Mapped[list[Any]] = mapped_column(server_default="[]")
    """Pictures as the API returns them."""
    created_at: Mapped[datetime]
