"""Tables of reviews, votes and reports."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, Integer, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model

PUBLISHED = text("status = 'published'")


class Review(Model):
    """A buyer's review of a product."""

    __tablename__ = "reviews"
    __table_args__ = (
        CheckConstraint("rating_star BETWEEN 1 AND 5", name="rating_star"),
        CheckConstraint("status IN ('published', 'waiting', 'hidden')", name="status"),
        CheckConstraint("helpful_count >= 0", name="helpful_count"),
        # The list on a product page, newest first, and its histogram.
        Index(
            "ix_reviews_product_id_newest",
            "product_id",
            text("created_at DESC"),
            text("id DESC"),
            postgresql_where=PUBLISHED,
        ),
        Index(
            "ix_reviews_product_id_rating_star",
            "product_id",
            "rating_star",
            postgresql_where=PUBLISHED,
        ),
        Index("ix_reviews_newest", text("created_at DESC"), postgresql_where=PUBLISHED),
        Index("ix_reviews_sku_id", "sku_id"),
        Index("ix_reviews_customer_id", "customer_id"),
        Index("ix_reviews_waiting", "id", postgresql_where=text("status = 'waiting'")),
        # The operators' inbox.
        Index(
            "ix_reviews_inbox_open",
            text("attention_at DESC"),
            text("id DESC"),
            postgresql_where=text("attention_at IS NOT NULL"),
        ),
        Index(
            "ix_reviews_inbox_decided",
            text("decided_at DESC"),
            text("id DESC"),
            postgresql_where=text("decided_at IS NOT NULL"),
        ),
        Index("uq_reviews_order_line_id", "order_line_id", unique=True),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    product_id: Mapped[int] = mapped_column(ForeignKey("products.id", ondelete="CASCADE"))
    sku_id: Mapped[int | None] = mapped_column(ForeignKey("skus.id", ondelete="SET NULL"))
    order_line_id: Mapped[int | None]
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id", ondelete="SET NULL"))
    customer_name: Mapped[str]
    """First name and initial at the time of the review."""
    rating_star: Mapped[int] = mapped_column(SmallInteger)
    title: Mapped[str] = mapped_column(server_default="")
    comment: Mapped[str]
    images: Mapped[list[Any]] = mapped_column(server_default="[]")
    """Pictures as the API returns them, each with its upload's `id`."""
    status: Mapped[str]
    verified: Mapped[bool]
    helpful_count: Mapped[int] = mapped_column(Integer, server_default="0")
    created_at: Mapped[datetime]
    edited_at: Mapped[datetime | None]
    imported: Mapped[bool] = mapped_column(server_default=text("false"))
    """Imported from another shop system."""
    reply: Mapped[str | None]
    """The shop's public reply."""
    replied_at: Mapped[datetime | None]
    attention_at: Mapped[datetime | None]
    """Since when an operator should look at it: it waits for approval, or was reported."""
    decided_at: Mapped[datetime | None]
    """When an operator last decided on it."""
    hidden_reason: Mapped[str] = mapped_column(server_default="")
    """Why the shop hid it, for its author."""


class ReviewVote(Model):
    """A customer's helpful vote for a review."""

    __tablename__ = "review_votes"
    __table_args__ = (Index("ix_review_votes_customer_id", "customer_id"),)

    review_id: Mapped[int] = mapped_column(
        ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True
    )
    customer_id: Mapped[int] = mapped_column(
        ForeignKey("customers.id", ondelete="CASCADE"), primary_key=True
    )


class ReviewReport(Model):
    """A customer's report that a review breaks the rules."""

    __tablename__ = "review_reports"
    __table_args__ = (
        CheckConstraint(
            "reason IN ('spam', 'offensive', 'privacy', 'off_topic', 'other')", name="reason"
        ),
        Index("ix_review_reports_customer_id", "customer_id"),
        Index("ix_review_reports_open", "review_id", postgresql_where=text("settled_at IS NULL")),
    )

    review_id: Mapped[int] = mapped_column(
        ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True
    )
    customer_id: Mapped[int] = mapped_column(
        ForeignKey("customers.id", ondelete="CASCADE"), primary_key=True
    )
    reason: Mapped[str]
    comment: Mapped[str] = mapped_column(server_default="")
    created_at: Mapped[datetime]
    settled_at: Mapped[datetime | None]
    """When an operator resolved it."""
