"""The table of the storefront's layouts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class LayoutVersion(Model):
    """A version of a layout. The newest one of each layout is shown."""

    __tablename__ = "layout_versions"
    __table_args__ = (
        CheckConstraint("layout IN ('home', 'menus', 'announcement')", name="layout"),
        Index("ix_layout_versions_layout", "layout", text("id DESC")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    layout: Mapped[str]
    content: Mapped[dict[str, Any]]
    """A `drafts.HomeLayout`, `drafts.Menus` or `drafts.Announcement`."""
    created_at: Mapped[datetime]
    author: Mapped[str] = mapped_column(server_default="")
