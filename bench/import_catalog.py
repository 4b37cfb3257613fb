"""Speed of a catalogue import, compared with COPY of the same cells."""

from __future__ import annotations

import asyncio
import csv
import random
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg

from bench.harness import fresh_shop, print_table
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.operations.import_catalogue import import_catalogue
from stallage.import_export.operations.report import Report
from stallage.process import open_runtime
from stallage.settings import Settings

ROWS = 20_000
SEED = 20_240_102
SIZES = ["Small", "Medium", "Large"]
GLAZES = ["Oat", "Ash", "Moss"]
TEXT = "<p>" + "Thrown, turned and fired, for every day <b>and</b> the days between. " * 6 + "</p>"


def generated_rows(rows: int) -> Iterator[dict[str, str]]:
    """Yield rows of products with one to nine variants, in Shopify's current columns."""
    chance = random.Random(SEED)
    written = product = 0
    while written < rows:
        product += 1
        variants = min(chance.choice([1, 1, 3, 6, 9]), rows - written)
        for variant in range(variants):
            first = variant == 0
            yield {
                "Title": f"Product number {product}" if first else "",
                "URL handle": f"product-{product}",
                "Description": TEXT if first else "",
                "Vendor": f"Maker {product % 90}" if first else "",
                "Product category": f"Home > Room {product % 12} > Kind {product % 60}"
                if first
                else "",
                "Type": f"Kind {product % 60}" if first else "",
                "Tags": "oak, stoneware, gift" if first else "",
                "Published on online store": "TRUE" if first else "",
                "Status": "active" if first else "",
                "SKU": f"T-{product}-{variant}",
                "Option1 name": "Size" if first else "",
                "Option1 value": SIZES[variant % 3],
                "Option2 name": "Glaze" if first else "",
                "Option2 value": GLAZES[variant // 3],
                "Price": f"{chance.randrange(500, 20_000) / 100:.2f}",
                "Inventory tracker": "shopify",
                "Inventory quantity": str(chance.randrange(40)),
                "Continue selling when out of stock": "DENY",
                "Weight value (grams)": "300",
                "Product image URL": f"https://cdn.example/{product}/{variant}.jpg",
                "Image position": str(variant + 1),
                "SEO title": f"Product {product}" if first else "",
                "Color (product.metafields.custom.color)": "oat; ash" if first else "",
            }
            written += 1


def main() -> None:
    """Print rows per second of a first and a second import, and their ratios to COPY."""
    with fresh_shop() as (folder, dsn):
        file = folder / "catalogue.csv"
        with file.open("w", newline="") as stream:
            rows = list(generated_rows(ROWS))
            writer = csv.DictWriter(stream, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        copied = asyncio.run(_copied(dsn, file))
        first, report = asyncio.run(_imported(folder, dsn, file))
        again, report_again = asyncio.run(_imported(folder, dsn, file))
    if report.refused or set(report_again.products) != {"unchanged"}:
        raise RuntimeError("the import did not do what it should")
    head = ("what", "rows/s", "seconds", "of COPY")
    seconds = (
        ("plain COPY", copied),
        ("first import", first),
        ("second import", again),
    )
    print_table(
        f"Import of {ROWS:,} rows, {report.products['created']:,} products",
        head,
        [
            (what, f"{ROWS / imported:,.0f}", f"{imported:.2f}", f"{copied / imported:.3f}")
            for what, imported in seconds
        ],
    )


async def _copied(dsn: str, file: Path) -> float:
    with file.open(newline="") as stream:
        _, *rows = csv.reader(stream)
    connection = await asyncpg.connect(dsn)
    try:
        names = [f"c{place}" for place in range(len(rows[0]))]
        columns = ", ".join(f"{name} text" for name in names)
        await connection.execute(f"CREATE TABLE copied ({columns})")
        start = time.perf_counter()
        await connection.copy_records_to_table("copied", records=rows, columns=names)
        return time.perf_counter() - start
    finally:
        await connection.execute("DROP TABLE IF EXISTS copied")
        await connection.close()


async def _imported(folder: Path, dsn: str, file: Path) -> tuple[float, Report]:
    settings = Settings(data_dir=folder, database_url=dsn, log_level="error")
    async with open_runtime(settings, dsn) as runtime:
        start = time.perf_counter()
        report = await import_catalogue(runtime, open_catalogue(file))
        return time.perf_counter() - start, report


if __name__ == "__main__":
    main()
