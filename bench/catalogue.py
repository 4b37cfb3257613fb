"""A random catalogue, the same in every run, with realistic sizes."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import asyncpg
import orjson

from stallage.products.actions.cards import BATCH, refresh_products
from stallage.products.actions.state import STORE_SHAPE
from stallage.products.sql.cards import SHAPE
from stallage.search.actions import rebuild_lexicon

PRODUCTS = 10_000
BRANDS = 200
TOP_CATEGORIES = 20
BELOW_EACH = 5
SEED = 20_240_101
CHUNK = 10_000
"""Products that are in memory at a time."""


def _words(text: str) -> list[str]:
    return text.split()


NOUNS = _words(
    """bowl plate cup mug jug teapot carafe tumbler glass tray board knife spoon ladle pan kettle
    jar tin box basket cache stool chair bench table lamp lantern candle vase pot planter cushion
    throw rug towel apron mirror clock frame hook rail ladder trolley cabinet drawer"""
)
QUALITIES = _words(
    """tall small wide deep round square narrow folded carved turned woven glazed brushed painted
    plain striped ribbed smooth heavy light soft everyday evening garden kitchen travel"""
)
MATERIALS = _words(
    """stoneware porcelain glass oak walnut ash beech brass steel iron linen wool cotton leather
    marble cork"""
)
COLOURS = _words(
    "white cream sand grey black green moss olive blue ink red rust pink yellow brown clear"
)
SIZES = ["Small", "Medium", "Large", "Extra large"]
COUNTRIES = ["Portugal", "Wales", "Poland", "Japan", "Denmark", "Vermont", "Italy", "India"]
# Descriptions have separate words, a few common and most of them rare, like in a language.
PROSE = [
    f"{first}{middle}{last}"
    for first in _words("ba ce di fo gu ha je ki lo mu na pe ri so tu")
    for middle in _words("ral ven dis tor mun sal ter nov bel gar lim")
    for last in _words("a e in or us ate ing ly ment")
]
PROSE_WEIGHTS = [1 / rank for rank in range(1, len(PROSE) + 1)]
WORDS = [*NOUNS, *QUALITIES, *MATERIALS, *COLOURS]


async def connect(dsn: str) -> asyncpg.Connection[asyncpg.Record]:
    """Open a connection that converts jsonb, in binary format, because rows are inserted with COPY."""
    connection = await asyncpg.connect(dsn)
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        encoder=lambda value: b"\x01" + orjson.dumps(value),
        decoder=lambda value: orjson.loads(value[1:]),
        format="binary",
    )
    return connection


async def fill(dsn: str, products: int = PRODUCTS) -> list[str]:
    """Fill the database; return the products' slugs."""
    connection = await connect(dsn)
    chance = random.Random(SEED)
    slugs: list[str] = []
    # Otherwise the server would build all cards again when it starts.
    await connection.execute(STORE_SHAPE, SHAPE)
    await _places(connection)
    for start in range(1, products + 1, CHUNK):
        numbers = range(start, min(start + CHUNK, products + 1))
        slugs += await _products(connection, chance, numbers)
    await connection.execute(
        "SELECT setval(pg_get_serial_sequence('products', 'id'), $1)", products
    )
    # Without statistics, each batch of cards would read whole tables.
    await connection.execute("ANALYZE")
    for start in range(1, products + 1, BATCH):
        ids = list(range(start, min(start + BATCH, products + 1)))
        async with connection.transaction():
            await refresh_products(connection, ids)
    async with connection.transaction():
        await rebuild_lexicon(connection)
    # The server builds its index at the start, so the jobs are not needed.
    await connection.execute("DELETE FROM pgqueuer")
    await connection.execute("VACUUM ANALYZE")
    await connection.close()
    return slugs


async def _places(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    for number in range(1, BRANDS + 1):
        await connection.execute(
            "INSERT INTO brands (slug, name) VALUES ($1, $2)", f"brand-{number}", f"Brand {number}"
        )
    for top in range(TOP_CATEGORIES):
        parent = await connection.fetchval(
            "INSERT INTO categories (slug, title) VALUES ($1, $2) RETURNING id",
            f"c{top}",
            f"Category {top}",
        )
        for below in range(BELOW_EACH):
            await connection.execute(
                "INSERT INTO categories (slug, title, parent_id) VALUES ($1, $2, $3)",
                f"c{top}-{below}",
                f"Category {top} {below}",
                parent,
            )


async def _products(
    connection: asyncpg.Connection[asyncpg.Record], chance: random.Random, numbers: range
) -> list[str]:
    now = datetime.now(UTC)
    leaves = [
        row["id"]
        for row in await connection.fetch("SELECT id FROM categories WHERE parent_id IS NOT NULL")
    ]
    products, skus, images, places = [], [], [], []
    for number in numbers:
        noun, material = chance.choice(NOUNS), chance.choice(MATERIALS)
        title = f"{chance.choice(QUALITIES)} {material} {noun}".capitalize()
        created_at = now - timedelta(minutes=chance.randrange(500_000))
        sizes = SIZES[: chance.choice([1, 1, 2, 3, 4])]
        stars = [chance.randint(2, 5) for _ in range(chance.randrange(12))]
        text = " ".join([*chance.choices(PROSE, PROSE_WEIGHTS, k=90), noun, material])
        products.append(
            (
                number,
                f"{title.lower().replace(' ', '-')}-{number}",
                title,
                text[:120],
                f"<p>{text}</p>",
                chance.randint(1, BRANDS),
                noun,
                [material, chance.choice(QUALITIES)],
                {
                    "material": [material.capitalize()],
                    "colour": chance.sample(COLOURS, chance.randint(1, 2)),
                    "made_in": [chance.choice(COUNTRIES)],
                },
                [["Material", material], ["Width", f"{chance.randint(5, 90)} cm"]],
                ["Size"] if len(sizes) > 1 else [],
                chance.randrange(2_000),
                sum(stars),
                len(stars),
                created_at,
                created_at,
            )
        )
        price = chance.randrange(400, 40_000, 50)
        for place, size in enumerate(sizes):
            skus.append(
                (
                    number,
                    f"N-{number}-{place}",
                    place,
                    [size] if len(sizes) > 1 else [],
                    price + place * 300,
                    (price + place * 300) * 2 if chance.random() < 0.2 else None,
                    chance.choice([0, 2, 9, 40, 300]),
                )
            )
        for place in range(3):
            path = f"/media/{number % 256:02x}/{number:016x}{place:016x}.webp"
            images.append((number, place, path, f"{title}, picture {place}", 720, 900, "#d8d2c4"))
        places.append((number, chance.choice(leaves)))
    copy = connection.copy_records_to_table
    await copy(
        "products",
        records=products,
        columns=[
            "id",
            "slug",
            "title",
            "summary",
            "description_html",
            "brand_id",
            "product_type",
            "tags",
            "attributes",
            "specification",
            "option_names",
            "popularity",
            "rating_sum",
            "rating_count",
            "created_at",
            "updated_at",
        ],
    )
    await copy(
        "skus",
        records=skus,
        columns=["product_id", "sku", "position", "options", "price", "compare_at_price", "stock"],
    )
    await copy(
        "product_images",
        records=images,
        columns=["product_id", "position", "path", "alt", "width", "height", "colour"],
    )
    await copy("product_categories", records=places, columns=["product_id", "category_id"])
    return [product[1] for product in products]
