"""Product drafts → Google Merchant product data, as text with tabs or as RSS.

Variants are items with the same `item_group_id`. Google has attributes for few options; the section
`Options` of `product_detail` has all of them with their names and in their order, and the section
`Attributes` those for filters.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import TextIO
from xml.sax.saxutils import escape

from stallage.core.spreadsheets import escape_formula
from stallage.import_export.formats.cells import format_amount
from stallage.import_export.formats.exporting import CatalogueFacts
from stallage.import_export.formats.google.fields import (
    ATTRIBUTES,
    CATEGORY_EXTRA,
    OPTIONS,
    SPECIFICATION,
    known_target,
)
from stallage.import_export.formats.lists import join_detail, join_list, split_detail
from stallage.products.drafts import ProductDraft, SkuDraft
from stallage.products.rules.slugs import short_hash
from stallage.shop.rules import links

Detail = tuple[str, str, str]
Item = dict[str, tuple[str, ...]]
"""Attribute → its values."""

COLUMNS = (
    *("id", "item_group_id", "title", "description", "link", "image_link", "additional_image_link"),
    *("availability", "sell_on_google_quantity", "price", "sale_price", "brand", "gtin", "mpn"),
    *("identifier_exists", "condition", "google_product_category", "product_type", "color", "size"),
    *("material", "pattern", "gender", "age_group", "shipping_weight", "cost_of_goods_sold"),
    *("product_detail", *(f"custom_label_{number}" for number in range(5))),
)
DETAIL = "product_detail"
DETAIL_NAMES = ("section_name", "attribute_name", "attribute_value")
STORED = {
    "mpn": ("mpn", "Google Shopping / Manufacturer part number (MPN)"),
    "condition": ("condition", "Google Shopping / Condition"),
    "google_product_category": (CATEGORY_EXTRA,),
    "gender": ("Google Shopping / Gender",),
    "age_group": ("Google Shopping / Age group",),
    **{
        f"custom_label_{number}": (
            f"custom_label_{number}",
            f"custom label {number}",
            f"Google Shopping / Custom label {number}",
        )
        for number in range(5)
    },
}
"""Attribute → the stored columns that it is written from."""
MAX_ID = 50
GTIN_LENGTHS = (8, 12, 13, 14)
_NOT_XML = dict.fromkeys([*range(0x9), 0xB, 0xC, *range(0xE, 0x20), 0xFFFE, 0xFFFF])


class _GoogleWriter:
    """Counts products and items; the formats write them."""

    def __init__(self, stream: TextIO, facts: CatalogueFacts) -> None:
        self._stream = stream
        self._facts = facts
        self.products = 0
        self.rows = 0
        self.left_out = 0

    def write(self, product: ProductDraft) -> None:
        """Write the items of a product that is on sale and offered in feeds."""
        if product.status != "active" or "product_feed" not in (product.channels or ()):
            self.left_out += 1
            return
        self.products += 1
        for item in _items(product, self._facts):
            self.rows += 1
            self._write_item(item)

    def _write_item(self, item: Item) -> None:
        raise NotImplementedError


class GoogleTextWriter(_GoogleWriter):
    """Writes text with tabs between the attributes."""

    def __init__(self, stream: TextIO, facts: CatalogueFacts) -> None:
        """Write the header. Open the stream with `newline=""`."""
        super().__init__(stream, facts)
        self._writer = csv.DictWriter(
            stream, COLUMNS, restval="", dialect="excel-tab", lineterminator="\n"
        )
        self._writer.writeheader()

    def finish(self) -> None:
        """A table has no end."""

    def _write_item(self, item: Item) -> None:
        cells: dict[str, str] = {}
        for name, values in item.items():
            is_list = name in (DETAIL, "product_type", "additional_image_link")
            cells[name] = escape_formula(join_list(values) if is_list else "".join(values))
        self._writer.writerow(cells)


class GoogleXmlWriter(_GoogleWriter):
    """Writes RSS 2.0 with the attributes in Google's namespace."""

    def __init__(self, stream: TextIO, facts: CatalogueFacts) -> None:
        """Write the beginning of the channel."""
        super().__init__(stream, facts)
        address = _text(facts.public_url)
        stream.write(
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n'
            f"<title>{address}</title>\n<link>{address}</link>\n"
            "<description>Products</description>\n"
        )

    def finish(self) -> None:
        """Write the end of the channel."""
        self._stream.write("</channel>\n</rss>\n")

    def _write_item(self, item: Item) -> None:
        lines = (
            f"<g:{name}>{_detail_elements(value) if name == DETAIL else _text(value)}</g:{name}>"
            for name, values in item.items()
            for value in values
            if value
        )
        self._stream.write("<item>\n{}\n</item>\n".format("\n".join(lines)))


def _items(product: ProductDraft, facts: CatalogueFacts) -> Iterator[Item]:
    shared = _product_values(product, facts)
    skus = product.skus
    for place, sku in enumerate(skus, 1):
        options = dict(zip(product.option_names, sku.options, strict=False))
        details = [
            *((OPTIONS, name, value) for name, value in options.items()),
            *(
                (ATTRIBUTES, name, one)
                for name, values in product.attributes.items()
                for one in values
            ),
            *((SPECIFICATION, name, value) for name, value in product.specification or ()),
        ]
        item = shared | _offer_values(product, sku, facts)
        item["id"] = (_identity(product, sku, place, facts),)
        item |= _stored_values(product, sku)
        known = [*product.attributes.items(), *((name, (one,)) for name, one in options.items())]
        for name, values in known:
            if target := known_target(name):
                item[target] = ("/".join(values),)
        item[DETAIL] = tuple(join_detail(*detail) for detail in details if all(detail[1:]))
        if product.option_names:
            item["item_group_id"] = (_short(product.slug),)
        yield {name: item[name] for name in COLUMNS if any(item.get(name, ()))}


def _product_values(product: ProductDraft, facts: CatalogueFacts) -> Item:
    return {
        "title": (product.title,),
        "description": (product.description_html or product.summary or product.title,),
        "link": (f"{facts.public_url}{links.product(product.slug)}",),
        "brand": (product.brand or "",),
        "product_type": tuple(" > ".join(path) for path in product.categories or ()),
    }


def _offer_values(product: ProductDraft, sku: SkuDraft, facts: CatalogueFacts) -> Item:
    images = [one.src for one in product.images or ()]
    if product.option_names and sku.image:
        images = [sku.image, *(src for src in images if src != sku.image)]
    addresses = tuple(map(facts.address, images))
    price, before = _price(sku.price, facts), _price(sku.compare_at_price or None, facts)
    barcode = sku.barcode or ""
    gtin = barcode if barcode.isdecimal() and len(barcode) in GTIN_LENGTHS else ""
    return {
        "image_link": addresses[:1],
        "additional_image_link": addresses[1:],
        "availability": (_availability(sku),),
        "sell_on_google_quantity": (str(sku.stock or 0) if sku.tracked else "",),
        "price": (before or price,),
        "sale_price": (price if before else "",),
        "cost_of_goods_sold": (_price(sku.cost or None, facts),),
        "gtin": (gtin,),
        "identifier_exists": ("" if gtin else "no",),
        "shipping_weight": (f"{sku.weight_grams} g" if sku.weight_grams else "",),
    }


def _stored_values(product: ProductDraft, sku: SkuDraft) -> Item:
    found: Item = {"condition": ("new",)}
    for name, sources in STORED.items():
        texts = (sku.extra.get(one) or product.extra.get(one) for one in sources)
        if text := next(filter(None, texts), ""):
            found[name] = (text,)
    return found


def _identity(product: ProductDraft, sku: SkuDraft, place: int, facts: CatalogueFacts) -> str:
    """Return the SKU, or the slug with a number if that is none or not unique."""
    code = sku.sku or ""
    if code and len(code) <= MAX_ID and code not in facts.ambiguous_codes:
        return code
    return _short(product.slug, f"-v{place}" if product.option_names else "")


def _short(slug: str, ending: str = "") -> str:
    room = MAX_ID - len(ending)
    return f"{slug if len(slug) <= room else f'{slug[: room - 9]}-{short_hash(slug)}'}{ending}"


def _availability(sku: SkuDraft) -> str:
    if not sku.tracked or sku.stock:
        return "in_stock"
    return "backorder" if sku.backorder else "out_of_stock"


def _price(minor: int | None, facts: CatalogueFacts) -> str:
    currency = facts.currency
    return "" if minor is None else f"{format_amount(minor, currency.decimals)} {currency.code}"


def _detail_elements(detail: str) -> str:
    parts = split_detail(detail) or ("", "", "")
    pairs = zip(DETAIL_NAMES, parts, strict=True)
    return "".join(f"<g:{name}>{_text(part)}</g:{name}>" for name, part in pairs if part)


def _text(text: str) -> str:
    """Escape text for XML, without characters that XML does not allow."""
    return escape(text.translate(_NOT_XML))
