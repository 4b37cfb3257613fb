"""The commands `stallage import` and `stallage export`."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import os
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from stallage.core.runtime import Runtime
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.formats.results import Remark
from stallage.import_export.operations.export_catalogue import export_catalogue
from stallage.import_export.operations.import_catalogue import BATCH, import_catalogue
from stallage.import_export.operations.progress import show_progress
from stallage.import_export.operations.report import Report
from stallage.process import open_runtime
from stallage.settings import Settings
from tests import command
from tests.command import CommandResult
from tests.import_export.files import sheet

BOWLS = sheet(
    {"Handle": "bowl", "Title": "=Bowl", "Option1 Name": "Size", "Option1 Value": "S",
     "Variant Price": "10", "Vendor": "Kiln", "Tags": "-oak, gift", "Type": "Bowls",
     "Image Src": "https://x.example/1.jpg", "Variant Inventory Qty": "-2"},
    {"Handle": "bowl", "Option1 Value": "L", "Variant Price": "18"},
    {"Handle": "vase", "Title": "Vase", "Variant Price": "24.50", "Season": "Spring"},
)  # fmt: skip
ONE_BAD = BOWLS + "jug,Jug,,,free\n"


Run = Callable[..., Awaitable[CommandResult]]


@pytest.fixture
def stallage(settings: Settings) -> Run:
    """Run a command in the shop of this test."""
    return partial(command.run_stallage, settings)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write a catalogue file."""

    def to_file(text: str) -> Path:
        path = tmp_path / "catalogue.csv"
        path.write_text(text, newline="")
        return path

    return to_file


async def export_text(runtime: Runtime) -> str:
    text = io.StringIO(newline="")
    await export_catalogue(runtime, text)
    return text.getvalue()


async def test_refused_rows_set_status_2_and_the_others_are_imported(
    stallage: Run, write: Callable[[str], Path], tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    ran = await stallage("import", write(ONE_BAD), "--report", report)
    assert ran.status == 2
    reason = "Price “free” is not an amount such as 1299.50."
    assert ran.output.splitlines() == [
        "line 2: The stock -2 is negative and imported as 0.",
        f"line 5 refused: {reason}",
        "catalogue.csv: Shopify product CSV, utf-8, 4 rows",
        "products: 2 created, 0 changed, 0 unchanged; 1 row refused",
    ]
    assert "4 of 4 rows" in ran.errors
    written = json.loads(report.read_text())
    assert written["products"] == {"created": 2, "changed": 0, "unchanged": 0}
    cell = {"column": "Variant Price", "value": "free"}
    assert written["refused"] == [{"line": 5, "reason": reason, **cell}]
    assert written["rows"] == 4


async def test_unreadable_and_unwritable_files_are_reported_in_a_sentence(
    stallage: Run, write: Callable[[str], Path], tmp_path: Path
) -> None:
    foreign = await stallage("import", write("hello\n"))
    assert (foreign.status, foreign.output) == (1, "")
    assert "Expected: a Shopify product CSV" in foreign.errors
    nowhere = tmp_path / "nowhere" / "out"
    for arguments in (("export", nowhere), ("import", write(BOWLS), "--report", nowhere)):
        ran = await stallage(*arguments)
        assert (ran.status, ran.output) == (1, "")
        assert "cannot be written" in ran.errors


async def test_an_export_to_gz_is_compressed(
    stallage: Run, runtime: Runtime, write: Callable[[str], Path], tmp_path: Path
) -> None:
    await import_catalogue(runtime, open_catalogue(write(BOWLS)))
    compressed = tmp_path / "out.csv.gz"
    ran = await stallage("export", compressed)
    assert (ran.status, ran.output) == (0, f"{compressed}: 2 products, 3 rows\n")
    assert gzip.decompress(compressed.read_bytes()).decode() == await export_text(runtime)


@pytest.mark.parametrize(
    ("text", "status", "counted"),
    [
        (BOWLS, 0, "products: 2 created, 0 changed, 0 unchanged; 0 rows refused"),
        (ONE_BAD, 2, "products: 2 created, 0 changed, 0 unchanged; 1 row refused"),
        (
            "Handle,Title,Variant Price\njug,Jug,free\n",
            1,
            "0 created, 0 changed, 0 unchanged; 1 row",
        ),
        ("Handle,Title,Variant Price\n", 1, "0 created, 0 changed, 0 unchanged; 0 rows refused"),
    ],
)
async def test_the_exit_status_tells_whether_rows_were_imported(
    runtime: Runtime, write: Callable[[str], Path], text: str, status: int, counted: str
) -> None:
    report = await import_catalogue(runtime, open_catalogue(write(text)))
    assert report.exit_status == status
    assert counted in list(report.lines())[-1]


async def test_importing_twice_changes_nothing_and_exports_are_identical(
    runtime: Runtime, write: Callable[[str], Path]
) -> None:
    file = write(BOWLS)
    await import_catalogue(runtime, open_catalogue(file))
    assert (await import_catalogue(runtime, open_catalogue(file))).products == {"unchanged": 2}
    first = await export_text(runtime)
    assert "'=Bowl,bowl" in first
    assert '"\'-oak, gift"' in first
    assert (await import_catalogue(runtime, open_catalogue(write(first)))).products == {
        "unchanged": 2
    }
    assert await export_text(runtime) == first


async def test_an_export_can_be_imported_into_an_empty_shop(
    runtime: Runtime, write: Callable[[str], Path]
) -> None:
    await import_catalogue(runtime, open_catalogue(write(BOWLS)))
    first = await export_text(runtime)
    async with runtime.database.transaction() as connection:
        await connection.execute(
            "TRUNCATE products, skus, product_images, product_categories, categories, brands,"
            " attributes RESTART IDENTITY CASCADE"
        )
    await import_catalogue(runtime, open_catalogue(write(first)))
    assert await export_text(runtime) == first


async def test_a_product_that_cannot_be_stored_does_not_block_others(
    runtime: Runtime, write: Callable[[str], Path]
) -> None:
    async with runtime.database.transaction() as connection:
        await connection.execute("ALTER TABLE products ADD CHECK (slug <> 'vase')")
    report = await import_catalogue(runtime, open_catalogue(write(BOWLS)))
    assert report.products == {"created": 1}
    assert report.exit_status == 2
    (refused,) = report.refused
    assert refused.line == 4
    assert "could not be stored" in refused.reason


async def test_a_price_list_changes_prices_alone(
    runtime: Runtime, write: Callable[[str], Path]
) -> None:
    await import_catalogue(runtime, open_catalogue(write(BOWLS)))
    prices = "Handle,Title,Variant Price\nvase,Vase,30\nbowl,=Bowl,5\n"
    report = await import_catalogue(runtime, open_catalogue(write(prices)))
    assert report.products == {"changed": 1}
    (refused,) = report.refused
    assert (refused.line, "The product has options" in refused.reason) == (3, True)
    async with runtime.database.reading() as connection:
        rows = await connection.fetch("SELECT price FROM skus WHERE active ORDER BY id")
        season = await connection.fetchval("SELECT extra FROM products WHERE slug = 'vase'")
    assert [row["price"] for row in rows] == [1000, 1800, 3000]
    assert season == {"Season": "Spring"}


async def test_a_file_that_disappears_is_reported(
    runtime: Runtime, write: Callable[[str], Path]
) -> None:
    file = open_catalogue(write(BOWLS))
    file.table.path.unlink()
    report = await import_catalogue(runtime, file)
    assert "There is no file" in report.stopped
    assert report.exit_status == 1


async def test_a_lost_database_connection_is_reported(
    settings: Settings, write: Callable[[str], Path]
) -> None:
    rows = "".join(f"p{number},P,1\n" for number in range(BATCH + 1))
    file = open_catalogue(write(f"Handle,Title,Variant Price\n{rows}"))
    async with open_runtime(settings, settings.database_url) as runtime:
        async with runtime.database.transaction() as connection:
            await connection.execute(TERMINATE_AT_LAST_PRODUCT)
        report = await import_catalogue(runtime, file)
    assert report.products == {"created": BATCH}
    assert "Run the import again" in report.stopped
    assert report.exit_status == 2
    assert f"stopped early: {report.stopped}" in list(report.lines())


TERMINATE_AT_LAST_PRODUCT = f"""
    CREATE FUNCTION terminate_connection() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN new; END $$;
    CREATE TRIGGER terminate_connection BEFORE INSERT ON products FOR EACH ROW
    WHEN (new.slug = 'p{BATCH}') EXECUTE FUNCTION terminate_connection();
"""


async def test_a_killed_import_leaves_complete_products_and_can_be_continued(
    runtime: Runtime, write: Callable[[str], Path]
) -> None:
    products = BATCH * 3
    rows = "".join(f"p{n},P,Size,S,1\np{n},,,L,2\n" for n in range(products))
    file = write(f"Handle,Title,Option1 Name,Option1 Value,Variant Price\n{rows}")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stallage", "import", file),
        env={
            **os.environ,
            "STALLAGE_DATABASE_URL": runtime.settings.database_url,
            "STALLAGE_DATA_DIR": str(runtime.settings.data_dir),
        },
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    assert b"rows" in await process.stderr.readline()
    process.kill()
    await process.wait()

    async with runtime.database.reading() as connection:
        incomplete = await connection.fetch(
            "SELECT p.slug FROM products p LEFT JOIN skus s ON s.product_id = p.id"
            " GROUP BY p.id HAVING count(s.id) <> 2 OR p.card IS NULL"
        )
        count = await connection.fetchval("SELECT count(*) FROM products")
    assert incomplete == []
    assert count >= BATCH
    report = await import_catalogue(runtime, open_catalogue(file))
    assert report.imported == products
    assert report.products["unchanged"] >= BATCH


def test_many_remarks_are_counted(tmp_path: Path) -> None:
    report = Report(tmp_path, "CSV", "utf-8")
    report.remarks = [Remark(line, "A remark.") for line in range(2, 152)]
    assert "… and 50 more remarks; --report FILE has them all" in list(report.lines())


async def test_two_imports_at_once(runtime: Runtime, write: Callable[[str], Path]) -> None:
    file = open_catalogue(write(BOWLS))
    reports = await asyncio.gather(*[import_catalogue(runtime, file) for _ in range(3)])
    created = sum(report.products["created"] for report in reports)
    assert (created, sum(report.imported for report in reports)) == (2, 6)


def test_progress_without_a_terminal_is_a_line_per_tenth() -> None:
    output = io.StringIO()
    with show_progress(1000, output) as progress:
        for _ in range(20):
            progress.advance(50)
    assert output.getvalue().splitlines()[:2] == ["100 of 1,000 rows", "200 of 1,000 rows"]
    assert len(output.getvalue().splitlines()) == 10


def test_progress_is_a_bar_on_a_terminal() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    output = Terminal()
    with show_progress(1000, output) as progress:
        progress.advance(1000)
    assert "1000/1000" in output.getvalue()
