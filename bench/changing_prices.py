"""`python -m bench.changing_prices N`: change the price of N random products each second, until stopped."""

from __future__ import annotations

import asyncio
import random
import sys

from stallage.process import database_address, open_runtime
from stallage.products.actions import refresh_products
from stallage.settings import Settings

CHANGE = """
    UPDATE skus SET price = price + 1, compare_at_price = compare_at_price + 1 WHERE product_id = $1
"""


async def change_prices(settings: Settings, dsn: str, each_second: int) -> None:
    """Change prices, each in a transaction of its own."""
    chance = random.Random(each_second)
    async with open_runtime(settings, dsn) as runtime:
        async with runtime.database.reading() as connection:
            rows = await connection.fetch("SELECT id FROM products WHERE card IS NOT NULL")
        while True:
            async with runtime.database.transaction() as connection:
                product_id = chance.choice(rows)["id"]
                await connection.execute(CHANGE, product_id)
                await refresh_products(connection, [product_id])
            await asyncio.sleep(1 / each_second)


def main() -> None:
    """Change prices until the process is stopped."""
    settings = Settings()
    with database_address(settings) as dsn:
        asyncio.run(change_prices(settings, dsn, int(sys.argv[1])))


if __name__ == "__main__":
    main()
