"""Imports real catalogue files, and hostile input in cells."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import pytest

from stallage.core.runtime import Runtime
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.formats.table import UnreadableFile
from stallage.import_export.operations.export_catalogue import export_catalogue
from stallage.import_export.operations.import_catalogue import import_catalogue

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("STALLAGE_REAL_DATA", ROOT / "../shared/data"))
FOLDER = DATA / "shopify-csv"
BAD = DATA / "bad-input"
FILES = sorted(path.name for path in FOLDER.glob("*.csv*"))
CELLS = ["Title", "Body (HTML)", "Vendor", "Type", "Tags", "Variant SKU", "Option1 Value"]

pytestmark = [pytest.mark.real, pytest.mark.slow]


@dataclass(frozen=True)
class FileFacts:
    """Facts about a file in the folder's README."""

    rows: int
    products: int
    priced: int


def documented_facts() -> dict[str, FileFacts]:
    """Read the README's table."""
    lines = (FOLDER / "README.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if ".csv" in line]
    return {
        row[0]: FileFacts(int(row[2]), int(row[3]), int(row[4]))
        for row in rows
        if len(row) == 8 and row[2].isdigit()
    }


class Harmless(HTMLParser):
    """Fails on executable markup."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "style", "iframe", "object", "embed", "svg", "form", "input")
        for name, value in attrs:
            assert not name.startswith("on")
            assert name != "style"
            # The URL standard ignores these characters at the beginning.
            address = (value or "").lstrip("".join(map(chr, range(33)))).lower()
            assert not address.startswith(("javascript:", "data:", "vbscript:"))


async def export(runtime: Runtime) -> str:
    text = io.StringIO(newline="")
    await export_catalogue(runtime, text)
    return text.getvalue()


def cells_of(text: str) -> Iterator[str]:
    for row in csv.reader(io.StringIO(text, newline="")):
        yield from row


def test_every_file_is_documented() -> None:
    assert set(FILES) == set(documented_facts())


@pytest.mark.parametrize("name", FILES)
async def test_a_file_is_imported_completely(runtime: Runtime, name: str) -> None:
    expected = documented_facts()[name]
    report = await import_catalogue(runtime, open_catalogue(FOLDER / name))
    assert (report.rows, report.refused) == (expected.rows, [])
    assert report.products == {"created": expected.products}
    async with runtime.database.reading() as connection:
        assert (
            await connection.fetchval("SELECT count(*) FROM skus WHERE active") == expected.priced
        )
        assert await connection.fetchval("SELECT count(*) FROM products") == expected.products


@pytest.mark.parametrize("name", FILES)
async def test_a_second_run_changes_nothing(runtime: Runtime, name: str) -> None:
    tables = ("products", "skus", "product_images", "categories", "brands", "pgqueuer")

    async def state() -> list[str]:
        async with runtime.database.reading() as connection:
            return [
                str(await connection.fetch(f"SELECT xmin, * FROM {table} ORDER BY id"))
                for table in tables
            ]

    file = open_catalogue(FOLDER / name)
    created = (await import_catalogue(runtime, file)).products["created"]
    before = await state()
    assert (await import_catalogue(runtime, file)).products == {"unchanged": created}
    assert await state() == before


@pytest.mark.parametrize("name", FILES)
async def test_an_export_is_imported_and_exported_the_same(
    runtime: Runtime, tmp_path: Path, name: str
) -> None:
    await import_catalogue(runtime, open_catalogue(FOLDER / name))
    first = await export(runtime)
    again = tmp_path / "again.csv"
    again.write_text(first, newline="")
    report = await import_catalogue(runtime, open_catalogue(again))
    assert set(report.products) == {"unchanged"}
    assert report.refused == []
    assert await export(runtime) == first


async def test_apostrophes_before_skus_are_gone(runtime: Runtime) -> None:
    await import_catalogue(runtime, open_catalogue(FOLDER / "shopify-2017-apparel.csv"))
    async with runtime.database.reading() as connection:
        skus = [row["sku"] for row in await connection.fetch("SELECT sku FROM skus")]
    assert sum(sku.isdigit() for sku in skus) >= 15
    assert not any(sku.startswith("'") for sku in skus)


def naughty_strings() -> list[str]:
    """Return the distinct strings of the bad-input folder."""
    found: list[str] = json.loads((BAD / "blns.json").read_text())
    for path in sorted(BAD.glob("*.txt*")):
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        if not path.name.startswith("LICENSE"):
            found += content.decode("utf-8", "replace").splitlines()
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("column", CELLS)
async def test_naughty_strings_are_imported_or_refused(
    runtime: Runtime, tmp_path: Path, column: str
) -> None:
    strings = naughty_strings()
    path = tmp_path / "naughty.csv"
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(
            stream, ["Handle", "Variant Price", "Option1 Name", *CELLS], restval=""
        )
        writer.writeheader()
        for number, string in enumerate(strings):
            row = {"Handle": f"p{number}", "Title": f"Product {number}", "Variant Price": "1"}
            name = {"Option1 Name": "Size"} if column == "Option1 Value" else {}
            writer.writerow({**row, **name, column: string})
    report = await import_catalogue(runtime, open_catalogue(path))
    assert report.rows == len(strings)
    assert report.imported + len(report.refused) == len(strings)
    assert not [row for row in report.refused if "could not be stored" in row.reason]
    text = await export(runtime)
    for cell in cells_of(text):
        assert not re.match(r"\s*[=+\-@＝＋－＠]|[\t\r\n]", cell)
    async with runtime.database.reading() as connection:
        for html in await connection.fetch("SELECT description_html FROM products"):
            Harmless().feed(html["description_html"])
    again = tmp_path / "again.csv"
    again.write_text(text, newline="")
    assert set((await import_catalogue(runtime, open_catalogue(again))).products) == {"unchanged"}
    assert await export(runtime) == text


async def test_a_woocommerce_file_is_imported(runtime: Runtime) -> None:
    file = open_catalogue(DATA / "other-shop-formats" / "woocommerce_sample_products.csv")
    report = await import_catalogue(runtime, file)
    # The README counts 9 simple, 2 downloadable and 2 variable products; nobody buys the other two.
    assert (report.rows, report.products) == (24, {"created": 13})
    assert [row.reason.split(" ")[1] for row in report.refused] == ["grouped", "external"]
    assert (await import_catalogue(runtime, file)).products == {"unchanged": 13}


def test_files_of_unknown_shops_are_refused() -> None:
    with pytest.raises(UnreadableFile, match="Expected: a Shopify product CSV"):
        open_catalogue(DATA / "other-shop-formats" / "vendure_products.csv")
