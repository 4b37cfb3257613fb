"""Create products and what groups them for tests, with realistic defaults.

All functions take a connection in a transaction, as actions do. They rebuild cards and publish events;
`await shop.work()` then updates the search index.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.products.actions import refresh_products

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class CreatedProduct:
    """A product that was created."""

    id: int
    slug: str
    sku_ids: list[int]

    @property
    def sku_id(self) -> int:
        """The first SKU's id."""
        return self.sku_ids[0]


@dataclass(frozen=True, slots=True)
class SkuSpec:
    """Fields of a SKU to create."""

    options: tuple[str, ...] = ()
    price: int = 2500
    stock: int = 10
    compare_at_price: int | None = None
    tracked: bool = True
    backorder: bool = False
    active: bool = True
    sku: str = ""
    weight_grams: int | None = 400
    taxable: bool = True
    requires_shipping: bool = True
    created_at: datetime | None = None
    """None: not recorded."""


async def make_category(
    connection: Connection, title: str, *, parent_id: int | None = None, slug: str | None = None
) -> int:
    """Create a category and return its id."""
    created_id: int = await connection.fetchval(
        "INSERT INTO categories (slug, title, parent_id) VALUES ($1, $2, $3) RETURNING id",
        slug or title.lower().replace(" ", "-"),
        title,
        parent_id,
    )
    return created_id


async def make_brand(connection: Connection, name: str) -> int:
    """Create a brand, unless it exists, and return its id."""
    created_id: int = await connection.fetchval(
        "INSERT INTO brands (slug, name) VALUES ($1, $2)"
        " ON CONFLICT (slug) DO UPDATE SET name = excluded.name RETURNING id",
        name.lower().replace(" ", "-"),
        name,
    )
    return created_id


async def make_product(
    connection: Connection,
    title: str = "Everyday bowl",
    *,
    slug: str | None = None,
    price: int = 2500,
    stock: int = 10,
    compare_at_price: int | None = None,
    option_names: Sequence[str] = (),
    skus: Sequence[SkuSpec] | None = None,
    brand: str | None = None,
    product_type: str = "",
    status: str = "active",
    summary: str = "",
    description_html: str = "",
    tags: Sequence[str] = (),
    attributes: Mapping[str, Sequence[str]] | None = None,
    swatches: Mapping[str, Mapping[str, str]] | None = None,
    category_ids: Sequence[int] = (),
    ratings: Sequence[int] = (),
    popularity: int = 0,
    returnable: bool = True,
    max_per_order: int | None = None,
    created_at: datetime | None = None,
    image: str | None = None,
) -> CreatedProduct:
    """Create a product with one SKU of this price and stock, or with these SKUs."""
    number = next(_numbers)
    slug = slug or f"{title.lower().replace(' ', '-')}-{number}"
    created_at = created_at or clock.now()
    brand_id = await make_brand(connection, brand) if brand else None
    product_id: int = await connection.fetchval(
        "INSERT INTO products (slug, title, summary, description_html, brand_id, product_type,"
        " status, tags, attributes, swatches, option_names, rating_count, rating_sum, popularity,"
        " returnable, max_per_order, created_at, updated_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)"
        " RETURNING id",
        slug,
        title,
        summary,
        description_html,
        brand_id,
        product_type,
        status,
        list(tags),
        {name: list(values) for name, values in (attributes or {}).items()},
        dict(swatches or {}),
        list(option_names),
        len(ratings),
        sum(ratings),
        popularity,
        returnable,
        max_per_order,
        created_at,
    )
    specs = skus or [SkuSpec(price=price, stock=stock, compare_at_price=compare_at_price)]
    sku_ids = [
        await _make_sku(connection, product_id, position, one, f"SKU-{number}-{position}")
        for position, one in enumerate(specs)
    ]
    await connection.executemany(
        "INSERT INTO product_categories (product_id, category_id, position) VALUES ($1, $2, $3)",
        [(product_id, category_id, place) for place, category_id in enumerate(category_ids)],
    )
    if image is not None:
        await connection.execute(
            "INSERT INTO product_images (product_id, path, alt, width, height, colour)"
            " VALUES ($1, $2, $3, 720, 900, '#eeeeee')",
            product_id,
            image,
            title,
        )
    await refresh_products(connection, [product_id])
    return CreatedProduct(product_id, slug, sku_ids)


LONG_FEED_SKUS = 1300
LONGEST_TEXT = "Turned by hand, glazed twice. " * 160


async def make_long_feed(connection: Connection) -> None:
    """Create a product whose feed fills all buffers of a connection: many SKUs and a long text."""
    product = await make_product(
        connection,
        description_html=f"<p>{LONGEST_TEXT}</p>",
        option_names=["Number"],
        skus=[SkuSpec(("0",))],
    )
    await connection.execute(
        "INSERT INTO skus (product_id, position, sku, options, price, stock)"
        " SELECT $1, n, 'F-' || n, ARRAY[n::text], 1000, 1 FROM generate_series(1, $2) n",
        product.id,
        LONG_FEED_SKUS,
    )


async def _make_sku(
    connection: Connection, product_id: int, position: int, one: SkuSpec, number: str
) -> int:
    created_id: int = await connection.fetchval(
        "INSERT INTO skus (product_id, position, sku, options, price, compare_at_price, stock,"
        " tracked, backorder, active, weight_grams, taxable, requires_shipping, created_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id",
        product_id,
        position,
        one.sku or number,
        list(one.options),
        one.price,
        one.compare_at_price,
        one.stock,
        one.tracked,
        one.backorder,
        one.active,
        one.weight_grams,
        one.taxable,
        one.requires_shipping,
        one.created_at,
    )
    return created_id


async def make_collection(
    connection: Connection, product_ids: Sequence[int], added_at: datetime | None = None
) -> int:
    """Create a collection of products in this order and return its id."""
    collection_id: int = await connection.fetchval(
        "INSERT INTO collections DEFAULT VALUES RETURNING id"
    )
    await connection.executemany(
        "INSERT INTO collection_products (collection_id, product_id, position, added_at)"
        " VALUES ($1, $2, $3, $4)",
        [
            (collection_id, product_id, place, added_at)
            for place, product_id in enumerate(product_ids)
        ],
    )
    return collection_id


async def make_sale(
    connection: Connection,
    product_ids: Sequence[int],
    *,
    percent: int = 20,
    slug: str | None = None,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
    added_at: datetime | None = None,
) -> str:
    """Create a sale and return its slug. By default it started an hour ago and has no end."""
    slug = slug or f"sale-{next(_numbers)}"
    await connection.execute(
        "INSERT INTO sales (slug, title, percent, starts_at, ends_at, collection_id)"
        " VALUES ($1, $2, $3, $4, $5, $6)",
        slug,
        f"Sale {slug}",
        percent,
        starts_at or clock.now() - timedelta(hours=1),
        ends_at,
        await make_collection(connection, product_ids, added_at),
    )
    await refresh_products(connection, product_ids)
    return slug


async def make_slider(
    connection: Connection, product_ids: Sequence[int], *, slug: str | None = None
) -> str:
    """Create a slider and return its slug."""
    slug = slug or f"slider-{next(_numbers)}"
    await connection.execute(
        "INSERT INTO sliders (slug, title, collection_id) VALUES ($1, $2, $3)",
        slug,
        f"Slider {slug}",
        await make_collection(connection, product_ids),
    )
    await refresh_products(connection, product_ids)
    return slug


async def make_section(
    connection: Connection, tiles: Mapping[str, Sequence[int]], *, kind: str = "product-tiles"
) -> int:
    """Create a feature section with a tile for each slug; return its id, `parentId` in URLs."""
    slug = f"section-{next(_numbers)}"
    section_id: int = await connection.fetchval(
        "INSERT INTO feature_sections (slug, title, kind) VALUES ($1, $2, $3) RETURNING id",
        slug,
        f"Section {slug}",
        kind,
    )
    for place, (tile, product_ids) in enumerate(tiles.items()):
        await connection.execute(
            "INSERT INTO feature_tiles (section_id, slug, title, position, collection_id)"
            " VALUES ($1, $2, $3, $4, $5)",
            section_id,
            tile,
            f"Tile {tile}",
            place,
            await make_collection(connection, product_ids),
        )
        await refresh_products(connection, product_ids)
    return section_id


async def read_card(connection: Connection, product_id: int) -> Any:
    """Return a product's card as parsed JSON, or None if it has none."""
    return await connection.fetchval("SELECT card::jsonb FROM products WHERE id = $1", product_id)
