"""The shop's tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class CompanyDetails(Model):
    """Company details: one row. Without it the shop has the name from its settings."""

    __tablename__ = "company_details"
    __table_args__ = (CheckConstraint("one", name="one"),)

    one: Mapped[bool] = mapped_column(primary_key=True, server_default=text("true"))
    name: Mapped[str]
    tagline: Mapped[str] = mapped_column(server_default="")
    email: Mapped[str] = mapped_column(server_default="")
    phone: Mapped[str] = mapped_column(server_default="")
    address: Mapped[dict[str, Any] | None]
    """`{"line1", "line2", "city", "state", "postalCode", "country"}`."""
    logo: Mapped[str | None]
    """A path of `core.media`, as are the next two."""
    logo_dark: Mapped[str | None]
    favicon: Mapped[str | None]
    social_links: Mapped[list[Any]] = mapped_column(server_default="[]")
    """`[{"name", "url"}]` in display order."""
    legal_name: Mapped[str] = mapped_column(server_default="")
    """On invoices; empty: the shop's name."""
    tax_number: Mapped[str] = mapped_column(server_default="")
    """On invoices; empty: the setting `tax_number`."""
    updated_at: Mapped[datetime]


class ShopSetting(Model):
    """A setting that the shop stores; see `settings.stored`."""

    __tablename__ = "shop_settings"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[Any] = mapped_column(JSONB)
    """Of a secret: `{"sealed", "end"}`, see `settings.stored.seal`."""
    changed_at: Mapped[datetime] = mapped_column(server_default=text("now()"))


class SettingChange(Model):
    """A saved change of an area of settings, with what it replaced, so that it can be undone."""

    __tablename__ = "setting_changes"
    __table_args__ = (
        Index("ix_setting_changes_area", "area", text("id DESC")),
        Index("ix_setting_changes_audit_entry_id", "audit_entry_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    happened_at: Mapped[datetime]
    area: Mapped[str]
    """A name of `actions.setting_changes.undo_areas`, such as `delivery`."""
    actor_kind: Mapped[str]
    actor_name: Mapped[str]
    before: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The values that changed by key; a missing key had no value. Secrets are encrypted, and removed
    after 30 days."""
    after: Mapped[dict[str, Any]] = mapped_column(JSONB)
    undoes: Mapped[int | None] = mapped_column(ForeignKey("setting_changes.id"), unique=True)
    """The change that this one has undone."""
    audit_entry_id: Mapped[int | None]
    """Null if neither an operator nor a command acted. No foreign key: with one, TRUNCATE of the audit log
    would fail before its own trigger refuses it."""


class Milestone(Model):
    """Something that happened to this shop once, such as being filled with the demo shop."""

    __tablename__ = "milestones"

    name: Mapped[str] = mapped_column(primary_key=True)
    happened_at: Mapped[datetime]
    facts: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    """Details that later runs need."""


class SlugRedirect(Model):
    """A slug that a page had before. Written by triggers on the tables that have slugs,
    and when two records are merged."""

    __tablename__ = "slug_redirects"

    kind: Mapped[str] = mapped_column(primary_key=True)
    """`product`, `category`, `sale`, `slider`, `tile` (slug: `{sectionId}/{slug}`), `collection`,
    `blog`, `page` or `brand`."""
    slug: Mapped[str] = mapped_column(primary_key=True)
    target_id: Mapped[int | None]
    """Id of what had the slug; null if that was deleted. No foreign key: it may be in any table."""
    changed_at: Mapped[datetime]
