"""The cells of a row → the fields of a draft. A field without a column is not spoken of: None."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import TypeAlias, get_args

from stallage.import_export.importing.rules import (
    MAX_NAME,
    MAX_TEXT,
    BadCell,
    amount,
    category_path,
    category_paths,
    code,
    grams,
    named,
    pairs,
    quantity,
    quoted,
    swatches,
    tags,
    truth,
    value_list,
    web_address,
)
from stallage.import_export.importing.shopify_columns import NAME_OF
from stallage.import_export.importing.shopify_row import Columns, SheetRow
from stallage.products.drafts import (
    ImageDraft,
    Options,
    ProductDraft,
    SkuDraft,
    Status,
    WeightUnit,
)
from stallage.products.rules.texts import block, has_ink, one_line

Remarking: TypeAlias = Callable[[int, str], None]

MAX_TAGS = 250
MAX_VALUES = 50
"""Of one attribute."""
MAX_DEPTH = 10
"""Of a category."""
GIFT_CARD = "Gift card"
TRACKER = "Inventory tracker"
OWN_EXTRAS = frozenset({GIFT_CARD, TRACKER})
"""Columns that the shop reads and of which it keeps what it cannot say itself."""
OF_EACH_SKU = frozenset({"Fulfillment service", "Tax code"})
_STATUSES: dict[str, Status] = {status: status for status in get_args(Status)}
_WEIGHT_UNITS: dict[str, WeightUnit] = {unit: unit for unit in get_args(WeightUnit)}
_BACKORDER = {"": False, "deny": False, "continue": True}


def product_fields(row: SheetRow, columns: Columns, remark: Remarking) -> ProductDraft:
    """The product's own fields, without SKUs and pictures. Raises BadCell."""
    has = columns.fields.keys()
    title = named("Title", row.get("title"))
    if not has_ink(title):
        raise BadCell(f"The first row of {quoted(row.slug)} has no title.")
    return ProductDraft(
        slug=row.slug,
        title=title,
        skus=(),
        description_html=block(row.get("description")) if "description" in has else None,
        summary=_line(row, has, "summary", MAX_TEXT),
        brand=_line(row, has, "vendor"),
        product_type=_line(row, has, "type"),
        tags=_tags(row) if "tags" in has else None,
        status=_status(row, has, remark),
        swatches=swatches("Swatches", row.get("swatches") or "{}") if "swatches" in has else None,
        categories=_categories(row, has, remark),
        attributes=_attributes(row, columns),
        specification=(
            pairs("Specification", row.get("specification") or "{}")
            if "specification" in has
            else None
        ),
        seo_title=_line(row, has, "seo_title", MAX_TEXT),
        seo_description=_line(row, has, "seo_description", MAX_TEXT),
        returnable=_truth(row, has, "returnable", default=True),
        max_per_order=(
            max(0, quantity("Most per order", row.get("max_per_order") or "0"))
            if "max_per_order" in has
            else None
        ),
    )


def sku_fields(
    row: SheetRow, options: Options, columns: Columns, decimals: int, remark: Remarking
) -> SkuDraft:
    """A variant's fields. Raises BadCell."""
    has = columns.fields.keys()
    price = amount("Price", row.get("price"), decimals) if row.get("price") else None
    return SkuDraft(
        options=options,
        sku=code("SKU", row.get("sku")) if "sku" in has else None,
        price=price,
        compare_at_price=_compare_at(row, has, price, decimals, remark),
        stock=_stock(row, remark),
        tracked=bool(row.get("tracker")) if "tracker" in has else None,
        backorder=_backorder(row) if "backorder" in has else None,
        barcode=code("Barcode", row.get("barcode")) if "barcode" in has else None,
        weight_grams=grams("Weight", row.get("grams") or "0") if "grams" in has else None,
        weight_unit=_weight_unit(row, remark) if "weight_unit" in has else None,
        image=_variant_image(row, remark) if "variant_image" in has else None,
        requires_shipping=_truth(row, has, "requires_shipping", default=True),
        taxable=_truth(row, has, "taxable", default=True),
        cost=amount("Cost per item", row.get("cost") or "0", decimals) if "cost" in has else None,
    )


def product_image(row: SheetRow, remark: Remarking) -> tuple[int | None, ImageDraft] | None:
    """The row's picture and its position; None where it cannot be one.

    A picture is no reason to refuse a product: it is left out, and the report says so.
    """
    try:
        address = web_address("The picture's address", row.get("image"))
    except BadCell as bad:
        remark(row.line, f"A picture is left out: {bad}")
        return None
    try:
        position = quantity("Image position", row.get("image_position") or "0")
    except BadCell as bad:
        remark(row.line, f"The picture stands in the order of the file: {bad}")
        position = 0
    shown = row.get("image_options")
    options = dict(pairs("Image options", shown)) if shown else None
    return position or None, ImageDraft(address, one_line(row.get("image_alt"))[:MAX_TEXT], options)


def split_extras(
    first: SheetRow, skus: Iterable[SheetRow], columns: Columns
) -> tuple[dict[str, str], list[dict[str, str]]]:
    """What the shop has no place for, of the product and of each of its SKUs.

    A column speaks of the SKUs where a row below the first has something in it; empty texts say
    that the file has the column and nothing in it.
    """
    rows = list(skus)
    names = [name for name, _ in columns.extras]
    below = {name for row in rows if row is not first for name in row.extra} | OF_EACH_SKU
    product = {name: "" if name in below else block(first.extra.get(name, "")) for name in names}
    for label, column, _ in columns.attributes:
        text = first.attributes.get(label, "")
        product[column] = block(text) if facet_values(text) is None else ""
    if "gift_card" in columns.fields:
        product[GIFT_CARD] = "TRUE" if _is_gift_card(first) else ""
    each = []
    for row in rows:
        extra = {n: block(row.extra.get(n, "")) if n in below else "" for n in names}
        if extra.get("Fulfillment service") == "manual":
            extra["Fulfillment service"] = ""
        if "tracker" in columns.fields:
            tracker = one_line(row.get("tracker"))
            extra[TRACKER] = "" if tracker.casefold() == "shopify" else tracker
        each.append(extra)
    return product, each


def _is_gift_card(row: SheetRow) -> bool:
    return truth(GIFT_CARD, row.get("gift_card") or "FALSE")


def _line(row: SheetRow, has: Set[str], field: str, limit: int = 255) -> str | None:
    return named(NAME_OF[field], row.get(field), limit) if field in has else None


def _truth(row: SheetRow, has: Set[str], field: str, *, default: bool) -> bool | None:
    if field not in has:
        return None
    return truth(NAME_OF[field], row.get(field)) if row.get(field) else default


def _tags(row: SheetRow) -> tuple[str, ...]:
    found = tags(row.get("tags"))
    if len(found) > MAX_TAGS:
        raise BadCell(f"A product has at most {MAX_TAGS} tags.")
    return found


def _status(row: SheetRow, has: Set[str], remark: Remarking) -> Status | None:
    """Status and Published together: what is not on the online store cannot be active here."""
    if "status" not in has and "published" not in has:
        return None
    word = row.get("status").casefold() or "active"
    status = _STATUSES.get(word)
    if status is None:
        raise BadCell(f"Status {quoted(row.get('status'))} is none of active, draft, archived.")
    published = not row.get("published") or truth("Published", row.get("published"))
    if status == "active" and not published:
        remark(row.line, "It is not published on the online store, so it is a draft here.")
        return "draft"
    return status


def _categories(
    row: SheetRow, has: Set[str], remark: Remarking
) -> tuple[tuple[str, ...], ...] | None:
    """Shopify's taxonomy, collection and type as categories, unless our own column decides."""
    if not {"category", "collection", "type", "categories"} & has:
        return None
    if own := row.get("categories"):
        paths = category_paths(own)
    else:
        taxonomy = row.get("category")
        if taxonomy and ">" not in taxonomy and any(map(str.isdigit, taxonomy)):
            remark(row.line, f"Product category {quoted(taxonomy)} is no path; it is left out.")
            taxonomy = ""
        paths = shopify_categories(taxonomy, row.get("collection"), row.get("type"))
    if any(len(path) > MAX_DEPTH for path in paths):
        raise BadCell(f"A category lies at most {MAX_DEPTH} deep.")
    return paths


def shopify_categories(
    taxonomy: str, collection: str, product_type: str
) -> tuple[tuple[str, ...], ...]:
    """The categories that Shopify's three columns stand for, the most telling first."""
    named_paths = (
        category_path(taxonomy),
        (named("Collection", collection),),
        (named("Type", product_type),),
    )
    return tuple(dict.fromkeys(path for path in named_paths if path and path[0]))


def facet_values(text: str) -> tuple[str, ...] | None:
    """A metafield as the values of a facet; None for what is too long or too deep to be one."""
    if text.startswith("{"):
        return None
    values = value_list(text)
    short = len(values) <= MAX_VALUES and all(len(value) <= MAX_NAME for value in values)
    return values if short else None


def _attributes(row: SheetRow, columns: Columns) -> dict[str, tuple[str, ...]]:
    cells = ((label, row.attributes.get(label, "")) for label, _, _ in columns.attributes)
    return {label: facet_values(text) or () for label, text in cells}


def _compare_at(
    row: SheetRow, has: Set[str], price: int | None, decimals: int, remark: Remarking
) -> int | None:
    if "compare_at_price" not in has:
        return None
    text = row.get("compare_at_price")
    value = amount("Compare-at price", text, decimals) if text else 0
    if value and price is not None and value <= price:
        remark(row.line, f"The compare-at price {quoted(text)} is not above the price; left out.")
        return 0
    return value


def _stock(row: SheetRow, remark: Remarking) -> int | None:
    text = row.get("quantity")
    if not text:
        return None
    stock = quantity("Inventory quantity", text)
    if stock < 0:
        remark(row.line, f"The stock {stock} is below zero and taken as 0.")
        return 0
    return stock


def _backorder(row: SheetRow) -> bool:
    word = row.get("backorder").casefold()
    if word in _BACKORDER:
        return _BACKORDER[word]
    return truth(NAME_OF["backorder"], word)


def _weight_unit(row: SheetRow, remark: Remarking) -> WeightUnit:
    text = row.get("weight_unit")
    unit = _WEIGHT_UNITS.get(text.casefold())
    if unit is None:
        remark(row.line, f"The weight unit {quoted(text)} is none of g, kg, lb, oz; left out.")
        return ""
    return unit


def _variant_image(row: SheetRow, remark: Remarking) -> str:
    try:
        text = row.get("variant_image")
        return web_address("Its address", text) if text else ""
    except BadCell as bad:
        remark(row.line, f"The variant's picture is left out: {bad}")
        return ""
