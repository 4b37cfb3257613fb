"""Views of lists that operators saved."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Identity, Index
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class SavedView(Model):
    """Search, filters, sort and columns of a list, under a name."""

    __tablename__ = "saved_views"
    __table_args__ = (Index("ix_saved_views_section", "section", "id"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    section: Mapped[str]
    """The list, such as `orders`."""
    operator_id: Mapped[int] = mapped_column(ForeignKey("operators.id", ondelete="CASCADE"))
    """Who saved it. Nobody else can change it."""
    name: Mapped[str]
    is_shared: Mapped[bool]
    """Whether all operators see it."""
    params: Mapped[dict[str, Any]]
    """Search, filters and sort, as the address of the list has them."""
    columns: Mapped[list[Any]]
    changed_at: Mapped[datetime]
