"""Google Merchant product data as CSV, TSV, RSS and Atom becomes drafts."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from stallage.import_export.formats import xml_feed
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.formats.table import UnreadableFile
from tests.import_export.files import Reading, read

RSS = """<?xml version="1.0"?>
<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>
<item><g:id>tee-s</g:id><g:item_group_id>tee</g:item_group_id><title>Tee</title>
<description>Soft.\n\nVery &lt;3 soft.</description><link>https://a.example/tee</link>
<g:image_link>https://a.example/1.jpg</g:image_link><g:price>15.00 USD</g:price>
<g:sale_price>12 USD</g:sale_price><g:additional_image_link>https://a.example/2.jpg</g:additional_image_link>
<g:additional_image_link>https://a.example/3,b.jpg</g:additional_image_link>
<g:availability>in_stock</g:availability><g:size>S</g:size><g:color>Red</g:color>
<g:product_type>Home &gt; Shirts</g:product_type><g:shipping_weight>0.5 kg</g:shipping_weight>
<g:shipping><g:country>US</g:country><g:price>5 USD</g:price></g:shipping>
<g:product_detail><g:section_name>Care</g:section_name><g:attribute_name>Wash</g:attribute_name>
<g:attribute_value>30 degrees</g:attribute_value></g:product_detail></item>
<item><g:id>tee-m</g:id><g:item_group_id>tee</g:item_group_id><title>Tee</title>
<g:price>15.00 USD</g:price><g:availability>out of stock</g:availability><g:size>M</g:size>
<g:color>Red</g:color></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">
<entry><g:id>1</g:id><title>Vase</title><link href="https://a.example/vase"/>
<g:price>USD 20.5</g:price><g:gtin>4006381333931</g:gtin><g:gender>unisex</g:gender></entry></feed>"""


def reading_of(tmp_path: Path, text: str | bytes, name: str = "feed") -> Reading:
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read(path)


def test_items_of_a_group_are_variants(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, RSS)
    product = reading.one
    assert (product.slug, product.option_names) == ("tee", ("Size",))
    small, medium = product.skus
    assert (small.options, small.price, small.compare_at_price) == (("S",), 1200, 1500)
    assert (small.tracked, small.weight_grams) == (False, 500)
    assert (medium.options, medium.price, medium.stock, medium.tracked) == (("M",), 1500, 0, True)
    assert product.attributes == {"Color": ("Red",)}
    assert product.categories == (("Home", "Shirts"),)
    assert product.specification == (("Wash", "30 degrees"),)
    assert product.description_html == "<p>Soft.</p><p>Very &lt;3 soft.</p>"
    assert [image.src[-7:] for image in product.images or ()] == ["e/1.jpg", "e/2.jpg", "3,b.jpg"]
    assert reading.rows == 2


def test_atom(tmp_path: Path) -> None:
    product = reading_of(tmp_path, ATOM).one
    (sku,) = product.skus
    assert (product.slug, sku.sku, sku.price, sku.barcode) == ("vase", "1", 2050, "4006381333931")
    assert product.attributes == {"Gender": ("unisex",)}


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_tables(tmp_path: Path, delimiter: str) -> None:
    header = ("id", "title", "image link", "price", "quantity", "google_product_category", "mpn")
    row = ("v1", "Vase", "https://a.example/v.jpg", "20.00 USD", "4", "Home > Decor", "M-1")
    text = "\n".join(delimiter.join(cells) for cells in (header, row))
    product = reading_of(tmp_path, gzip.compress(text.encode())).one
    (sku,) = product.skus
    assert (sku.stock, product.categories) == (4, (("Home", "Decor"),))
    assert product.extra["mpn"] == "M-1"


def test_another_currency_is_refused(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, ATOM.replace("USD 20.5", "20.5 EUR"))
    assert reading.refused == {2: "price “20.5 EUR” is not in USD, the shop's currency."}


def test_items_that_differ_in_nothing_known_are_still_variants(tmp_path: Path) -> None:
    text = RSS.replace("<g:size>M</g:size>", "<g:size>S</g:size>")
    product = reading_of(tmp_path, text).one
    assert product.option_names == ("Variant",)
    assert [sku.options for sku in product.skus] == [("tee-s",), ("tee-m",)]


DETAILS = RSS.replace("<g:size>M</g:size>", "<g:size>S</g:size>").replace(
    "</item>\n<item>",
    "<g:product_detail><g:attribute_name>Wood: kind</g:attribute_name><g:attribute_value>Oak, oiled"
    "</g:attribute_value></g:product_detail></item>\n<item><g:product_detail><g:attribute_name>"
    "Wood: kind</g:attribute_name><g:attribute_value>Ash</g:attribute_value></g:product_detail>",
)


def test_details_that_differ_are_options(tmp_path: Path) -> None:
    product = reading_of(tmp_path, DETAILS).one
    assert product.option_names == ("Wood: kind",)
    assert [sku.options for sku in product.skus] == [("Oak, oiled",), ("Ash",)]
    assert product.specification == (("Wash", "30 degrees"),)


TABLE_HEADER = (
    *("id", "title", "link", "description", "price", "sale_price", "sale_price_effective_date"),
    *("availability", "product_type", "google_product_category", "product_highlight"),
    *("product_detail", "condition", "adult", "brand"),
)


def table_of(**cells: str) -> str:
    values = {"id": "v1", "title": "Vase", "price": "20.00 USD"} | cells
    return "\t".join(TABLE_HEADER) + "\n" + "\t".join(values.get(n, "") for n in TABLE_HEADER)


def test_lists_and_details_of_a_table(tmp_path: Path) -> None:
    cells = {
        "link": "https://a.example/products/blue-vase?variant=3",
        "description": "Round.",
        "product_type": '"""Home, garden > Vases"",Gifts"',
        "google_product_category": "602",
        "product_highlight": '"Blue,""Big, round"""',
        "product_detail": "Care:Wash:by hand,:Made in:Porto,broken",
        "condition": "new",
        "adult": "no",
    }
    reading = reading_of(tmp_path, table_of(**cells))
    product = reading.one
    assert product.slug == "blue-vase"
    assert product.categories == (("Home, garden", "Vases"), ("Gifts",))
    assert product.extra["Google Shopping / Google product category"] == "602"
    assert "condition" not in {name for name, text in product.extra.items() if text}
    assert product.description_html == "<p>Round.</p><ul><li>Blue</li><li>Big, round</li></ul>"
    assert product.specification == (("Wash", "by hand"), ("Made in", "Porto"))
    assert "“broken” is left out" in reading.remarks[2]
    assert reading.ignored == ("adult",)


@pytest.mark.parametrize(
    ("cells", "remark"),
    [
        ({"availability": "soon"}, "“soon” is unknown"),
        (
            {"sale_price": "1.00 USD", "sale_price_effective_date": "2030-01-01/2030-02-01"},
            "of 2030-01-01/2030-02-01 is left out",
        ),
    ],
)
def test_what_is_imported_otherwise_is_reported(
    tmp_path: Path, cells: dict[str, str], remark: str
) -> None:
    reading = reading_of(tmp_path, table_of(**cells))
    assert remark in reading.remarks[2]
    assert reading.one.skus[0].price == 2000


def test_prices_may_have_a_decimal_comma_but_no_thousands(tmp_path: Path) -> None:
    assert reading_of(tmp_path, table_of(price="12,99 USD")).one.skus[0].price == 1299
    assert "more than 2 decimals" in reading_of(tmp_path, table_of(price="1,299 USD")).refused[2]


BOMB = """<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><rss><channel><item><id>&b;</id></item></channel></rss>"""
FILE = """<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<rss><channel><item><id>1</id><title>&a;</title><link>x</link></item></channel></rss>"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (BOMB, "document type"),
        (FILE, "document type"),
        (RSS[:-40], "not well-formed"),
        ("<rss><channel></channel></rss>", "no items"),
        (f"<rss>{'<a>' * 50}", "nested too deeply"),
        ("<?xml version='1.0' encoding='klingon'?><rss/>", "encoding|not well-formed"),
        ("<rss><item><id>1</id><color>x</color></item></rss>", "not a known catalogue file"),
    ],
)
def test_hostile_files_are_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "feed.xml"
    path.write_text(text)
    with pytest.raises(UnreadableFile, match=reason):
        open_catalogue(path)


def test_long_items_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_feed, "MAX_ITEM", 50)
    path = tmp_path / "feed.xml"
    path.write_text(RSS)
    with pytest.raises(UnreadableFile, match="too long"):
        open_catalogue(path)
