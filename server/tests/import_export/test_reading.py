"""Rows of a Shopify CSV become drafts, refused rows and remarks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from stallage.products.drafts import ImageDraft
from tests.import_export.files import Reading, read, sheet

Reads = Callable[..., Reading]


@pytest.fixture
def reads(tmp_path: Path) -> Reads:
    """Read rows passed as dictionaries."""

    def of(*rows: dict[str, str], header: list[str] | None = None, decimals: int = 2) -> Reading:
        path = tmp_path / "catalogue.csv"
        path.write_text(sheet(*rows, header=header), newline="")
        return read(path, decimals=decimals)

    return of


VASE = {"Handle": "vase", "Title": "Vase", "Variant Price": "24.00"}


def bowl(**cells: str) -> dict[str, str]:
    """Return a row of a bowl in sizes."""
    columns = {name.replace("_", " "): text for name, text in cells.items()}
    return {"Handle": "bowl", "Variant Price": "10.00", **columns}


SIZES = {"Title": "Bowl", "Option1_Name": "Size"}


def test_a_product_without_options_is_one_sku(reads: Reads) -> None:
    product = reads(
        {**VASE, "Option1 Name": "Title", "Option1 Value": "Default Title", "Vendor": "Kiln"}
    ).one
    assert (product.slug, product.title, product.brand) == ("vase", "Vase", "Kiln")
    assert product.option_names == ()
    assert [(sku.options, sku.price) for sku in product.skus] == [((), 2400)]


def test_variants_and_pictures_span_several_rows(reads: Reads) -> None:
    first, second = "https://x.example/1.jpg", "https://x.example/2.jpg"
    product = reads(
        bowl(**SIZES, Option1_Value="S", Image_Src=first, Image_Alt_Text="Small"),
        bowl(Option1_Value="L", Variant_Price="18.00", Variant_Image=second),
        {"Handle": "bowl", "Image Src": second, "Image Alt Text": "Large"},
    ).one
    assert product.option_names == ("Size",)
    assert [(sku.options, sku.price, sku.image) for sku in product.skus] == [
        (("S",), 1000, ""),
        (("L",), 1800, second),
    ]
    assert product.images == (ImageDraft(first, "Small"), ImageDraft(second, "Large"))


def test_pictures_are_ordered_by_position(reads: Reads) -> None:
    product = reads(
        {**VASE, "Image Src": "https://x.example/2.jpg", "Image Position": "2"},
        {"Handle": "vase", "Image Src": "https://x.example/1.jpg", "Image Position": "1"},
    ).one
    assert [image.src[-5] for image in product.images or ()] == ["1", "2"]


def test_a_picture_of_a_variant_alone_joins_the_gallery(reads: Reads) -> None:
    product = reads({**VASE, "Variant Image": "//x.example/v.jpg"}).one
    assert product.images == (ImageDraft("https://x.example/v.jpg"),)
    assert product.skus[0].image == "https://x.example/v.jpg"


def test_an_invalid_picture_is_left_out_with_a_remark(reads: Reads) -> None:
    reading = reads({**VASE, "Image Src": "file:///etc/passwd"})
    assert reading.one.images == ()
    assert "left out" in reading.remarks[2]


def test_old_and_current_headers_are_equivalent(reads: Reads) -> None:
    old = {
        "Handle": "vase", "Title": "Vase", "Body (HTML)": "<p>Tall</p>", "Vendor": "Kiln",
        "Type": "Vases", "Tags": "a, b", "Published": "true", "Variant SKU": "V-1",
        "Variant Grams": "900", "Variant Inventory Tracker": "shopify",
        "Variant Inventory Qty": "7", "Variant Inventory Policy": "continue",
        "Variant Price": "24.00", "Variant Compare At Price": "30.00",
        "Variant Requires Shipping": "true", "Variant Taxable": "false",
        "Variant Barcode": "42", "Image Src": "https://x.example/v.jpg", "Gift Card": "false",
        "SEO Title": "T", "SEO Description": "D", "Variant Weight Unit": "kg",
    }  # fmt: skip
    new = {
        "Title": "Vase", "URL handle": "vase", "Description": "<p>Tall</p>", "Vendor": "Kiln",
        "Type": "Vases", "Tags": "a, b", "Published on online store": "TRUE", "SKU": "V-1",
        "Weight value (grams)": "900", "Inventory tracker": "shopify",
        "Inventory quantity": "7", "Continue selling when out of stock": "CONTINUE",
        "Price": "24.00", "Compare-at price": "30.00",
        "Requires shipping": "TRUE", "Charge tax": "FALSE",
        "Barcode": "42", "Product image URL": "https://x.example/v.jpg", "Gift card": "FALSE",
        "SEO title": "T", "SEO description": "D", "Weight unit for display": "kg",
    }  # fmt: skip
    product = reads(old).one
    assert reads(new).one == product
    sku = product.skus[0]
    assert (sku.stock, sku.tracked, sku.backorder, sku.compare_at_price) == (7, True, True, 3000)
    assert (sku.weight_grams, sku.weight_unit, sku.taxable) == (900, "kg", False)
    assert product.tags == ("a", "b")
    assert product.categories == (("Vases",),)


def test_headers_and_cells_may_be_padded_and_in_any_case(reads: Reads) -> None:
    product = reads(
        {"  HANDLE ": " vase ", "title\t": "  Tall   vase ", " variant PRICE": " 2 "}
    ).one
    assert (product.slug, product.title, product.skus[0].price) == ("vase", "Tall vase", 200)


def test_taxonomy_collection_and_type_are_categories(reads: Reads) -> None:
    cells = {"Product Category": "Home > Decor > Vases", "Type": "Vases", "Collection": "Spring"}
    assert reads({**VASE, **cells}).one.categories == (
        ("Home", "Decor", "Vases"),
        ("Spring",),
        ("Vases",),
    )


def test_a_taxonomy_id_is_not_a_category(reads: Reads) -> None:
    reading = reads({**VASE, "Product Category": "gid://shopify/TaxonomyCategory/aa-1"})
    assert reading.one.categories == ()
    assert "not a path" in reading.remarks[2]


def test_metafields_are_attributes(reads: Reads) -> None:
    reading = reads(
        {
            **VASE,
            "Color (product.metafields.shopify.color-pattern)": "Oat; Ash",
            "Care (product.metafields.custom.care)": '["Hand wash", "No bleach; ever"]',
            "Rating (product.metafields.reviews.rating)": '{"value": "5"}',
        }
    )
    assert reading.one.attributes == {
        "Color": ("Oat", "Ash"),
        "Care": ("Hand wash", "No bleach; ever"),
        "Rating": (),
    }
    stored = {name: text for name, text in reading.one.extra.items() if text}
    assert stored == {"Rating (product.metafields.reviews.rating)": '{"value": "5"}'}


def test_unknown_columns_are_stored_with_the_product_or_sku(reads: Reads) -> None:
    product = reads(
        bowl(**SIZES, Option1_Value="S", Season="Spring", Bin="A1"),
        bowl(Option1_Value="L", Bin="A2"),
    ).one
    assert product.extra == {"Season": "Spring", "Bin": ""}
    assert [sku.extra for sku in product.skus] == [
        {"Season": "", "Bin": "A1"},
        {"Season": "", "Bin": "A2"},
    ]


def test_a_missing_column_is_none(reads: Reads) -> None:
    product = reads(VASE).one
    sku = product.skus[0]
    assert (product.brand, product.tags, product.status, product.images) == (None,) * 4
    assert (sku.stock, sku.tracked, sku.sku, sku.compare_at_price) == (None,) * 4


@pytest.mark.parametrize(
    ("cells", "status"),
    [
        ({"Status": "Archived"}, "archived"),
        ({"Status": ""}, "active"),
        ({"Published": "false"}, "draft"),
        ({"Published": ""}, "active"),
        ({"Published": "FALSE", "Status": "active"}, "draft"),
        ({"Published": "FALSE", "Status": "archived"}, "archived"),
        ({"Published": "TRUE", "Status": "draft"}, "draft"),
    ],
)
def test_status(reads: Reads, cells: dict[str, str], status: str) -> None:
    assert reads({**VASE, **cells}).one.status == status


def test_the_apostrophe_of_codes_is_removed(reads: Reads) -> None:
    sku = reads({**VASE, "Variant SKU": "'4160", "Variant Barcode": "'9009518582030"}).one.skus[0]
    assert (sku.sku, sku.barcode) == ("4160", "9009518582030")


def test_a_negative_stock_becomes_zero_with_a_remark(reads: Reads) -> None:
    reading = reads({**VASE, "Variant Inventory Qty": "-4"})
    assert reading.one.skus[0].stock == 0
    assert reading.remarks == {2: "The stock -4 is negative and imported as 0."}


def test_a_compare_at_price_without_a_discount_is_left_out(reads: Reads) -> None:
    reading = reads({**VASE, "Variant Compare At Price": "20.00"})
    assert reading.one.skus[0].compare_at_price == 0
    assert "not above the price" in reading.remarks[2]


def test_repeated_skus_are_imported_with_a_remark(reads: Reads) -> None:
    reading = reads(
        {**VASE, "Variant SKU": "X"},
        {**VASE, "Handle": "jug", "Title": "Jug", "Variant SKU": "X"},
    )
    assert len(reading.products) == 2
    assert reading.remarks == {3: "The SKU “X” is also in line 2."}


def test_the_escape_of_exports_is_removed(reads: Reads) -> None:
    assert reads({**VASE, "Title": "'=1+1"}).one.title == "=1+1"
    assert reads({**VASE, "Title": "'t Hooft"}).one.title == "'t Hooft"


def test_a_title_is_enough_for_a_draft(reads: Reads) -> None:
    reading = reads({"Title": "Wide bowl"})
    assert reading.one.slug == "wide-bowl"
    assert reading.one.skus[0].price is None
    assert "The price is missing" in reading.remarks[2]


def test_a_gift_card_gets_a_remark(reads: Reads) -> None:
    reading = reads({**VASE, "Gift Card": "TRUE"})
    assert reading.one.extra == {"Gift card": "TRUE"}
    assert "Gift cards" in reading.remarks[2]


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"Title": ""}, "no title"),
        ({"Title": "\u200b \u2060"}, "no title"),
        ({"Title": "x" * 256}, "longer than 255"),
        ({"Handle": "x" * 300}, "longer than 255"),
        ({"Vendor": "x" * 256}, "longer than 255"),
        ({"Tags": "x" * 256}, "longer than 255"),
        ({"Tags": ",".join(map(str, range(251)))}, "at most 250 tags"),
        ({"Status": "sleeping"}, "not active, draft or archived"),
        ({"Published": "maybe"}, "neither TRUE nor FALSE"),
        ({"Variant Price": "-1"}, "negative"),
        ({"Variant Price": "free"}, "not an amount"),
        ({"Variant Price": "10000000000.01"}, "too large"),
        ({"Variant Compare At Price": "x"}, "not an amount"),
        ({"Variant Inventory Qty": "1.5"}, "not a whole number"),
        ({"Variant Inventory Qty": "99999999999"}, "too large"),
        ({"Variant Inventory Policy": "perhaps"}, "neither TRUE nor FALSE"),
        ({"Variant Grams": "heavy"}, "not a weight"),
        ({"Cost per item": "-2"}, "negative"),
        ({"Variant SKU": "x" * 256}, "longer than 255"),
        ({"Title": "nul\0byte"}, "NUL byte"),
        ({"Product Category": " > ".join("abcdefghijk")}, "10 levels deep"),
        ({"Option1 Value": "S"}, "Option 1 has values but no name"),
        (
            {
                "Option1 Name": "Size",
                "Option1 Value": "S",
                "Option2 Name": "size",
                "Option2 Value": "M",
            },
            "Name already exists. Two options are called",
        ),
        ({"Swatches (product.metafields.stallage.swatches)": '{"a": {"b": "red"}}'}, "colour"),
        ({"Specification (product.metafields.stallage.specification)": "[]"}, "JSON object"),
        ({"Most per order (product.metafields.stallage.max_per_order)": "lots"}, "whole number"),
    ],
)
def test_a_bad_first_row_refuses_the_product_with_all_its_rows(
    reads: Reads, cells: dict[str, str], reason: str
) -> None:
    good = {**VASE, "Handle": "jug", "Title": "Jug"}
    first = {**VASE, **cells}
    reading = reads(first, {"Handle": first["Handle"], "Image Src": "https://x.example/1"}, good)
    assert [product.slug for product in reading.products] == ["jug"]
    assert reason in reading.refused[2]
    assert "refused in line 2" in reading.refused[3] or reason in reading.refused[3]


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"Variant Price": "x"}, "not an amount"),
        ({"Variant Price": ""}, "no price"),
        (
            {"Option1 Value": "s"},
            "Attribute set already exists. Line 2 has a variant with these options",
        ),
        ({"Option1 Value": ""}, "no value for the option “Size”"),
        ({"Option1 Value": "", "Variant Price": ""}, "neither a price"),
        ({"Option1 Value": "x" * 256}, "longer than 255"),
        ({"Variant SKU": "nul\0"}, "NUL byte"),
    ],
)
def test_a_bad_later_row_is_refused_alone(reads: Reads, cells: dict[str, str], reason: str) -> None:
    reading = reads(
        bowl(**SIZES, Option1_Value="S"),
        {**bowl(Option1_Value="M"), **cells},
        bowl(Option1_Value="L"),
    )
    assert [sku.options for sku in reading.one.skus] == [("S",), ("L",)]
    assert list(reading.refused) == [3]
    assert reason in reading.refused[3]
    assert not reading.one.complete


def test_a_product_without_valid_variants_is_refused(reads: Reads) -> None:
    reading = reads(
        {"Handle": "bowl", "Title": "Bowl", "Option1 Name": "Size"},
        bowl(Option1_Value="S", Variant_Price="x"),
    )
    assert reading.products == []
    assert set(reading.refused) == {2, 3}


def test_the_hundred_and_first_variant_is_refused(reads: Reads) -> None:
    rows = [bowl(Option1_Value=str(number)) for number in range(102)]
    reading = reads({**rows[0], "Title": "Bowl", "Option1 Name": "Size"}, *rows[1:])
    assert len(reading.one.skus) == 100
    assert set(reading.refused) == {102, 103}
    assert "at most 100 variants" in reading.refused[102]


def test_a_product_has_at_most_250_pictures(reads: Reads) -> None:
    rows = [{"Handle": "vase", "Image Src": f"https://x.example/{n}"} for n in range(251)]
    reading = reads(VASE, *rows)
    assert len(reading.one.images or ()) == 250
    assert list(reading.remarks) == [253]


def test_scattered_rows_of_a_product_are_joined(reads: Reads) -> None:
    reading = reads(
        bowl(**SIZES, Option1_Value="S"),
        VASE,
        bowl(Option1_Value="L"),
        {**VASE, "Handle": "jug", "Title": "Jug"},
    )
    assert [product.slug for product in reading.products] == ["vase", "jug", "bowl"]
    assert [sku.options for sku in reading.products[2].skus] == [("S",), ("L",)]
    assert reading.refused == {}


def test_a_row_without_handle_and_title_is_refused(reads: Reads) -> None:
    reading = reads(VASE, {"Variant Price": "3"})
    assert "neither a handle nor a title" in reading.refused[3]


def test_prices_follow_the_currency(reads: Reads) -> None:
    assert reads({**VASE, "Variant Price": "2400"}, decimals=0).one.skus[0].price == 2400
    assert reads({**VASE, "Variant Price": "2.125"}, decimals=3).one.skus[0].price == 2125
    assert "decimals" in reads({**VASE, "Variant Price": "24.50"}, decimals=0).refused[2]


def test_options_called_title_are_options_where_they_have_values(reads: Reads) -> None:
    product = reads({**VASE, "Option1 Name": "Title", "Option1 Value": "166cm"}).one
    assert product.option_names == ("Title",)
    assert product.skus[0].options == ("166cm",)


def test_control_characters_are_removed(reads: Reads) -> None:
    reading = reads({**VASE, "Title": "a\x01b\x7fc\u2028d", "Body (HTML)": "x\x02y\r\nz\tt"})
    assert reading.one.title == "a b c d"
    assert reading.one.description_html == "xy\nz\tt"
