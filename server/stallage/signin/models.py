"""The tables of codes, sign-ins and refresh tokens."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class IssuedCode(Model):
    """The newest code for a purpose, a subject and who asked for it."""

    __tablename__ = "issued_codes"
    __table_args__ = (
        Index("ix_issued_codes_expires_at", "expires_at"),
        CheckConstraint("purpose IN ('sign_in', 'contact', 'order', 'checkout')", name="purpose"),
    )

    purpose: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    """What is proven: a contact, or `customer/contact` where a customer wants to take it over."""
    asker: Mapped[bytes] = mapped_column(primary_key=True)
    """A keyed hash of the device, network or customer that asked, so that strangers who ask for the
    same contact neither replace the code nor use up its tries."""
    code_hash: Mapped[bytes]
    """Keyed with the shop's secret, so that the table alone gives nothing away."""
    tries: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    """Wrong tries of the asker so far."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class OneTimeCode(Model):
    """The codes of the release before, which runs on during an upgrade. Nothing reads it."""

    __tablename__ = "one_time_codes"
    __table_args__ = (
        Index("ix_one_time_codes_expires_at", "expires_at"),
        CheckConstraint("purpose IN ('sign_in', 'contact', 'order')", name="purpose"),
    )

    purpose: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    code_hash: Mapped[bytes]
    tries: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class KnownClient(Model):
    """A device or network that a customer has signed in from, by keyed hash with the contact."""

    __tablename__ = "known_clients"
    __table_args__ = (
        Index("ix_known_clients_customer_id", "customer_id"),
        Index("ix_known_clients_last_used_at", "last_used_at"),
    )

    client_hash: Mapped[bytes] = mapped_column(primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime]


class EndedSignIn(Model):
    """A sign-in that has ended, for as long as access tokens of it could be out."""

    __tablename__ = "ended_sign_ins"
    __table_args__ = (Index("ix_ended_sign_ins_ended_at", "ended_at"),)

    family: Mapped[str] = mapped_column(primary_key=True)
    ended_at: Mapped[datetime] = mapped_column(server_default=text("clock_timestamp()"))
    """By the database's clock, which all processes share."""


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
    proven_at: Mapped[datetime | None]
    """When a code last proved one of the customer's contacts in this sign-in."""


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
