"""Changes a product's line in the journeys' shop: `crowd.py SLUG join N`, `reopen N`, `crash`, `sell-out`."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from pathlib import Path

import asyncpg

from stallage.process import open_database
from stallage.settings import Settings
from stallage.waiting_line.actions import join

SOLD_OUT = "UPDATE skus SET stock = 0, supplied = supplied - stock WHERE product_id = $1"
WAITING = "SELECT EXISTS (SELECT FROM waiting_lines WHERE admitted = 0)"
RESTOCKED = "UPDATE skus SET stock = stock + 50, supplied = supplied + 50 WHERE product_id = $1"


async def change(dsn: str, slug: str, what: str, count: int) -> None:
    """Change the line and the stock of all variants of a product."""
    connection = await asyncpg.connect(dsn)
    try:
        product = await connection.fetchval("SELECT id FROM products WHERE slug = $1", slug)
        skus = await connection.fetch("SELECT id FROM skus WHERE product_id = $1", product)
        async with connection.transaction():
            if what in ("crash", "reopen"):
                # What PostgreSQL does to unlogged tables when it crashes.
                await connection.execute("TRUNCATE waiting_lines, waiting_tickets, waiting_steps")
            for sku in skus if what in ("join", "reopen") else ():
                owners = [secrets.token_hex(16) for _ in range(count)]
                await join(connection, sku["id"], owners)
        if what in ("join", "reopen"):
            # The shop has noticed the lines as soon as it gives turns.
            while await connection.fetchval(WAITING):
                pass
        elif what == "sell-out":
            await connection.execute(SOLD_OUT, product)
        elif what == "restock":
            await connection.execute(RESTOCKED, product)
    finally:
        await connection.close()


if __name__ == "__main__":
    settings = Settings(data_dir=Path(os.environ["SHOP_DATA_DIR"]))
    slug, what, *rest = sys.argv[1:]
    with open_database(settings) as database:
        asyncio.run(change(database.dsn, slug, what, int(rest[0]) if rest else 0))
