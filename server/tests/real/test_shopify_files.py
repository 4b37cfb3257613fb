"""Real catalogue files, and what people with bad intentions write into cells."""

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
from stallage.import_export.cli import take_in, write_out
from stallage.import_export.importing.formats import open_catalogue
from stallage.import_export.importing.table import UnreadableFile

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("STALLAGE_REAL_DATA", ROOT / "../shared/data"))
FOLDER = DATA / "shopify-csv"
BAD = DATA / "bad-input"
FILES = sorted(path.name for path in FOLDER.glob("*.csv*"))
CELLS = ["Title", "Body (HTML)", "Vendor", "Type", "Tags", "Variant SKU", "Option1 Value"]

pytestmark = pytest.mark.real


@dataclass(frozen=True)
class Stated:
    """What the folder's README says of a file."""

    rows: int
    products: int
    priced: int


def stated() -> dict[str, Stated]:
    """The README's table."""
    lines = (FOLDER / "README.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if ".csv" in line]
    return {
        row[0]: Stated(int(row[2]), int(row[3]), int(row[4]))
        for row in rows
        if len(row) == 8 and row[2].isdigit()
    }


class Harmless(HTMLParser):
    """Fails on markup that runs something."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "style", "iframe", "object", "embed", "svg", "form", "input")
        for name, value in attrs:
            assert not name.startswith("on")
            assert name != "style"
            # An address begins after these, as the URL standard has it.
            address = (value or "").lstrip("".join(map(chr, range(33)))).lower()
            assert not address.startswith(("javascript:", "data:", "vbscript:"))


async def exported(runtime: Runtime) -> str:
    text = io.StringIO(newline="")
    await write_out(runtime, text)
    return text.getvalue()


def cells_of(text: str) -> Iterator[str]:
    for row in csv.reader(io.StringIO(text, newline="")):
        yield from row


def test_every_file_is_stated() -> None:
    assert set(FILES) == set(stated())


@pytest.mark.parametrize("name", FILES)
async def test_a_file_is_taken_in_whole(runtime: Runtime, name: str) -> None:
    said = stated()[name]
    report = await take_in(runtime, open_catalogue(FOLDER / name))
    assert (report.rows, report.refused) == (said.rows, [])
    assert report.products == {"created": said.products}
    async with runtime.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM skus WHERE active") == said.priced
        assert await connection.fetchval("SELECT count(*) FROM products") == said.products


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
    created = (await take_in(runtime, file)).products["created"]
    before = await state()
    assert (await take_in(runtime, file)).products == {"left": created}
    assert await state() == before


@pytest.mark.parametrize("name", FILES)
async def test_an_export_is_imported_and_exported_the_same(
    runtime: Runtime, tmp_path: Path, name: str
) -> None:
    await take_in(runtime, open_catalogue(FOLDER / name))
    first = await exported(runtime)
    again = tmp_path / "again.csv"
    again.write_text(first, newline="")
    report = await take_in(runtime, open_catalogue(again))
    assert set(report.products) == {"left"}
    assert report.refused == []
    assert await exported(runtime) == first


async def test_apostrophes_before_skus_are_gone(runtime: Runtime) -> None:
    await take_in(runtime, open_catalogue(FOLDER / "shopify-2017-apparel.csv"))
    async with runtime.database.reading() as connection:
        skus = [row["sku"] for row in await connection.fetch("SELECT sku FROM skus")]
    assert sum(sku.isdigit() for sku in skus) >= 15
    assert not any(sku.startswith("'") for sku in skus)


def naughty_strings() -> list[str]:
    """All payloads of the bad-input folder, once each."""
    found: list[str] = json.loads((BAD / "blns.json").read_text())
    for path in sorted(BAD.glob("*.txt*")):
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        if not path.name.startswith("LICENSE"):
            found += content.decode("utf-8", "replace").splitlines()
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("column", CELLS)
async def test_naughty_strings_are_taken_or_refused(
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
            row = {"Handle": f"p{number}", "Title": f"Thing {number}", "Variant Price": "1"}
            name = {"Option1 Name": "Size"} if column == "Option1 Value" else {}
            writer.writerow({**row, **name, column: string})
    report = await take_in(runtime, open_catalogue(path))
    assert report.rows == len(strings)
    assert report.taken + len(report.refused) == len(strings)
    assert not [row for row in report.refused if "could not be stored" in row.reason]
    text = await exported(runtime)
    for cell in cells_of(text):
        assert not re.match(r"\s*[=+\-@＝＋－＠]|[\t\r\n]", cell)
    async with runtime.database.reading() as connection:
        for html in await connection.fetch("SELECT description_html FROM products"):
            Harmless().feed(html["description_html"])
    again = tmp_path / "again.csv"
    again.write_text(text, newline="")
    assert set((await take_in(runtime, open_catalogue(again))).products) == {"left"}
    assert await exported(runtime) == text


def test_files_of_other_shops_are_not_taken_for_shopify_s() -> None:
    for name in ("woocommerce_sample_products.csv", "vendure_products.csv"):
        with pytest.raises(UnreadableFile, match="Expected: a Shopify product CSV"):
            open_catalogue(DATA / "other-shop-formats" / name)
