"""Tables of pages, articles and FAQs. Sources are stored with their HTML, for editing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Identity, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Page(Model):
    """A policy page, or the contact or customer care page."""

    __tablename__ = "pages"
    __table_args__ = (CheckConstraint("format IN ('markdown', 'html')", name="format"),)

    slug: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str]
    source: Mapped[str]
    format: Mapped[str]
    content_html: Mapped[str]
    phone: Mapped[str] = mapped_column(server_default="")
    """Shown on the customer care page, as are the next two; empty on other pages."""
    email: Mapped[str] = mapped_column(server_default="")
    hours: Mapped[str] = mapped_column(server_default="")
    updated_at: Mapped[datetime]


class Blog(Model):
    """A blog article."""

    __tablename__ = "blogs"
    __table_args__ = (
        CheckConstraint("format IN ('markdown', 'html')", name="format"),
        Index("ix_blogs_published_at", text("published_at DESC"), text("id DESC")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    summary: Mapped[str] = mapped_column(server_default="")
    author: Mapped[str] = mapped_column(server_default="")
    image: Mapped[dict[str, Any] | None]
    """JSON of `Picture`."""
    source: Mapped[str]
    format: Mapped[str]
    content_html: Mapped[str]
    reading_minutes: Mapped[int] = mapped_column(Integer)
    product_slugs: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Products that it is about. No foreign key: articles outlive products."""
    published_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class Faq(Model):
    """A question with its answer."""

    __tablename__ = "faqs"
    __table_args__ = (Index("ix_faqs_position", "position"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    heading: Mapped[str] = mapped_column(server_default="")
    """Heading of its group."""
    question: Mapped[str]
    source: Mapped[str]
    answer_html: Mapped[str]
    position: Mapped[int] = mapped_column(Integer)
