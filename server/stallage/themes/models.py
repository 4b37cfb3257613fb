"""The tables of themes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Identity, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Theme(Model):
    """A look of the storefront."""

    __tablename__ = "themes"
    __table_args__ = (
        Index("uq_themes_name", text("lower(name)"), unique=True),
        Index("uq_themes_is_active", "is_active", unique=True, postgresql_where=text("is_active")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    name: Mapped[str]
    tokens: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """`ThemeTokens` as published; null before the first time."""
    draft: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """`ThemeTokens` as last saved."""
    is_active: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether shoppers see it. True for one theme at most."""
    updated_at: Mapped[datetime]


class ThemeVersion(Model):
    """A published state of a theme."""

    __tablename__ = "theme_versions"
    __table_args__ = (Index("ix_theme_versions_theme_id", "theme_id", text("id DESC")),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    theme_id: Mapped[int] = mapped_column(ForeignKey("themes.id", ondelete="CASCADE"))
    tokens: Mapped[dict[str, Any]] = mapped_column(JSONB)
    published_at: Mapped[datetime]
    published_by: Mapped[str]
    """Name of the operator; empty if a command did it."""
