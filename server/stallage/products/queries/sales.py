"""Sales, for the home page and lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.core.db import Connection
from stallage.core.schemas import PictureJson
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


@dataclass(frozen=True, slots=True)
class RunningSale:
    """A sale that is running."""

    slug: str
    title: str
    description: str
    percent: int
    starts_at: datetime
    ends_at: datetime | None
    image: PictureJson | None
    phone_image: PictureJson | None


async def running_sales(connection: Connection, now: datetime) -> list[RunningSale]:
    """Return the running sales, latest first."""
    return [RunningSale(**row) for row in await connection.fetch(RUNNING_SALES, now)]


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
