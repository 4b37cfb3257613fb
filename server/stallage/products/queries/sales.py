"""Sales, for the home page and lists."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from stallage.core.db import Connection
from stallage.core.times import format_iso
from stallage.products.rules.list_source import ListSource
from stallage.products.sql.prices import running
from stallage.shop.rules import links

RUNNING_SALES = f"""
    SELECT slug, title, description, percent, starts_at, ends_at, image, phone_image FROM sales
    WHERE {running("sales", "$1")} ORDER BY starts_at DESC, id
"""

SALE_SOURCES = """
    SELECT collection_id, slug, title, description, image, starts_at, ends_at FROM sales
"""


async def running_sales(connection: Connection, now: datetime) -> list[dict[str, Any]]:
    """Return the running sales, as JSON of `HomeSale`."""
    return [
        {
            "slug": row["slug"],
            "title": row["title"],
            "description": row["description"],
            "percent": row["percent"],
            "startsAt": format_iso(row["starts_at"]),
            "endsAt": format_iso(row["ends_at"]),
            "image": row["image"],
            "phoneImage": row["phone_image"],
            "link": links.sale(row["slug"]),
        }
        for row in await connection.fetch(RUNNING_SALES, now)
    ]


async def sale_sources(connection: Connection) -> dict[str, ListSource]:
    """Return each sale's list, by slug."""
    return {
        row["slug"]: ListSource(
            row["collection_id"],
            row["title"],
            row["description"],
            row["image"],
            links.sale(row["slug"]),
            row["starts_at"],
            row["ends_at"],
        )
        for row in await connection.fetch(SALE_SOURCES)
    }
