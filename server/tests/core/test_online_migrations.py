"""Migrations of a running shop: each in its own transaction, without blocking locks."""

from __future__ import annotations

import ast
import asyncio
import os
import threading
from pathlib import Path

import asyncpg
import pytest
from alembic.config import Config

import stallage.migrations
from stallage.migrations import head, upgrading
from stallage.migrations.upgrading import config_for, upgrade_with
from tests.conftest import run_on

VERSIONS = Path(stallage.migrations.__file__).parent / "versions"
FIRST_CHECKED = "0002"
"""The first revision creates everything, so that it blocks nothing."""
ON_EXISTING = {
    "create_index": "create_index_concurrently",
    "create_unique_constraint": "add_unique_constraint",
    "create_check_constraint": "add_constraint",
    "create_foreign_key": "add_constraint",
}
TABLE_ARGUMENT = {"create_index": 1, "create_foreign_key": 1}
"""The index of the argument that names the table; 1 for all others too."""


def blocking_changes(source: str) -> list[str]:
    """Return the changes in a migration that would lock a table in use."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    of_op = [call for call in calls if ast.unparse(call.func).startswith("op.")]
    created = {_text(call, 0) for call in of_op if ast.unparse(call.func) == "op.create_table"}
    found = []
    for call in of_op:
        name = ast.unparse(call.func).removeprefix("op.")
        if name in ON_EXISTING and _text(call, TABLE_ARGUMENT.get(name, 1)) not in created:
            found.append(f"{name}: use {ON_EXISTING[name]}")
        if (
            name == "add_column"
            and _text(call, 0) not in created
            and "ForeignKey" in ast.unparse(call)
        ):
            found.append("add_column with a foreign key: use add_constraint")
        if name == "alter_column" and any(
            keyword.arg == "nullable" and ast.unparse(keyword.value) == "False"
            for keyword in call.keywords
        ):
            found.append("alter_column: use set_not_null")
        if name == "execute":
            found += _blocking_sql(ast.unparse(call).upper(), created)
    online = {ast.unparse(call.func).rpartition(".")[2] for call in calls} & _online_names()
    others = [ast.unparse(call.func) for call in of_op if ast.unparse(call.func) != "op.f"]
    if online and others:
        found.append(f"{others[0]} beside {min(online)}: a migration of its own")
    return found


def _text(call: ast.Call, index: int) -> str:
    argument = call.args[index] if len(call.args) > index else None
    return str(argument.value) if isinstance(argument, ast.Constant) else ""


def _online_names() -> set[str]:
    tree = ast.parse((VERSIONS.parent / "online.py").read_text())
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }


def _blocking_sql(statement: str, created: set[str]) -> list[str]:
    if any(table and f" {table.upper()}" in statement for table in created):
        return []
    found = []
    if "CREATE" in statement and " INDEX " in statement:
        found.append("CREATE INDEX: use create_index_concurrently")
    if "ADD CONSTRAINT" in statement and "NOT VALID" not in statement:
        found.append("ADD CONSTRAINT: use add_constraint")
    if "SET NOT NULL" in statement:
        found.append("SET NOT NULL: use set_not_null")
    return found


def test_new_migrations_block_no_table_in_use() -> None:
    found = {
        path.name: blocking
        for path in sorted(VERSIONS.glob("[0-9]*.py"))
        if path.name >= FIRST_CHECKED and (blocking := blocking_changes(path.read_text()))
    }
    assert found == {}


@pytest.mark.parametrize(
    "change",
    [
        'op.create_index("ix_orders_email", "orders", ["email"])',
        'op.create_unique_constraint("uq_orders_email", "orders", ["email"])',
        'op.create_check_constraint("ck_orders_total", "orders", "total > 0")',
        'op.create_foreign_key("fk_orders_a", "orders", "a", ["a_id"], ["id"])',
        'op.add_column("orders", sa.Column("a_id", sa.ForeignKey("a.id")))',
        'op.alter_column("orders", "email", nullable=False)',
        'op.execute("CREATE INDEX ix ON orders (email)")',
        'op.execute("ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0)")',
        'op.execute("ALTER TABLE orders ALTER COLUMN email SET NOT NULL")',
        'create_index_concurrently("ix", "orders", ["email"])\nop.execute("SELECT 1")',
    ],
)
def test_each_blocking_change_is_found(change: str) -> None:
    assert len(blocking_changes(change)) == 1


def test_a_table_created_by_the_migration_may_be_changed_freely() -> None:
    source = """
op.create_table("notes", sa.Column("a_id", sa.BigInteger()))
op.create_index("ix_notes_a_id", "notes", ["a_id"])
op.create_foreign_key("fk_notes_a", "notes", "a", ["a_id"], ["id"])
op.execute("CREATE INDEX ix ON notes (lower(a))")
op.add_column("orders", sa.Column("note", sa.Text(), nullable=True))
"""
    assert blocking_changes(source) == []
    assert blocking_changes('create_index_concurrently("ix", "orders", ["email"])') == []


REVISION = '''"""A revision of a test."""
import sqlalchemy as sa
from alembic import op
from stallage.migrations import online

revision, down_revision = "{revision}", "{before}"
branch_labels = depends_on = None


def upgrade():
    """Upgrade."""
    {change}
'''


def with_revisions(dsn: str, folder: Path, *changes: str) -> Config:
    """Return a configuration with further revisions after the newest."""
    before = head()
    for number, change in enumerate(changes, 1):
        revision = f"9{number:03}"
        text = REVISION.format(revision=revision, before=before, change=change)
        (folder / f"{revision}_test.py").write_text(text)
        before = revision
    config = config_for(dsn)
    config.set_main_option("path_separator", "os")
    config.set_main_option("version_locations", os.pathsep.join([str(VERSIONS), str(folder)]))
    return config


async def fetch_value(dsn: str, query: str) -> object:
    connection = await asyncpg.connect(dsn)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


async def test_a_failure_keeps_the_migrations_before_it(dsn: str, tmp_path: Path) -> None:
    first = 'op.create_table("test_first", sa.Column("id", sa.Integer()))'
    config = with_revisions(dsn, tmp_path, first, 'op.execute("SELECT nothing")')
    with pytest.raises(Exception, match="nothing"):
        await asyncio.to_thread(upgrade_with, config)
    assert await fetch_value(dsn, "SELECT version_num FROM alembic_version") == "9001"
    assert await fetch_value(dsn, "SELECT count(*) FROM test_first") == 0
    config = with_revisions(dsn, tmp_path, first, 'op.execute("SELECT 1")')
    await asyncio.to_thread(upgrade_with, config)
    assert await fetch_value(dsn, "SELECT version_num FROM alembic_version") == "9002"


INVALID = "SELECT NOT indisvalid FROM pg_index WHERE indexrelid = to_regclass('ix_test')"


async def test_the_next_run_replaces_an_invalid_index(dsn: str, tmp_path: Path) -> None:
    await run_on(
        dsn, "CREATE TABLE test_rows (id int, name text)", "INSERT INTO test_rows VALUES (1, 'a')"
    )
    await run_on(dsn, "INSERT INTO test_rows VALUES (1, 'b')")
    change = 'online.create_index_concurrently("ix_test", "test_rows", ["id"], unique=True)'
    config = with_revisions(dsn, tmp_path, change)
    with pytest.raises(Exception, match="ix_test"):
        await asyncio.to_thread(upgrade_with, config)
    assert await fetch_value(dsn, INVALID) is True
    assert await fetch_value(dsn, "SELECT version_num FROM alembic_version") == head()
    await run_on(dsn, "UPDATE test_rows SET id = 2 WHERE name = 'b'")
    await asyncio.to_thread(upgrade_with, config)
    assert await fetch_value(dsn, INVALID) is False
    assert await fetch_value(dsn, "SELECT version_num FROM alembic_version") == "9001"


async def test_constraints_of_a_table_in_use(dsn: str, tmp_path: Path) -> None:
    await run_on(
        dsn,
        "CREATE TABLE test_rows (id int, other int)",
        "INSERT INTO test_rows SELECT n, n FROM generate_series(1, 3) n",
    )
    changes = (
        'online.add_unique_constraint("test_rows", "uq_test_rows_id", ["id"])',
        'online.add_constraint("test_rows", "ck_test_rows_other", "CHECK (other < 4)")',
        'online.set_not_null("test_rows", "other")',
        'online.create_index_concurrently("ix_test", "test_rows", ["other"])',
        'online.drop_index_concurrently("ix_test")',
    )
    # Each must be idempotent: an interrupted migration runs again from its beginning.
    twice = [line for change in changes for line in (change, change)]
    await asyncio.to_thread(upgrade_with, with_revisions(dsn, tmp_path, *twice))
    for statement in (
        "INSERT INTO test_rows VALUES (1, 1)",
        "INSERT INTO test_rows VALUES (4, 4)",
        "INSERT INTO test_rows VALUES (5, NULL)",
    ):
        with pytest.raises(asyncpg.IntegrityConstraintViolationError):
            await run_on(dsn, statement)
    not_valid = "SELECT count(*) FROM pg_constraint WHERE NOT convalidated"
    assert await fetch_value(dsn, not_valid) == 0


async def test_a_migration_that_cannot_lock_a_table_retries(
    dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await run_on(dsn, "CREATE TABLE test_rows (id int)")
    change = 'op.add_column("test_rows", sa.Column("name", sa.Text()))'
    config = with_revisions(dsn, tmp_path, change)
    config.attributes["lock_seconds"] = 1
    gave_up, proceed = threading.Event(), threading.Event()

    def pause() -> None:
        gave_up.set()
        proceed.wait(60)

    monkeypatch.setattr(upgrading, "pause", pause)
    shopper = await asyncpg.connect(dsn)
    transaction = shopper.transaction()
    await transaction.start()
    await shopper.execute("INSERT INTO test_rows VALUES (1)")
    upgraded = asyncio.create_task(asyncio.to_thread(upgrade_with, config))
    assert await asyncio.to_thread(gave_up.wait, 60)
    # The migration released its place in the lock queue, so others can write meanwhile.
    await run_on(dsn, "SET lock_timeout = '5s'", "INSERT INTO test_rows VALUES (2)")
    await transaction.commit()
    await shopper.close()
    proceed.set()
    await upgraded
    assert await fetch_value(dsn, "SELECT count(name) FROM test_rows") == 0
