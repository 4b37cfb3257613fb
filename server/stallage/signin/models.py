"""The tables of codes, limits, sign-ins and refresh tokens."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, SmallInteger
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class OneTimeCode(Model):
    """The newest code for a purpose and a subject; asking again replaces it."""

    __tablename__ = "one_time_codes"
    __table_args__ = (
        Index("ix_one_time_codes_expires_at", "expires_at"),
        CheckConstraint("purpose IN ('sign_in', 'contact', 'order')", name="purpose"),
    )

    purpose: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    """What is proven: a contact, or `customer/contact` where a customer wants to take it over."""
    code_hash: Mapped[bytes]
    """Keyed with the shop's secret, so that the table alone gives nothing away."""
    tries: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    """Wrong tries so far."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class Limit(Model):
    """When something limited was done lately, such as asking for a code."""

    __tablename__ = "limits"
    __table_args__ = (Index("ix_limits_expires_at", "expires_at"),)

    subject: Mapped[str] = mapped_column(primary_key=True)
    times: Mapped[list[datetime]] = mapped_column(ARRAY(DateTime(timezone=True)))
    """Oldest first; never more than the limit allows."""
    expires_at: Mapped[datetime]
    """When none of the times counts any more and the row can go."""


class SignIn(Model):
    """A sign-in on one device: the family of its refresh tokens."""

    __tablename__ = "sign_ins"
    __table_args__ = (Index("ix_sign_ins_customer_id", "customer_id"),)

    family: Mapped[str] = mapped_column(primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    device: Mapped[str]
    """What the browser calls itself."""
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class RefreshToken(Model):
    """A refresh token, by its hash. Its successor follows from it and the secret."""

    __tablename__ = "refresh_tokens"
    __table_args__ = (
        Index("ix_refresh_tokens_family", "family"),
        Index("ix_refresh_tokens_expires_at", "expires_at"),
    )

    token_hash: Mapped[bytes] = mapped_column(primary_key=True)
    family: Mapped[str] = mapped_column(ForeignKey("sign_ins.family", ondelete="CASCADE"))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class GoogleAccount(Model):
    """A Google account that signs in a customer, by Google's own lasting id."""

    __tablename__ = "google_accounts"
    __table_args__ = (Index("ix_google_accounts_customer_id", "customer_id"),)

    subject: Mapped[str] = mapped_column(primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    created_at: Mapped[datetime]
