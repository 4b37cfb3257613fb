"""Changes of tables that a shop uses meanwhile, for migrations.

Each of these blocks neither reads nor writes for longer than a moment, and may be repeated: what an
interrupted run has left behind is mended or passed over. A migration that calls one of them calls
nothing else, since they commit; a test sees to that. Plain `op.create_index` and the like are for tables
that the same migration creates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from alembic import op

INDEX = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(:name)"
CONSTRAINT = """
    SELECT convalidated FROM pg_constraint WHERE conname = :name AND conrelid = to_regclass(:table)
"""


@contextmanager
def _patiently() -> Iterator[None]:
    """Statements that commit one by one and may wait: nobody waits behind them."""
    with op.get_context().autocommit_block():
        before = _one("SHOW lock_timeout")
        op.execute("SET lock_timeout = 0")
        try:
            yield
        finally:
            op.execute(f"SET lock_timeout = '{before}'")


def _one(statement: str, **parameters: Any) -> Any:
    return op.get_bind().execute(sa.text(statement), parameters).scalar()


def backfill(table: str, statement: str, *, size: int = 1000) -> None:
    """Runs a statement for all rows of a table, some at a time, each time committed.

    The statement gets their ids as `:ids` and may run twice for the same row.
    """
    following = f"""
        SELECT array_agg(id) FROM (
            SELECT id FROM {table} WHERE id > :after ORDER BY id LIMIT {size}
        ) following
    """
    after = 0
    with _patiently():
        while ids := _one(following, after=after):
            _one(statement, ids=ids)
            after = max(ids)


def create_index_concurrently(
    name: str,
    table: str,
    columns: Sequence[str | sa.TextClause],
    *,
    unique: bool = False,
    **options: Any,
) -> None:
    """An index on a table that is in use; `options` are those of `op.create_index`."""
    with _patiently():
        valid = _one(INDEX, name=name)
        if valid:
            return
        if valid is not None:
            # A build that was interrupted: of no use to queries, and kept up by every write.
            op.drop_index(name, postgresql_concurrently=True)
        op.create_index(
            name, table, columns, unique=unique, postgresql_concurrently=True, **options
        )


def drop_index_concurrently(name: str) -> None:
    """Drops an index that may be in use."""
    with _patiently():
        op.drop_index(name, if_exists=True, postgresql_concurrently=True)


def add_constraint(table: str, name: str, definition: str) -> None:
    """A check or foreign key: for new rows at once, then for those that are there.

    `definition` is SQL, such as `CHECK (quantity > 0)` or `FOREIGN KEY (a_id) REFERENCES a (id)`.
    """
    if _one(CONSTRAINT, name=name, table=table) is None:
        # It locks the table for a moment only, so it waits no longer than `lock_timeout`.
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition} NOT VALID")
    with _patiently():
        if not _one(CONSTRAINT, name=name, table=table):
            op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")


def add_unique_constraint(table: str, name: str, columns: Sequence[str]) -> None:
    """A unique constraint, by an index that is made beforehand."""
    if _one(CONSTRAINT, name=name, table=table) is None:
        create_index_concurrently(name, table, columns, unique=True)
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name}")


def set_not_null(table: str, column: str) -> None:
    """Lets a column of a table that is in use hold no nulls any more."""
    name = f"ck_{table}_{column}_not_null"
    add_constraint(table, name, f"CHECK ({column} IS NOT NULL)")
    # The checked constraint spares PostgreSQL the scan of the table under its lock.
    op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET NOT NULL")
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
