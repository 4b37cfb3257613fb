"""Tables of codes, known clients, sign-ins and refresh tokens."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class IssuedCode(Model):
    """The latest code for a purpose, a subject and a requester."""

    __tablename__ = "issued_codes"
    __table_args__ = (
        Index("ix_issued_codes_expires_at", "expires_at"),
        CheckConstraint("purpose IN ('sign_in', 'contact', 'order', 'checkout')", name="purpose"),
    )

    purpose: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    """What it verifies: a contact, or `customer/contact` if a customer wants to add the contact."""
    requester: Mapped[bytes] = mapped_column(primary_key=True)
    """Keyed hash of the device, network or customer that requested it, so that others who request a
    code for the same contact neither replace it nor use up its tries."""
    code_hash: Mapped[bytes]
    """Keyed with the shop's secret, so that the table alone reveals no code."""
    tries: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    """Wrong tries so far."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class KnownClient(Model):
    """A device or network that a customer has signed in from, as a keyed hash for each contact."""

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
    """A sign-in that has ended, stored until its access tokens have expired."""

    __tablename__ = "ended_sign_ins"
    __table_args__ = (Index("ix_ended_sign_ins_ended_at", "ended_at"),)

    family: Mapped[str] = mapped_column(primary_key=True)
    ended_at: Mapped[datetime] = mapped_column(server_default=text("clock_timestamp()"))
    """By the clock of the database, which all processes share."""


class SignIn(Model):
    """A sign-in on one device, with a family of refresh tokens."""

    __tablename__ = "sign_ins"
    __table_args__ = (Index("ix_sign_ins_customer_id", "customer_id"),)

    family: Mapped[str] = mapped_column(primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    device: Mapped[str]
    """The user agent."""
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    proven_at: Mapped[datetime | None]
    """When a code last verified one of the customer's contacts in this sign-in."""


class RefreshToken(Model):
    """A refresh token, stored as a hash. Its successor follows from it and the secret."""

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
    """A Google account that signs in a customer, by Google's permanent id."""

    __tablename__ = "google_accounts"
    __table_args__ = (Index("ix_google_accounts_customer_id", "customer_id"),)

    subject: Mapped[str] = mapped_column(primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    created_at: Mapped[datetime]
