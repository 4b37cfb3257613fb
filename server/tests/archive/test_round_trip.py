"""A shop that is exported and imported is the same, row by row."""

from __future__ import annotations

from pathlib import Path

import asyncpg
import pytest

from stallage.archive.rules.tables import ARCHIVED, QUEUE, is_archived
from stallage.demo import filling
from stallage.demo.filling import fill
from stallage.demo.trade.running import write_trade
from stallage.doctor import check_ledger
from stallage.settings import Settings
from tests.archive.shops import (
    PASSPHRASE,
    archived_rows,
    empty_database,
    export,
    load,
)
from tests.backup.comparing import files_of
from tests.checkout.factory import guest_order
from tests.conftest import run_on
from tests.demo.small import small_demo
from tests.shop import Shop, running_shop

pytestmark = pytest.mark.slow

CHANGED_ON_PURPOSE = {"catalogue_state", QUEUE}
"""The key of the catalogue's state is new, and waiting jobs are held."""
JOBS = f"SELECT id, entrypoint, payload, created, execute_after FROM {QUEUE} ORDER BY id"


async def jobs_of(settings: Settings) -> list[tuple[object, ...]]:
    """The jobs of a shop, without their state."""
    connection = await asyncpg.connect(settings.database_url)
    try:
        return [tuple(row) for row in await connection.fetch(JOBS)]
    finally:
        await connection.close()


async def test_the_demo_shop_after_its_trade(
    shop: Shop, cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filling, "SHOP", small_demo(tmp_path))
    await fill(shop.runtime)
    assert await write_trade(shop.runtime)
    async with shop.database.transaction() as connection:
        await connection.execute("DELETE FROM webhook_deliveries WHERE state = 'waiting'")
    settings = shop.runtime.settings
    written = await export(settings, tmp_path / "shop.tar", PASSPHRASE)
    assert written.missing == ()
    assert written.path.stat().st_mode & 0o777 == 0o600
    before, jobs = await archived_rows(settings.database_url), await jobs_of(settings)
    archived = {table for tables in ARCHIVED.values() for table in tables}
    assert before.keys() == archived - CHANGED_ON_PURPOSE
    async with empty_database(cluster, tmp_path / "elsewhere") as elsewhere:
        result = await load(elsewhere, written.path, PASSPHRASE)
        assert result.has_key
        after = await archived_rows(elsewhere.database_url)
        assert await jobs_of(elsewhere) == jobs
        for table, rows in before.items():
            assert after[table] == rows, table
        assert after.keys() == before.keys()
        assert sum(len(rows) for rows in before.values()) > 5000
        media = files_of(settings.data_dir / "media")
        assert files_of(elsewhere.data_dir / "media") == media
        assert len(media) == written.media > 10
        assert {finding.state for finding in await check_ledger(elsewhere)} == {"ok"}
        await check_trade_goes_on(elsewhere)


async def check_trade_goes_on(settings: Settings) -> None:
    """Sign in, find a product and order it."""
    async with running_shop(settings) as shop:
        products = await shop.output("GET", "/api/products")
        assert products["items"]
        async with shop.database.reading() as connection:
            sku = await connection.fetchval(
                "SELECT s.id FROM skus s JOIN products p ON p.id = s.product_id"
                " WHERE p.status = 'active' AND s.tracked AND s.stock > 5 ORDER BY s.id LIMIT 1"
            )
            last = await connection.fetchval("SELECT max(id) FROM orders")
        placed = await shop.output("POST", "/api/orders", json=guest_order([sku]))
        async with shop.database.reading() as connection:
            number = await connection.fetchval(
                "SELECT id FROM orders WHERE public_id = $1", placed["orderId"]
            )
        assert number > last
    assert {finding.state for finding in await check_ledger(settings)} == {"ok"}


RELAX = """
    DO $$ DECLARE one record; BEGIN
        FOR one IN SELECT conrelid::regclass AS t, conname FROM pg_constraint
            WHERE connamespace = 'public'::regnamespace AND contype IN ('f', 'c')
        LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.t, one.conname); END LOOP;
        FOR one IN SELECT i.indexrelid::regclass AS name FROM pg_index i
            JOIN pg_class c ON c.oid = i.indexrelid
            WHERE i.indisunique AND NOT i.indisprimary AND c.relnamespace = 'public'::regnamespace
                AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
        LOOP EXECUTE format('DROP INDEX %s', one.name); END LOOP;
    END $$
"""
COLUMNS = """
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
        a.attnotnull AS required
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
        AND NOT a.attisdropped
    ORDER BY 1, a.attnum
"""
EXTREMES = {
    "bigint": ["9223372036854775807", "-9223372036854775808"],
    "integer": ["2147483647", "-2147483648"],
    "smallint": ["32767", "-32768"],
    "double precision": ["'NaN'", "5e-324"],
    "boolean": ["true", "false"],
    "bytea": [r"'\\x00ff225c0a'", "''"],
    "text": [r"""E'"\\\\\\t\\n\\u2028\\U0001F600\\x7f\\\\. {"$json": null}'""", "'null'"],
    "jsonb": ["'null'", """'{"a": [1.10, null, "\\u0001"], "b": {"$json": null}}'"""],
    "date": ["'infinity'", "'0001-01-01 BC'"],
    "timestamp with time zone": ["'2026-11-01 12:34:56.789012+05:30'", "'-infinity'"],
    "bigint[]": ["'{9223372036854775807,NULL}'", "'{}'"],
    "text[]": ["ARRAY[E'a\"b\\\\ {}', NULL, '']", "'{}'"],
    "timestamp with time zone[]": ["'{2026-11-01 12:34:56.789012+05:30}'", "'{}'"],
    "uuid": [f"'{number}0000000-0000-4000-8000-000000000000'" for number in (1, 2)],
}


async def fill_every_table(dsn: str) -> None:
    """Drop constraints, and add rows of extreme values to all tables but the queue."""
    connection = await asyncpg.connect(dsn)
    await connection.execute(RELAX)
    await connection.execute("SET session_replication_role = 'replica'")
    columns: dict[str, list[asyncpg.Record]] = {}
    for row in await connection.fetch(COLUMNS):
        if not row["table"].startswith("pgqueuer") and is_archived(row["table"]):
            columns.setdefault(row["table"], []).append(row)
    for table, found in columns.items():
        await connection.execute(f"TRUNCATE {table}")
        for number in range(2):
            # A column may be null in the second row.
            values = [
                EXTREMES[one["type"]][number] if number == 0 or one["required"] else "NULL"
                for one in found
            ]
            names = ", ".join(f'"{one["name"]}"' for one in found)
            await connection.execute(
                f"INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE"
                f" VALUES ({', '.join(values)})"
            )
    await connection.close()


async def test_extreme_values_in_every_column_of_every_table(
    settings: Settings, cluster: str, template: str, tmp_path: Path
) -> None:
    await fill_every_table(settings.database_url)
    written = await export(settings, tmp_path / "shop.tar")
    before = await archived_rows(settings.database_url)
    assert all(len(rows) == 2 for rows in before.values())
    async with empty_database(cluster, tmp_path / "elsewhere", template) as elsewhere:
        await run_on(elsewhere.database_url, RELAX)
        result = await load(elsewhere, written.path)
        assert not result.has_key
        after = await archived_rows(elsewhere.database_url)
        for table, rows in before.items():
            assert after[table] == rows, table
