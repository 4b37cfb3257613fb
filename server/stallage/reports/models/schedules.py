"""Tables of emails with reports on a schedule."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class ReportSchedule(Model):
    """A report that is mailed regularly."""

    __tablename__ = "report_schedules"
    __table_args__ = (
        CheckConstraint("frequency IN ('daily', 'weekly', 'monthly')", name="frequency"),
        CheckConstraint("at_minute BETWEEN 0 AND 1439", name="at_minute"),
        CheckConstraint("weekday BETWEEN 1 AND 7", name="weekday"),
        CheckConstraint("month_day BETWEEN 1 AND 28", name="month_day"),
        Index("ix_report_schedules_due", "next_at", postgresql_where=text("NOT paused")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    report: Mapped[str]
    grouping: Mapped[str]
    frequency: Mapped[str]
    at_minute: Mapped[int] = mapped_column(SmallInteger)
    """Minutes after midnight, in the shop's time zone."""
    weekday: Mapped[int] = mapped_column(SmallInteger)
    """Of weekly emails; 1 is Monday, as in ISO 8601."""
    month_day: Mapped[int] = mapped_column(SmallInteger)
    """Of monthly emails."""
    paused: Mapped[bool]
    next_at: Mapped[datetime]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class ReportRecipient(Model):
    """A team member who gets a report by email."""

    __tablename__ = "report_recipients"
    __table_args__ = (Index("ix_report_recipients_operator_id", "operator_id"),)

    schedule_id: Mapped[int] = mapped_column(
        ForeignKey("report_schedules.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    operator_id: Mapped[int] = mapped_column(
        ForeignKey("operators.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )


class ReportEmail(Model):
    """A report that was mailed to somebody, so that a repeated job does not send it again."""

    __tablename__ = "report_emails"
    __table_args__ = (Index("ix_report_emails_operator_id", "operator_id"),)

    schedule_id: Mapped[int] = mapped_column(
        ForeignKey("report_schedules.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    operator_id: Mapped[int] = mapped_column(
        ForeignKey("operators.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    first: Mapped[date] = mapped_column(primary_key=True)
    """The first day of the report's period."""
    sent_at: Mapped[datetime]
