"""Tables of questions and their answers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Question(Model):
    """A customer's question about a product."""

    __tablename__ = "questions"
    __table_args__ = (
        CheckConstraint("status IN ('published', 'hidden')", name="status"),
        Index(
            "ix_questions_product_id",
            "product_id",
            text("created_at DESC"),
            text("id DESC"),
            postgresql_where=text("status = 'published'"),
        ),
        Index(
            "ix_questions_unanswered",
            "created_at",
            postgresql_where=text(
                "status = 'published' AND answered_at IS NULL AND ticket_id IS NULL"
            ),
        ),
        # The operators' inbox.
        Index(
            "ix_questions_inbox_open",
            text("created_at DESC"),
            text("id DESC"),
            postgresql_where=text("closed_at IS NULL AND ticket_id IS NULL"),
        ),
        Index(
            "ix_questions_inbox_closed",
            text("closed_at DESC"),
            text("id DESC"),
            postgresql_where=text("closed_at IS NOT NULL"),
        ),
        Index("ix_questions_customer_id", "customer_id"),
        Index("ix_questions_ticket_id", "ticket_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    product_id: Mapped[int] = mapped_column(ForeignKey("products.id", ondelete="CASCADE"))
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id", ondelete="SET NULL"))
    customer_name: Mapped[str]
    """First name and initial at the time of the question."""
    question: Mapped[str]
    status: Mapped[str]
    created_at: Mapped[datetime]
    answered_at: Mapped[datetime | None]
    """Time of the first answer."""
    ticket_id: Mapped[int | None] = mapped_column(ForeignKey("tickets.id", ondelete="SET NULL"))
    """Ticket created because nobody answered."""
    imported: Mapped[bool] = mapped_column(server_default=text("false"))
    """Imported from another shop system."""
    closed_at: Mapped[datetime | None]
    """When it was answered or hidden, so that nobody has to act; null while it is open."""


class QuestionAnswer(Model):
    """An answer of the shop or of a buyer of the product."""

    __tablename__ = "question_answers"
    __table_args__ = (
        CheckConstraint("by IN ('shop', 'buyer')", name="by"),
        Index("ix_question_answers_question_id", "question_id", "id"),
        Index("ix_question_answers_customer_id", "customer_id"),
        # A buyer answers a question once; the shop may answer again.
        Index(
            "uq_question_answers_buyer",
            "question_id",
            "customer_id",
            unique=True,
            postgresql_where=text("by = 'buyer'"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    question_id: Mapped[int] = mapped_column(ForeignKey("questions.id", ondelete="CASCADE"))
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id", ondelete="SET NULL"))
    by: Mapped[str]
    customer_name: Mapped[str]
    """Name of the buyer; empty for an answer of the shop."""
    answer: Mapped[str]
    created_at: Mapped[datetime]
