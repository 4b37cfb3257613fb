"""Tables of visits."""

from __future__ import annotations

from datetime import date

from sqlalchemy import CheckConstraint
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class VisitDay(Model):
    """The number of visits on a day in the shop's time zone."""

    __tablename__ = "visit_days"
    __table_args__ = (CheckConstraint("visits >= 0", name="visits"),)

    day: Mapped[date] = mapped_column(primary_key=True)
    visits: Mapped[int]


class VisitSalt(Model):
    """The random salt that visitors of a day are hashed with. Deleted when the day is over."""

    __tablename__ = "visit_salts"
    __table_args__ = ({"prefixes": ["UNLOGGED"]},)

    day: Mapped[date] = mapped_column(primary_key=True)
    salt: Mapped[bytes]


class Visitor(Model):
    """A visitor who was counted today. Deleted when the day is over."""

    __tablename__ = "visitors"
    __table_args__ = ({"prefixes": ["UNLOGGED"]},)

    day: Mapped[date] = mapped_column(primary_key=True)
    visitor: Mapped[bytes] = mapped_column(primary_key=True)
