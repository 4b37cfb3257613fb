"""How far a machine's rebuild of the search index is, for its other processes.

The process that builds writes it to a file of the index's folder. What a killed one leaves behind is read
only while the index is unusable, and the next rebuild replaces it.
"""

from __future__ import annotations

from pathlib import Path

import orjson

from stallage.core.db import Database

FILE = "building.json"
TOTAL = "SELECT count(*) FROM products_view WHERE card IS NOT NULL"


def write_progress(folder: Path, products: int) -> None:
    """Store the number of products so far."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = folder / f"{FILE}.draft"
    draft.write_bytes(orjson.dumps({"products": products}))
    draft.replace(folder / FILE)


def read_progress(folder: Path) -> int:
    """Return the number of products so far; 0 if nothing is known."""
    try:
        return int(orjson.loads((folder / FILE).read_bytes())["products"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def clear_progress(folder: Path) -> None:
    """Delete the file after a rebuild."""
    (folder / FILE).unlink(missing_ok=True)


async def products_to_index(database: Database) -> int:
    """Return the number of products that a complete index has."""
    async with database.reading() as connection:
        total: int = await connection.fetchval(TOTAL)
    return total
