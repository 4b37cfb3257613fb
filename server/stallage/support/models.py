"""Tables of tickets and their messages."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    Integer,
    SmallInteger,
    Text,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model

UNSOLVED = text("state IN ('open', 'waiting')")


class Ticket(Model):
    """A conversation between a customer and the shop."""

    __tablename__ = "tickets"
    __table_args__ = (
        CheckConstraint("status BETWEEN 0 AND 2", name="status"),
        CheckConstraint("state IN ('open', 'waiting', 'solved', 'spam')", name="state"),
        CheckConstraint("priority BETWEEN 0 AND 2", name="priority"),
        CheckConstraint("customer_id IS NOT NULL OR guest_email IS NOT NULL", name="requester"),
        Index("ix_tickets_customer_id", "customer_id", text("updated_at DESC"), text("id DESC")),
        Index("ix_tickets_open", "updated_at", postgresql_where=text("status < 2")),
        # The operators' inbox: one index for each of its views.
        Index("ix_tickets_inbox_state", "state", text("last_message_at DESC"), text("id DESC")),
        Index(
            "ix_tickets_inbox_open",
            text("last_message_at DESC"),
            text("id DESC"),
            postgresql_where=UNSOLVED,
        ),
        Index(
            "ix_tickets_inbox_unassigned",
            text("last_message_at DESC"),
            text("id DESC"),
            postgresql_where=text("state IN ('open', 'waiting') AND assigned_to IS NULL"),
        ),
        Index(
            "ix_tickets_inbox_assigned",
            "assigned_to",
            text("last_message_at DESC"),
            text("id DESC"),
            postgresql_where=UNSOLVED,
        ),
        Index(
            "ix_tickets_subject_words",
            func.to_tsvector(text("'simple'::regconfig"), text("subject")),
            postgresql_using="gin",
        ),
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
    order_id: Mapped[int | None]
    subject: Mapped[str]
    status: Mapped[int] = mapped_column(SmallInteger)
    """What the customer sees; see `rules.Status`."""
    state: Mapped[str] = mapped_column(server_default="open")
    """What operators see; see `rules.State`."""
    assigned_to: Mapped[int | None] = mapped_column(ForeignKey("operators.id", ondelete="SET NULL"))
    priority: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    """0 normal, 1 high, 2 urgent."""
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    excerpt: Mapped[str] = mapped_column(server_default="")
    """The start of the last message, for the inbox."""
    last_by: Mapped[str] = mapped_column(server_default="customer")
    last_message_at: Mapped[datetime] = mapped_column(server_default=func.now())
    version: Mapped[int] = mapped_column(Integer, server_default="0")
    """Counts changes, so that an operator learns of what came in meanwhile."""
    unread: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether the customer has not yet read the shop's answer."""
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class TicketMessage(Model):
    """A message in a ticket. Rows are only ever added."""

    __tablename__ = "ticket_messages"
    __table_args__ = (
        CheckConstraint("by IN ('customer', 'operator')", name="by"),
        CheckConstraint("via IN ('shop', 'email', 'command')", name="via"),
        Index("ix_ticket_messages_ticket_id", "ticket_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    ticket_id: Mapped[int] = mapped_column(ForeignKey("tickets.id", ondelete="CASCADE"))
    by: Mapped[str]
    message: Mapped[str]
    images: Mapped[list[Any]] = mapped_column(server_default="[]")
    """Pictures as the API returns them."""
    operator_id: Mapped[int | None] = mapped_column(ForeignKey("operators.id", ondelete="SET NULL"))
    operator_name: Mapped[str] = mapped_column(server_default="")
    """Who answered, for operators; the customer sees the shop."""
    via: Mapped[str] = mapped_column(server_default="shop")
    created_at: Mapped[datetime]


class SavedReply(Model):
    """A text that operators insert into their answers."""

    __tablename__ = "saved_replies"
    __table_args__ = (Index("uq_saved_replies_name", text("lower(name)"), unique=True),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    name: Mapped[str]
    text: Mapped[str]
    """With placeholders; see `rules.saved_replies`."""
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class InboundEmail(Model):
    """An email that was received for a ticket."""

    __tablename__ = "inbound_emails"
    __table_args__ = (
        CheckConstraint(
            "state IN ('added', 'ignored', 'held', 'accepted', 'refused')", name="state"
        ),
        Index("ix_inbound_emails_ticket_id", "ticket_id"),
        Index("ix_inbound_emails_sender", func.lower(text("sender"))),
        Index("ix_inbound_emails_held", "id", postgresql_where=text("state = 'held'")),
        Index("ix_inbound_emails_received_at", "received_at"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    message_key: Mapped[bytes] = mapped_column(unique=True)
    """Hash of the Message-ID, so that an email that arrives twice counts once."""
    ticket_id: Mapped[int | None] = mapped_column(ForeignKey("tickets.id", ondelete="CASCADE"))
    state: Mapped[str]
    reason: Mapped[str]
    """Why it was held or ignored; see `rules.inbound`."""
    sender: Mapped[str]
    sender_name: Mapped[str]
    subject: Mapped[str]
    text: Mapped[str]
    """Only of emails that wait for a decision; empty otherwise."""
    received_at: Mapped[datetime]
