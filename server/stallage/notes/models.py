"""Tables of notes and mentions."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Note(Model):
    """A note about a record."""

    __tablename__ = "notes"
    __table_args__ = (
        CheckConstraint(
            "subject_kind IN ('order', 'customer', 'ticket', 'return')", name="subject_kind"
        ),
        Index(
            "ix_notes_subject",
            "subject_kind",
            "subject_id",
            text("id DESC"),
            postgresql_where=text("deleted_at IS NULL"),
        ),
        Index("ix_notes_deleted", "deleted_at", postgresql_where=text("deleted_at IS NOT NULL")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    subject_kind: Mapped[str]
    subject_id: Mapped[int]
    """Not a foreign key: the subject belongs to a later feature, which deletes its notes."""
    subject_key: Mapped[str]
    """What the address of the subject's page has, such as `SO-7K2M-9QXD`."""
    subject_label: Mapped[str]
    author_id: Mapped[int | None] = mapped_column(ForeignKey("operators.id", ondelete="SET NULL"))
    author_name: Mapped[str]
    text: Mapped[str]
    created_at: Mapped[datetime]
    edited_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]


class NoteMention(Model):
    """An operator who is mentioned in a note."""

    __tablename__ = "note_mentions"
    __table_args__ = (Index("ix_note_mentions_operator_id", "operator_id", text("note_id DESC")),)

    note_id: Mapped[int] = mapped_column(
        ForeignKey("notes.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    operator_id: Mapped[int] = mapped_column(
        ForeignKey("operators.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    read_at: Mapped[datetime | None]
    emailed_at: Mapped[datetime | None]
