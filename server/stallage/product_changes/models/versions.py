"""The versions of products."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Integer, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class ProductVersion(Model):
    """A product as it was after a change."""

    __tablename__ = "product_versions"

    product_id: Mapped[int] = mapped_column(
        ForeignKey("products.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    """Counted from 1 for each product."""
    recorded_at: Mapped[datetime]
    actor_kind: Mapped[str | None]
    """Null for a change by the shop itself, such as a planned one, and for what was there before."""
    actor_id: Mapped[int | None]
    actor_name: Mapped[str | None]
    restored: Mapped[int | None] = mapped_column(Integer)
    """The number of the version that this one restored."""
    fields: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """Names of the fields that differ from the version before, as in the API."""
    product: Mapped[dict[str, Any]]
    """See `rules.snapshots.Snapshot`."""
