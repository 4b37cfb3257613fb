"""Table of uploads."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Identity, Index, Integer
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Upload(Model):
    """A picture that a customer uploaded."""

    __tablename__ = "uploads"
    __table_args__ = (Index("ix_uploads_customer_id_created_at", "customer_id", "created_at"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    path: Mapped[str]
    """As returned by `core.media`. Uploads of the same picture share a file."""
    width: Mapped[int] = mapped_column(Integer)
    height: Mapped[int] = mapped_column(Integer)
    colour: Mapped[str]
    created_at: Mapped[datetime]
