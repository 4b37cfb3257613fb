"""Speed and memory of writing and reading product files in each format.

Each run is a process of its own. Memory is its peak; the difference between the two sizes of a catalogue
shows what grows with it.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.harness import print_table
from stallage.core.money import Currency
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.formats.export_formats import EXPORT_FORMATS
from stallage.import_export.formats.exporting import CatalogueFacts
from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.products.rules.merging import merge_product

SIZES = (2_000, 20_000)
"""Products, with three variants each."""
USD = Currency("USD", 2)
TEXT = "<p>" + "Thrown, turned and fired, for every day <b>and</b> the days between. " * 6 + "</p>"


def products(number: int) -> Iterator[ProductDraft]:
    """Yield generated products."""
    for place in range(number):
        picture = f"https://cdn.example/{place}.jpg"
        yield merge_product(
            ProductDraft(
                slug=f"product-{place}",
                title=f"Product number {place}",
                skus=tuple(
                    SkuDraft(
                        options=(size,),
                        sku=f"T-{place}-{size}",
                        price=1250,
                        compare_at_price=1500,
                        stock=7,
                        tracked=True,
                        weight_grams=300,
                        image=picture,
                    )
                    for size in "SML"
                ),
                option_names=("Size",),
                description_html=TEXT,
                brand=f"Maker {place % 90}",
                tags=("oak", "gift"),
                status="active",
                categories=(("Home", f"Room {place % 12}"),),
                attributes={"Glaze": ("oat", "ash")},
                images=(ImageDraft(picture),),
            )
        )


def run(what: str, format_id: str, number: int, path: Path) -> tuple[int, float, float]:
    """Write or read a file; returns rows, seconds and the peak of memory in MB."""
    start = time.perf_counter()
    if what == "write":
        facts = CatalogueFacts(("Glaze",), (), 2, frozenset(), USD, "https://shop.example")
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = EXPORT_FORMATS[format_id].open(stream, facts)
            for product in products(number):
                writer.write(product)
            writer.finish()
        rows = writer.rows
    else:
        results = open_catalogue(path).products(USD)
        rows = sum(result.rows for result in results if result.draft is not None)
    seconds = time.perf_counter() - start
    return rows, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print rows per second and the peak of memory of each format."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for format_id in EXPORT_FORMATS:
            for number in SIZES:
                path = Path(folder) / f"{format_id}-{number}"
                for what in ("write", "read"):
                    words = (what, format_id, str(number), str(path))
                    done = subprocess.run(
                        (sys.executable, "-m", "bench.file_formats", *words),
                        check=True,
                        capture_output=True,
                        text=True,
                    )
                    rows, seconds, peak = map(float, done.stdout.split())
                    lines.append(
                        (
                            *(format_id, what, f"{number:,}", f"{rows:,.0f}"),
                            *(f"{rows / seconds:,.0f}", f"{peak:,.0f}"),
                        )
                    )
    head = ("format", "what", "products", "rows", "rows/s", "peak MB")
    print_table("Product files", head, lines)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        main()
    else:
        print(*run(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4])))
