"""The tables of questions and their answers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Question(Model):
    """Something that a customer wants to know of a product."""

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
        Index("ix_questions_customer_id", "customer_id"),
        Index("ix_questions_ticket_id", "ticket_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    product_id: Mapped[int] = mapped_column(ForeignKey("products.id", ondelete="CASCADE"))
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id", ondelete="SET NULL"))
    customer_name: Mapped[str]
    """First name and initial, as it was when the question was asked."""
    question: Mapped[str]
    status: Mapped[str]
    created_at: Mapped[datetime]
    answered_at: Mapped[datetime | None]
    """When it was first answered."""
    ticket_id: Mapped[int | None] = mapped_column(ForeignKey("tickets.id", ondelete="SET NULL"))
    """The ticket that it became because nobody answered."""
    imported: Mapped[bool] = mapped_column(server_default=text("false"))
    """Brought from another shop, so no customer of this one wrote it."""


class QuestionAnswer(Model):
    """What the shop or a buyer of the product says to a question."""

    __tablename__ = "question_answers"
    __table_args__ = (
        CheckConstraint("by IN ('shop', 'buyer')", name="by"),
        Index("ix_question_answers_question_id", "question_id", "id"),
        Index("ix_question_answers_customer_id", "customer_id"),
        # A buyer answers a question once; the shop may add to what it said.
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
    """Who answered; empty where it was the shop."""
    answer: Mapped[str]
    created_at: Mapped[datetime]
