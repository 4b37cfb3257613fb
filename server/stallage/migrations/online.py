"""Schema changes of tables in use, for migrations.

None of these blocks reads or writes for longer than a moment. All can be repeated: they repair or skip
what an interrupted run has left. They commit, so a migration that calls one of them calls nothing else;
a test checks that. Plain `op.create_index` and the like are for tables that the same migration creates.
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
def _without_lock_timeout() -> Iterator[None]:
    """Run statements that commit one by one and may wait for locks, since nothing queues behind them."""
    with op.get_context().autocommit_block():
        before = _one("SHOW lock_timeout")
        op.execute("SET lock_timeout = 0")
        try:
            yield
        finally:
            op.execute(f"SET lock_timeout = '{before}'")


def _one(statement: str, **parameters: Any) -> Any:
    return op.get_bind().execute(sa.text(statement), parameters).scalar()


def backfill(table: str, statement: str, *, size: int = 1000, pending: str = "true") -> None:
    """Run a statement for all rows of a table, in batches of `size` that commit one by one.

    The statement gets the ids as `:ids` and may run twice for the same row. `pending` is a condition of
    rows that still need it, such as `name IS NULL`: an interrupted backfill then goes on where it was.
    """
    following = f"""
        SELECT array_agg(id) FROM (
            SELECT id FROM {table} WHERE id > :after AND ({pending}) ORDER BY id LIMIT {size}
        ) following
    """
    after = 0
    with _without_lock_timeout():
        while ids := _one(following, after=after):
            op.get_bind().execute(sa.text(statement), {"ids": ids})
            after = max(ids)


def create_index_concurrently(
    name: str,
    table: str,
    columns: Sequence[str | sa.TextClause],
    *,
    unique: bool = False,
    **options: Any,
) -> None:
    """Create an index on a table in use; `options` are those of `op.create_index`."""
    with _without_lock_timeout():
        valid = _one(INDEX, name=name)
        if valid:
            return
        if valid is not None:
            # An interrupted build: queries cannot use it, and every write updates it.
            op.drop_index(name, postgresql_concurrently=True)
        op.create_index(
            name, table, columns, unique=unique, postgresql_concurrently=True, **options
        )


def drop_index_concurrently(name: str) -> None:
    """Drop an index that may be in use."""
    with _without_lock_timeout():
        op.drop_index(name, if_exists=True, postgresql_concurrently=True)


def add_constraint(table: str, name: str, definition: str) -> None:
    """Add a check or foreign key: first for new rows, then for existing ones.

    `definition` is SQL, such as `CHECK (quantity > 0)` or `FOREIGN KEY (a_id) REFERENCES a (id)`.
    """
    if _one(CONSTRAINT, name=name, table=table) is None:
        # It locks the table only for a moment, so `lock_timeout` stays in force.
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition} NOT VALID")
    with _without_lock_timeout():
        if not _one(CONSTRAINT, name=name, table=table):
            op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")


def add_unique_constraint(table: str, name: str, columns: Sequence[str]) -> None:
    """Add a unique constraint, from an index that is built first."""
    if _one(CONSTRAINT, name=name, table=table) is None:
        create_index_concurrently(name, table, columns, unique=True)
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name}")


def set_not_null(table: str, column: str) -> None:
    """Set a column of a table in use to NOT NULL."""
    name = f"ck_{table}_{column}_not_null"
    add_constraint(table, name, f"CHECK ({column} IS NOT NULL)")
    # With the validated constraint, PostgreSQL does not scan the table under its lock.
    op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET NOT NULL")
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
