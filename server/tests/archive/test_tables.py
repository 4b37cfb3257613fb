"""Every table is classified: archived, or left out for a reason."""

from __future__ import annotations

from stallage.archive.rules.tables import ARCHIVED, EXCLUDED, QUEUE, QUEUE_COLUMNS
from stallage.core.db import Connection

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
COLUMNS = """
    SELECT attname FROM pg_attribute
    WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
"""
OF_THE_WORKER = {"heartbeat", "queue_manager_id", "slot"}


async def test_every_table_is_archived_or_left_out(connection: Connection) -> None:
    tables = {row["tablename"] for row in await connection.fetch(TABLES)}
    archived = [table for names in ARCHIVED.values() for table in names]
    assert len(archived) == len(set(archived))
    assert not set(archived) & EXCLUDED.keys()
    assert set(archived) | EXCLUDED.keys() == tables


async def test_every_column_of_waiting_jobs_is_archived_or_the_workers(
    connection: Connection,
) -> None:
    columns = {row["attname"] for row in await connection.fetch(COLUMNS, QUEUE)}
    assert set(QUEUE_COLUMNS) | OF_THE_WORKER == columns
