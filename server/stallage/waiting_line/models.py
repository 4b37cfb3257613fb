"""Tables of lines. They are unlogged: giving a number writes nothing to the log and waits for no disk."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model

UNLOGGED = {"prefixes": ["UNLOGGED"]}


class WaitingLine(Model):
    """A line that is open now."""

    __tablename__ = "waiting_lines"
    __table_args__ = (UNLOGGED,)

    line: Mapped[int] = mapped_column(primary_key=True)
    """The SKU that it is for; 0 for all SKUs without a line of their own."""
    epoch: Mapped[int]
    """Differs for each line that was ever opened: when it was, in microseconds since 1970."""
    issued: Mapped[int]
    """The last number that was given."""
    admitted: Mapped[int]
    """The last number whose turn has come."""
    served: Mapped[int]
    """How many have had their turn, without those who left before."""
    opened_at: Mapped[datetime]
    active_at: Mapped[datetime]
    """When it last moved, at its front or at its end."""


class WaitingTicket(Model):
    """The number of a shopper in a line."""

    __tablename__ = "waiting_tickets"
    __table_args__ = (
        Index("uq_waiting_tickets_line_number", "line", "number", unique=True),
        Index(
            "ix_waiting_tickets_left",
            "line",
            "number",
            postgresql_where=text("has_left"),
        ),
        UNLOGGED,
    )

    line: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(primary_key=True)
    """A keyed hash of the customer, or of a guest's contact."""
    number: Mapped[int]
    joined_at: Mapped[datetime]
    claim: Mapped[str | None]
    """A hash of the idempotency key of the order that uses the number."""
    has_left: Mapped[bool]


class WaitingStep(Model):
    """How far a line was at the end of a second in which it moved."""

    __tablename__ = "waiting_steps"
    __table_args__ = (UNLOGGED,)

    line: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(primary_key=True)
    admitted: Mapped[int]
    served: Mapped[int]
