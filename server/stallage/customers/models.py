"""The tables of customers and their addresses."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    SmallInteger,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Customer(Model):
    """A person with a verified email address or phone number."""

    __tablename__ = "customers"
    __table_args__ = (
        CheckConstraint(
            "email IS NOT NULL OR phone IS NOT NULL OR forgotten_at IS NOT NULL"
            " OR merged_into IS NOT NULL",
            name="contact",
        ),
        CheckConstraint("gender IN ('female', 'male', 'other')", name="gender"),
        Index("uq_customers_email", text("lower(email)"), unique=True),
        Index("uq_customers_phone", "phone", unique=True),
        Index(
            "ix_customers_merged_into",
            "merged_into",
            postgresql_where=text("merged_into IS NOT NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    email: Mapped[str | None]
    """As the customer typed it, with the domain in lower case. Unique regardless of case."""
    phone: Mapped[str | None]
    """E.164."""
    first_name: Mapped[str | None]
    last_name: Mapped[str | None]
    dob: Mapped[date | None]
    gender: Mapped[str | None]
    avatar: Mapped[dict[str, Any] | None]
    """A picture as the API returns it, with its upload's `id`."""
    recently_viewed_sku_ids: Mapped[list[int]] = mapped_column(
        ARRAY(BigInteger), server_default="{}"
    )
    """Newest first. Stored here so that the customer's details need one row only."""
    created_at: Mapped[datetime]
    forgotten_at: Mapped[datetime | None]
    """When the customer was forgotten; the row holds no personal data then."""
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Given by operators, sorted."""
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("customers.id"))
    """The customer that this account was merged into. Its contacts sign in to that one."""


class Address(Model):
    """An address of a customer, with the fields that its country requires."""

    __tablename__ = "addresses"
    __table_args__ = (
        Index("ix_addresses_customer_id", "customer_id"),
        Index(
            "uq_addresses_primary", "customer_id", unique=True, postgresql_where=text("is_primary")
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    name: Mapped[str | None]
    """The customer's label, such as `Home`."""
    first_name: Mapped[str]
    last_name: Mapped[str]
    line1: Mapped[str]
    line2: Mapped[str | None]
    city: Mapped[str | None]
    state: Mapped[str | None]
    """As written on an envelope: `CA` in the US, `Maharashtra` in India."""
    postal_code: Mapped[str | None]
    country: Mapped[str]
    """ISO 3166-1 alpha-2."""
    phone: Mapped[str | None]
    company: Mapped[str | None]
    tax_id: Mapped[str | None]
    """As normalized by `rules.tax_ids`."""
    is_primary: Mapped[bool]
    created_at: Mapped[datetime]


class Erasure(Model):
    """A customer who is being forgotten. The row, and with it the contacts, is deleted at the end."""

    __tablename__ = "erasures"

    customer_id: Mapped[int] = mapped_column(
        ForeignKey("customers.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    email: Mapped[str | None]
    phone: Mapped[str | None]
    other_contacts: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Contacts that the customer was about to verify; messages to them are deleted as well."""
    requested_at: Mapped[datetime]
    runs: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    """Completed runs. In each, every feature erases its part."""
    run_at: Mapped[datetime]
    """Next run, for rows that were being written or that had to stay for a while."""
