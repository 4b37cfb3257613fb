"""Products, variations and attributes of WooCommerce's CSV become drafts."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from stallage.import_export.formats import grouping
from tests.import_export.files import Reading, read

HEADER = (
    *("ID", "Type", "SKU", "Name", "Published", "Visibility in catalog", "Short description"),
    *("Tax status", "In stock?", "Stock", "Backorders allowed?", "Sold individually?"),
    *("Weight (lbs)", "Sale price", "Regular price", "Date sale price ends", "Categories", "Tags"),
    *(
        "Images",
        "Brands",
        "GTIN, UPC, EAN, or ISBN",
        "Is featured?",
        "Parent",
        "Attribute 1 name",
        "Attribute 1 value(s)",
    ),
    *("Attribute 2 name", "Attribute 2 value(s)", "Meta: origin", "Meta: _internal"),
)


def reading_of(tmp_path: Path, *rows: dict[str, str]) -> Reading:
    text = io.StringIO()
    writer = csv.DictWriter(text, HEADER, restval="")
    writer.writeheader()
    writer.writerows(rows)
    path = tmp_path / "products.csv"
    path.write_text(text.getvalue())
    return read(path)


def simple(**cells: str) -> dict[str, str]:
    return {"Type": "simple", "SKU": "vase", "Name": "Vase", "Regular price": "20"} | cells


def test_a_simple_product(tmp_path: Path) -> None:
    cells = {
        "Short description": "<p>A vase.</p>",
        "Sale price": "15.50",
        "Categories": "Decor > Vases, Gifts",
        "Tags": "new, blue",
        "Images": "https://a.example/1.jpg, https://a.example/2,b.jpg",
        "Weight (lbs)": "2",
        "Sold individually?": "1",
        "Tax status": "none",
        "Stock": "7",
        "Attribute 1 name": "Colour",
        "Attribute 1 value(s)": "Blue, Sea\\, green",
        "Meta: origin": "Portugal",
        "Meta: _internal": "1",
    }
    product = reading_of(tmp_path, simple(**cells)).one
    (sku,) = product.skus
    assert (product.slug, product.summary, product.tags) == ("vase", "A vase.", ("new", "blue"))
    assert product.categories == (("Decor", "Vases"), ("Gifts",))
    assert product.attributes == {"Colour": ("Blue", "Sea, green")}
    assert [image.src[-7:] for image in product.images or ()] == ["e/1.jpg", "2,b.jpg"]
    assert product.max_per_order == 1
    assert (sku.price, sku.compare_at_price, sku.stock, sku.tracked) == (1550, 2000, 7, True)
    assert (sku.weight_grams, sku.taxable) == (907, False)
    assert (product.extra["Meta: origin"], "Meta: _internal" in product.extra) == (
        "Portugal",
        False,
    )


def variable(**cells: str) -> dict[str, str]:
    attributes = {
        "Attribute 1 name": "Size",
        "Attribute 1 value(s)": "S, M",
        "Attribute 2 name": "Fabric",
        "Attribute 2 value(s)": "Wool",
    }
    return {"ID": "5", "Type": "variable", "SKU": "tee", "Name": "Tee"} | attributes | cells


def variation(size: str, **cells: str) -> dict[str, str]:
    own = {"Attribute 1 name": "Size", "Attribute 1 value(s)": size, "Regular price": "9"}
    return {"Type": "variation", "Parent": "tee"} | own | cells


def test_variations_are_found_by_sku_or_id_wherever_they_stand(tmp_path: Path) -> None:
    reading = reading_of(
        tmp_path,
        variation("M", Parent="id:5", SKU="tee-m"),
        simple(),
        variable(),
        variation("S", SKU="tee-s"),
    )
    tee = next(product for product in reading.products if product.slug == "tee")
    assert [(sku.options, sku.sku) for sku in tee.skus] == [(("M",), "tee-m"), (("S",), "tee-s")]
    assert (tee.option_names, tee.attributes) == (("Size",), {"Fabric": ("Wool",)})


def test_a_variation_for_any_value_is_imported_once_for_each(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, variable(), variation("", SKU="tee-any", Stock="4"))
    assert [(sku.options, sku.sku or "", sku.stock) for sku in reading.one.skus] == [
        (("S",), "tee-any", 4),
        (("M",), "", 0),
    ]
    assert "any “Size”" in reading.remarks[3]


def test_stock_of_the_parent_is_not_sold_twice(tmp_path: Path) -> None:
    reading = reading_of(
        tmp_path, variable(Stock="6"), variation("S", Stock="parent"), variation("M")
    )
    assert [sku.stock for sku in reading.one.skus] == [6, 0]
    assert "together" in reading.remarks[2]


@pytest.mark.parametrize(
    ("cells", "stock", "tracked", "backorder"),
    [
        ({}, None, False, False),
        ({"In stock?": "1"}, None, False, False),
        ({"In stock?": "0"}, 0, True, False),
        ({"Stock": "3", "Backorders allowed?": "notify"}, 3, True, True),
    ],
)
def test_stock(
    tmp_path: Path, cells: dict[str, str], stock: int | None, tracked: bool, backorder: bool
) -> None:
    (sku,) = reading_of(tmp_path, simple(**cells)).one.skus
    assert (sku.stock, sku.tracked, sku.backorder) == (stock, tracked, backorder)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (simple(Type="grouped"), "grouped product"),
        (simple(Type="external"), "another site"),
        (variation("S", Parent="nothing"), "is not in the file"),
        (variation("S", Parent=""), "names no parent"),
        (simple(**{"Regular price": "free"}), "“free” is not an amount"),
        (simple(Name=""), "no title"),
        (simple(**{"Weight (lbs)": "heavy"}), "not a weight"),
        (simple(**{"Weight (lbs)": "NaN"}), "not a weight"),
    ],
)
def test_rows_that_are_refused(tmp_path: Path, row: dict[str, str], reason: str) -> None:
    assert reason in reading_of(tmp_path, row).refused[2]


def test_drafts_and_planned_sales_are_no_offers(tmp_path: Path) -> None:
    sale = {"Sale price": "1", "Date sale price ends": "2030-01-01"}
    reading = reading_of(
        tmp_path,
        simple(Name="One", **sale),
        simple(Name="Two", **{"Visibility in catalog": "hidden"}),
        simple(Name="Three", Published="0"),
    )
    assert [product.status for product in reading.products] == ["active", "draft", "draft"]
    assert reading.products[0].skus[0].price == 2000
    assert "Create a sale" in reading.remarks[2]


def test_products_with_the_same_name_get_different_slugs(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, simple(SKU="a"), simple(SKU="b"), simple(SKU=""))
    assert [product.slug for product in reading.products] == ["vase", "vase-b", "vase-2"]


def test_names_are_html_and_numbers_may_have_commas(tmp_path: Path) -> None:
    cells = {
        "Name": "Cup &amp; Saucer",
        "Short description": "<p>Tea &amp; coffee\\nfor two</p>",
        "Regular price": "19,90",
        "Weight (lbs)": "0,5",
        "Categories": "Kitchen &amp; Table > Cups\\, mugs, Gifts",
        "Tags": "tea &amp; coffee",
        "Brands": "Kiln &amp; Co",
        "GTIN, UPC, EAN, or ISBN": "4006381333931",
        "Attribute 1 name": "Glaze",
        "Attribute 1 value(s)": "Blue &amp; white, 1\\, 2",
    }
    product = reading_of(tmp_path, simple(**cells)).one
    (sku,) = product.skus
    assert (product.title, product.summary) == ("Cup & Saucer", "Tea & coffee for two")
    assert (product.brand, product.tags) == ("Kiln & Co", ("tea & coffee",))
    assert product.categories == (("Kitchen & Table", "Cups, mugs"), ("Gifts",))
    assert product.attributes == {"Glaze": ("Blue & white", "1, 2")}
    assert (sku.price, sku.weight_grams, sku.barcode) == (1990, 227, "4006381333931")


@pytest.mark.parametrize(
    ("cells", "remark"),
    [
        ({"Published": "0"}, "private"),
        ({"Published": "2"}, "not reviewed"),
        ({"Visibility in catalog": "hidden"}, "becomes a draft"),
        ({"Visibility in catalog": "search"}, "it is in lists too"),
        ({"Visibility in catalog": "catalog"}, "the search finds it too"),
        ({"Brands": "Kiln, Oven"}, "one brand"),
        ({"Sale price": "1", "Date sale price ends": "2030-01-01"}, "until 2030-01-01 is left out"),
    ],
)
def test_what_is_imported_otherwise_is_reported(
    tmp_path: Path, cells: dict[str, str], remark: str
) -> None:
    reading = reading_of(tmp_path, simple(**cells))
    assert remark in reading.remarks[2]
    assert reading.one.title == "Vase"


def test_a_variation_that_is_switched_off_is_not_sold(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, variable(), variation("S"), variation("M", Published="0"))
    assert [sku.options for sku in reading.one.skus] == [("S",)]
    assert "switched off" in reading.remarks[4]


def test_variations_may_be_virtual_and_have_several_pictures(tmp_path: Path) -> None:
    own = {"Images": "https://a.example/s.jpg, https://a.example/back.jpg"}
    product = reading_of(tmp_path, variable(), variation("S", Type="variation, virtual", **own)).one
    (sku,) = product.skus
    assert (sku.requires_shipping, sku.image) == (False, "https://a.example/s.jpg")
    sources = {image.src for image in product.images or ()}
    assert sources == {"https://a.example/s.jpg", "https://a.example/back.jpg"}


def test_columns_that_are_not_imported_are_named(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, simple(**{"Is featured?": "1", "Meta: _internal": "1"}))
    assert reading.ignored == ("Is featured?", "Meta: _internal")


def test_more_variations_than_memory_holds_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grouping, "MAX_ROWS_OF_ONE", 1)
    reading = reading_of(tmp_path, variable(), variation("S"), variation("M"))
    assert [sku.options for sku in reading.one.skus] == [("S",)]
    assert reading.refused == {4: "A product has at most 100 variants."}
