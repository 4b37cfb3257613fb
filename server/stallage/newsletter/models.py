"""The table of newsletter subscribers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, Identity, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Subscriber(Model):
    """An address that signed up for the newsletter."""

    __tablename__ = "newsletter_subscribers"
    __table_args__ = (
        CheckConstraint("status IN ('waiting', 'subscribed', 'unsubscribed')", name="status"),
        Index("uq_newsletter_subscribers_email", func.lower(text("email")), unique=True),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    email: Mapped[str]
    status: Mapped[str]
    token: Mapped[str] = mapped_column(unique=True)
    """Unguessable; part of the links that confirm and end the subscription."""
    requested_at: Mapped[datetime]
    """When the last confirmation email was requested."""
    confirmed_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
