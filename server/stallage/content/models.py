"""Tables of pages, articles, FAQs and texts of emails. Sources are stored with their HTML, for editing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Identity, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Page(Model):
    """A policy page, the contact or customer care page, or a page of the shop's own."""

    __tablename__ = "pages"
    __table_args__ = (
        CheckConstraint("format IN ('markdown', 'html')", name="format"),
        CheckConstraint("own OR NOT draft", name="draft"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    source: Mapped[str]
    format: Mapped[str]
    content_html: Mapped[str]
    phone: Mapped[str] = mapped_column(server_default="")
    """Shown on the customer care page, as are the next two; empty on other pages."""
    email: Mapped[str] = mapped_column(server_default="")
    hours: Mapped[str] = mapped_column(server_default="")
    own: Mapped[bool] = mapped_column(server_default="false")
    """Whether it is at `/page/:slug`; the fixed pages have addresses of their own."""
    draft: Mapped[bool] = mapped_column(server_default="false")
    """Whether shoppers do not see it. Fixed pages are always shown."""
    seo_title: Mapped[str] = mapped_column(server_default="")
    """For search engines, as is the next one; empty: the title, and the beginning of the text."""
    seo_description: Mapped[str] = mapped_column(server_default="")
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
    published_at: Mapped[datetime | None]
    """None for a draft. Shoppers see the article from this time on."""
    seo_title: Mapped[str] = mapped_column(server_default="")
    """For search engines, as is the next one; empty: title and summary."""
    seo_description: Mapped[str] = mapped_column(server_default="")
    updated_at: Mapped[datetime]


class Faq(Model):
    """A question with its answer."""

    __tablename__ = "faqs"
    __table_args__ = (
        CheckConstraint("format IN ('markdown', 'html')", name="format"),
        Index("ix_faqs_position", "position"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    heading: Mapped[str] = mapped_column(server_default="")
    """Heading of its group."""
    question: Mapped[str]
    source: Mapped[str]
    format: Mapped[str] = mapped_column(server_default="markdown")
    answer_html: Mapped[str]
    position: Mapped[int] = mapped_column(Integer)


class ContentVersion(Model):
    """A page or an article as it was after a change."""

    __tablename__ = "content_versions"
    __table_args__ = (
        CheckConstraint("kind IN ('page', 'blog')", name="kind"),
        Index("ix_content_versions_subject", "kind", "subject_id", text("id DESC")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    kind: Mapped[str]
    subject_id: Mapped[int] = mapped_column(BigInteger)
    """Of the page or article. No foreign key, as it depends on the kind."""
    content: Mapped[dict[str, Any]]
    created_at: Mapped[datetime]
    author: Mapped[str] = mapped_column(server_default="")
    """Name of the operator; empty if it is not known."""


class EmailText(Model):
    """The shop's own texts of an email. Those it does not have are the default ones."""

    __tablename__ = "email_texts"

    email: Mapped[str] = mapped_column(primary_key=True)
    """Name of the email, such as `order_placed`."""
    locale: Mapped[str] = mapped_column(primary_key=True)
    texts: Mapped[dict[str, Any]]
    """Name of a text → its content with placeholders."""
    updated_at: Mapped[datetime]
    updated_by: Mapped[str] = mapped_column(server_default="")
