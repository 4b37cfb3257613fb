"""The tables of codes, sign-ins and refresh tokens."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class OneTimeCode(Model):
    """The newest code for a purpose and a subject; asking again replaces it."""

    __tablename__ = "one_time_codes"
    __table_args__ = (
        Index("ix_one_time_codes_expires_at", "expires_at"),
        CheckConstraint("purpose IN ('sign_in', 'contact', 'order', 'checkout')", name="purpose"),
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
