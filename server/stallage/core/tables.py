"""The base class of all models: shared metadata and naming of constraints.

Migrations are generated from the models. Actions and queries use SQL over asyncpg instead (see
docs/decisions/0001).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import BigInteger, DateTime, ForeignKeyConstraint, MetaData, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Model(DeclarativeBase):
    """A table. `int` is a bigint, `str` is text, times have a time zone, dicts and lists are jsonb."""

    metadata = metadata
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        int: BigInteger,
        str: Text,
        datetime: DateTime(timezone=True),
        dict[str, Any]: JSONB,
        list[Any]: JSONB,
    }


Picture = dict[str, Any]
"""A picture as jsonb: `{"path", "alt", "width", "height", "colour"}`, perhaps with "preview"."""


def references_owned(
    column: str, table: str, ondelete: str | None = "CASCADE"
) -> ForeignKeyConstraint:
    """Foreign key to a row with the same owner; see `owner_id` of `orders.models.Order`."""
    return ForeignKeyConstraint(
        [column, "owner_id"], [f"{table}.id", f"{table}.owner_id"], ondelete=ondelete
    )
