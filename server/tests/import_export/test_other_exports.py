"""Exports as WooCommerce and Google Merchant files, imported into an empty shop."""

from __future__ import annotations

import csv
import io
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.formats.export_formats import EXPORT_FORMATS, format_for
from stallage.import_export.formats.exporting import CatalogueFacts
from stallage.import_export.operations.export_catalogue import export_catalogue
from stallage.import_export.operations.import_catalogue import import_catalogue
from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.products.queries.product_reader import read_catalogue
from stallage.settings import Settings
from tests import command
from tests.command import CommandResult
from tests.import_export.files import sheet

CUP = {
    "Handle": "cup", "Title": "Cup & saucer, “fine”", "Body (HTML)": "<p>For tea.\nHot \\n.</p>",
    "Vendor": "Kiln & Co", "Tags": "tea, -50% off", "Published": "TRUE", "Option1 Name": "Colour",
    "Option1 Value": "Sea, green", "Option2 Name": "Finish", "Option2 Value": "Matt",
    "Variant SKU": "CUP-1", "Variant Barcode": "4006381333931", "Variant Price": "12.50",
    "Variant Compare At Price": "15", "Variant Inventory Tracker": "shopify",
    "Variant Inventory Qty": "7", "Variant Grams": "250", "Cost per item": "4",
    "Image Src": "https://pictures.example/green.jpg",
    "Variant Image": "https://pictures.example/green.jpg",
    "Categories (product.metafields.stallage.categories)": '[["Home, garden", "Cups & mugs"], ["Gifts"]]',
    "Origin (product.metafields.custom.origin)": "Portugal; Spain",
}  # fmt: skip
CATALOGUE = sheet(
    CUP,
    {"Handle": "cup", "Option1 Value": "Blue", "Option2 Value": "Gloss", "Variant SKU": "CUP-2",
     "Variant Price": "13", "Variant Inventory Tracker": "shopify", "Variant Inventory Qty": "0",
     "Variant Inventory Policy": "continue", "Image Src": "https://pictures.example/blue,2.jpg",
     "Variant Image": "https://pictures.example/blue,2.jpg"},
    {"Handle": "cup", "Image Src": "https://pictures.example/box.jpg"},
    {"Handle": "=voucher", "Title": "=Voucher", "Published": "TRUE", "Variant SKU": "cup",
     "Variant Price": "20", "Variant Requires Shipping": "FALSE", "Variant Taxable": "FALSE",
     "Summary (product.metafields.stallage.summary)": "A <small> gift & more",
     "Body (HTML)": "<p>Paper.</p>",
     "Most per order (product.metafields.stallage.max_per_order)": "1"},
    {"Handle": "jug", "Title": "Jug", "Status": "draft", "Variant Price": "5",
     "Variant SKU": "JUG", "Body (HTML)": "<p>Big.</p>"},
)  # fmt: skip

Run = Callable[..., Awaitable[CommandResult]]


@pytest.fixture
def stallage(settings: Settings) -> Run:
    """Run a command in the shop of this test."""
    return partial(command.run_stallage, settings)


@pytest.fixture
async def catalogue(runtime: Runtime, tmp_path: Path) -> list[ProductDraft]:
    """Import the products that the tests export."""
    path = tmp_path / "catalogue.csv"
    path.write_text(CATALOGUE, newline="")
    report = await import_catalogue(runtime, open_catalogue(path))
    assert report.products == {"created": 3}
    return await products_of(runtime)


async def products_of(runtime: Runtime) -> list[ProductDraft]:
    async with runtime.database.reading() as connection:
        return [product async for product in read_catalogue(connection)]


async def export(runtime: Runtime, path: Path, format_id: str) -> str:
    text = io.StringIO(newline="")
    await export_catalogue(runtime, text, target=EXPORT_FORMATS[format_id])
    return write(path, text.getvalue())


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8", newline="")
    return text


async def empty(runtime: Runtime) -> None:
    async with runtime.database.transaction() as connection:
        await connection.execute(
            "TRUNCATE products, skus, product_images, product_categories, categories, brands,"
            " attributes RESTART IDENTITY CASCADE"
        )


def comparable(product: ProductDraft) -> ProductDraft:
    """Leave out what no other format holds: units to show weights in, and stored columns."""
    skus = tuple(replace(sku, weight_unit="", extra={}) for sku in product.skus)
    return replace(product, skus=skus, extra={}, product_type="")


async def test_woocommerce(runtime: Runtime, catalogue: list[ProductDraft], tmp_path: Path) -> None:
    path = tmp_path / "woocommerce.csv"
    text = await export(runtime, path, "woocommerce")
    assert (await import_catalogue(runtime, open_catalogue(path))).products == {"unchanged": 3}
    await empty(runtime)
    report = await import_catalogue(runtime, open_catalogue(path))
    assert (report.products, report.refused, report.remarks) == ({"created": 3}, [], [])
    assert [*map(comparable, await products_of(runtime))] == [*map(comparable, catalogue)]
    assert await export(runtime, path, "woocommerce") == text


async def test_columns_of_woocommerce(
    runtime: Runtime, catalogue: list[ProductDraft], tmp_path: Path
) -> None:
    del catalogue
    text = await export(runtime, tmp_path / "out.csv", "woocommerce")
    cup, green, _, voucher, jug = csv.DictReader(io.StringIO(text, newline=""))
    assert (cup["Type"], cup["SKU"], green["Parent"]) == ("variable", "cup-product", "cup-product")
    assert cup["Attribute 1 value(s)"] == "Sea\\, green, Blue"
    assert cup["Categories"] == "Home\\, garden > Cups & mugs, Gifts"
    assert (green["Regular price"], green["Sale price"]) == ("15.00", "12.50")
    assert (voucher["Type"], voucher["Name"]) == ("simple, virtual", "'=Voucher")
    assert (voucher["Stock"], voucher["In stock?"], voucher["Tax status"]) == ("", "1", "none")
    assert (cup["Published"], jug["Published"]) == ("1", "-1")


@pytest.mark.parametrize("format_id", ["google", "google-xml"])
async def test_google(
    runtime: Runtime, catalogue: list[ProductDraft], tmp_path: Path, format_id: str
) -> None:
    path = tmp_path / "feed"
    text = await export(runtime, path, format_id)
    await empty(runtime)
    report = await import_catalogue(runtime, open_catalogue(path))
    assert (report.products, report.refused, report.remarks) == ({"created": 2}, [], [])

    def held(product: ProductDraft) -> ProductDraft:
        """Leave out what Google's format has no attribute for, and the SKU that is not unique."""
        skus = tuple(
            replace(
                sku,
                sku="" if sku.sku in ("cup", "=voucher", "voucher") else sku.sku,
                requires_shipping=True,
                taxable=True,
            )
            for sku in product.skus
        )
        images = tuple(
            replace(image, options=None) for image in sorted(product.images or (), key=_src)
        )
        rest = replace(product, tags=(), summary="", max_per_order=0)
        return comparable(replace(rest, skus=skus, images=images))

    imported = await products_of(runtime)
    assert [*map(held, imported)] == [held(one) for one in catalogue if one.status == "active"]
    assert await export(runtime, path, format_id) == text


def _src(image: ImageDraft) -> str:
    return image.src


async def test_attributes_of_google(
    runtime: Runtime, catalogue: list[ProductDraft], tmp_path: Path
) -> None:
    del catalogue
    text = await export(runtime, tmp_path / "out.tsv", "google")
    green, blue, voucher = csv.DictReader(io.StringIO(text, newline=""), dialect="excel-tab")
    link = f"{runtime.settings.public_url}/products/cup"
    assert (green["id"], green["item_group_id"], green["link"]) == ("CUP-1", "cup", link)
    assert (green["price"], green["sale_price"]) == ("15.00 USD", "12.50 USD")
    assert (green["color"], green["shipping_weight"]) == ("Sea, green", "250 g")
    assert (green["gtin"], blue["identifier_exists"]) == ("4006381333931", "no")
    assert [one["availability"] for one in (green, blue, voucher)] == [
        *("in_stock", "backorder", "in_stock"),
    ]
    assert green["product_type"] == '"Home, garden > Cups & mugs",Gifts'


async def test_the_command_chooses_the_format(
    stallage: Run, runtime: Runtime, catalogue: list[ProductDraft], tmp_path: Path
) -> None:
    del catalogue
    feed = tmp_path / "feed.xml"
    ran = await stallage("export", feed, "--format", "google")
    assert (ran.status, ran.output.splitlines()) == (
        0,
        [
            f"{feed}: 2 products, 3 rows",
            "1 products are left out: not on sale, or not for feeds.",
        ],
    )
    assert feed.read_text() == await export(runtime, tmp_path / "other", "google-xml")
    ran = await stallage("export", tmp_path / "out.csv.gz", "--format", "woocommerce")
    assert (ran.status, "3 products, 5 rows" in ran.output) == (0, True)
    ran = await stallage("export", tmp_path / "out.csv", "--format", "excel")
    assert (ran.status, "Choose one of: shopify, woocommerce, google" in ran.errors) == (1, True)


def test_google_is_xml_if_the_name_of_the_file_says_so() -> None:
    found = [format_for("google", name) for name in ("a.xml", "a.xml.gz", "a.txt")]
    assert [one.id for one in found if one] == ["google-xml", "google-xml", "google"]


def test_text_that_xml_cannot_hold_is_left_out(tmp_path: Path) -> None:
    facts = CatalogueFacts((), (), 0, frozenset(), Currency("USD", 2), "https://shop.example")
    stream = io.StringIO()
    writer = EXPORT_FORMATS["google-xml"].open(stream, facts)
    product = ProductDraft(
        "a", "A\x01 <b> & ]]>", (SkuDraft(price=100),), status="active", channels=("product_feed",)
    )
    writer.write(product)
    writer.finish()
    path = tmp_path / "feed.xml"
    path.write_text(stream.getvalue())
    (result,) = open_catalogue(path).products(Currency("USD", 2))
    assert result.draft is not None
    assert result.draft.title == "A <b> & ]]>"
