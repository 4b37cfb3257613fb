"""The cells of a row → the fields of a draft. A field without a column is None."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import TypeAlias, get_args

from stallage.import_export.formats.cells import (
    MAX_NAME,
    MAX_TEXT,
    BadCell,
    parse_amount,
    parse_boolean,
    parse_category_path,
    parse_category_paths,
    parse_code,
    parse_grams,
    parse_line,
    parse_pairs,
    parse_quantity,
    parse_swatches,
    parse_tags,
    parse_url,
    parse_values,
    quote,
)
from stallage.import_export.formats.shopify.columns import NAME_OF
from stallage.import_export.formats.shopify.row import Columns, SheetRow
from stallage.products.drafts import (
    ImageDraft,
    Options,
    ProductDraft,
    SkuDraft,
    Status,
    WeightUnit,
)
from stallage.products.rules.texts import clean_line, clean_text, has_visible_text

AddRemark: TypeAlias = Callable[[SheetRow, str, str], None]
"""Adds a remark: the row, a sentence, and the field that it is about."""

MAX_TAGS = 250
MAX_VALUES = 50
"""Values of one attribute."""
MAX_DEPTH = 10
"""Titles in the path of a category."""
GIFT_CARD = "Gift card"
TRACKER = "Inventory tracker"
OWN_EXTRAS = frozenset({GIFT_CARD, TRACKER})
"""Columns that are read, and stored as extras too if the shop has no field for their value."""
SKU_COLUMNS = frozenset({"Fulfillment service", "Tax code"})
"""Extra columns that always belong to the SKU."""
_STATUSES: dict[str, Status] = {status: status for status in get_args(Status)}
_WEIGHT_UNITS: dict[str, WeightUnit] = {unit: unit for unit in get_args(WeightUnit)}
_BACKORDER = {"": False, "deny": False, "continue": True}


def parse_product(row: SheetRow, columns: Columns, remark: AddRemark) -> ProductDraft:
    """Parse the product's own fields, without SKUs and pictures. Raises BadCell."""
    has = columns.fields.keys()
    title = parse_line("Title", row.get("title"))
    if not has_visible_text(title):
        raise BadCell(f"The first row of {quote(row.slug)} has no title.", "Title")
    return ProductDraft(
        slug=row.slug,
        title=title,
        skus=(),
        description_html=clean_text(row.get("description")) if "description" in has else None,
        summary=_optional_line(row, has, "summary", MAX_TEXT),
        brand=_optional_line(row, has, "vendor"),
        product_type=_optional_line(row, has, "type"),
        tags=_tags(row) if "tags" in has else None,
        status=_status(row, has, remark),
        swatches=parse_swatches("Swatches", row.get("swatches") or "{}")
        if "swatches" in has
        else None,
        categories=_categories(row, has, remark),
        attributes=_attributes(row, columns),
        specification=(
            parse_pairs("Specification", row.get("specification") or "{}")
            if "specification" in has
            else None
        ),
        seo_title=_optional_line(row, has, "seo_title", MAX_TEXT),
        seo_description=_optional_line(row, has, "seo_description", MAX_TEXT),
        returnable=_optional_boolean(row, has, "returnable", default=True),
        max_per_order=(
            max(0, parse_quantity("Most per order", row.get("max_per_order") or "0"))
            if "max_per_order" in has
            else None
        ),
    )


def parse_sku(
    row: SheetRow, options: Options, columns: Columns, decimals: int, remark: AddRemark
) -> SkuDraft:
    """Parse a variant. Raises BadCell."""
    has = columns.fields.keys()
    price = parse_amount("Price", row.get("price"), decimals) if row.get("price") else None
    return SkuDraft(
        options=options,
        sku=parse_code("SKU", row.get("sku")) if "sku" in has else None,
        price=price,
        compare_at_price=_compare_at(row, has, price, decimals, remark),
        stock=_stock(row, remark),
        tracked=bool(row.get("tracker")) if "tracker" in has else None,
        backorder=_backorder(row) if "backorder" in has else None,
        barcode=parse_code("Barcode", row.get("barcode")) if "barcode" in has else None,
        weight_grams=parse_grams("Weight", row.get("grams") or "0") if "grams" in has else None,
        weight_unit=_weight_unit(row, remark) if "weight_unit" in has else None,
        image=_variant_image(row, remark) if "variant_image" in has else None,
        requires_shipping=_optional_boolean(row, has, "requires_shipping", default=True),
        taxable=_optional_boolean(row, has, "taxable", default=True),
        cost=parse_amount("Cost per item", row.get("cost") or "0", decimals)
        if "cost" in has
        else None,
    )


def parse_image(row: SheetRow, remark: AddRemark) -> tuple[int | None, ImageDraft] | None:
    """Parse the row's picture and its position; None if its URL is invalid.

    An invalid picture is left out with a remark; the product is imported.
    """
    try:
        address = parse_url("The picture's URL", row.get("image"))
    except BadCell as bad:
        remark(row, f"A picture is left out: {bad}", "image")
        return None
    try:
        position = parse_quantity("Image position", row.get("image_position") or "0")
    except BadCell as bad:
        remark(row, f"The picture is placed in the order of the file: {bad}", "image_position")
        position = 0
    shown = row.get("image_options")
    options = dict(parse_pairs("Image options", shown)) if shown else None
    return position or None, ImageDraft(
        address, clean_line(row.get("image_alt"))[:MAX_TEXT], options
    )


def split_extras(
    first: SheetRow, skus: Iterable[SheetRow], columns: Columns
) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Return the extra columns of the product and of each of its SKUs.

    A column belongs to the SKUs if a row after the first has a value in it. Columns of the file
    without a value are empty strings.
    """
    rows = list(skus)
    names = [name for name, _ in columns.extras]
    of_skus = {name for row in rows if row is not first for name in row.extra} | SKU_COLUMNS
    product = {
        name: "" if name in of_skus else clean_text(first.extra.get(name, "")) for name in names
    }
    for label, column, _ in columns.attributes:
        text = first.attributes.get(label, "")
        product[column] = clean_text(text) if parse_facet_values(text) is None else ""
    if "gift_card" in columns.fields:
        product[GIFT_CARD] = "TRUE" if _is_gift_card(first) else ""
    each = []
    for row in rows:
        extra = {n: clean_text(row.extra.get(n, "")) if n in of_skus else "" for n in names}
        if extra.get("Fulfillment service") == "manual":
            extra["Fulfillment service"] = ""
        if "tracker" in columns.fields:
            tracker = clean_line(row.get("tracker"))
            extra[TRACKER] = "" if tracker.casefold() == "shopify" else tracker
        each.append(extra)
    return product, each


def _is_gift_card(row: SheetRow) -> bool:
    return parse_boolean(GIFT_CARD, row.get("gift_card") or "FALSE")


def _optional_line(row: SheetRow, has: Set[str], field: str, limit: int = 255) -> str | None:
    return parse_line(NAME_OF[field], row.get(field), limit) if field in has else None


def _optional_boolean(row: SheetRow, has: Set[str], field: str, *, default: bool) -> bool | None:
    if field not in has:
        return None
    return parse_boolean(NAME_OF[field], row.get(field)) if row.get(field) else default


def _tags(row: SheetRow) -> tuple[str, ...]:
    tags = parse_tags(row.get("tags"))
    if len(tags) > MAX_TAGS:
        raise BadCell(f"A product has at most {MAX_TAGS} tags.", "A tag")
    return tags


def _status(row: SheetRow, has: Set[str], remark: AddRemark) -> Status | None:
    """Combine Status and Published: a product that is not on the online store is not active here."""
    if "status" not in has and "published" not in has:
        return None
    word = row.get("status").casefold() or "active"
    status = _STATUSES.get(word)
    if status is None:
        reason = f"Status {quote(row.get('status'))} is not active, draft or archived."
        raise BadCell(reason, "Status")
    published = not row.get("published") or parse_boolean("Published", row.get("published"))
    if status == "active" and not published:
        remark(row, "It is not published on the online store, so it becomes a draft.", "published")
        return "draft"
    return status


def _categories(
    row: SheetRow, has: Set[str], remark: AddRemark
) -> tuple[tuple[str, ...], ...] | None:
    """Return our own column of categories, or else those of Shopify's columns."""
    if not {"category", "collection", "type", "categories"} & has:
        return None
    if own := row.get("categories"):
        paths = parse_category_paths(own)
    else:
        taxonomy = row.get("category")
        if taxonomy and ">" not in taxonomy and any(map(str.isdigit, taxonomy)):
            remark(
                row,
                f"Product category {quote(taxonomy)} is not a path; it is left out.",
                "category",
            )
            taxonomy = ""
        paths = parse_shopify_categories(taxonomy, row.get("collection"), row.get("type"))
    if any(len(path) > MAX_DEPTH for path in paths):
        raise BadCell(f"A category is at most {MAX_DEPTH} levels deep.", "A category")
    return paths


def parse_shopify_categories(
    taxonomy: str, collection: str, product_type: str
) -> tuple[tuple[str, ...], ...]:
    """Return the categories of Shopify's three columns, the most specific first."""
    all_paths = (
        parse_category_path(taxonomy),
        (parse_line("Collection", collection),),
        (parse_line("Type", product_type),),
    )
    return tuple(dict.fromkeys(path for path in all_paths if path and path[0]))


def parse_facet_values(text: str) -> tuple[str, ...] | None:
    """Parse a metafield as values of a facet; None if they are too many, too long or an object."""
    if text.startswith("{"):
        return None
    values = parse_values(text)
    short = len(values) <= MAX_VALUES and all(len(value) <= MAX_NAME for value in values)
    return values if short else None


def _attributes(row: SheetRow, columns: Columns) -> dict[str, tuple[str, ...]]:
    cells = ((label, row.attributes.get(label, "")) for label, _, _ in columns.attributes)
    return {label: parse_facet_values(text) or () for label, text in cells}


def _compare_at(
    row: SheetRow, has: Set[str], price: int | None, decimals: int, remark: AddRemark
) -> int | None:
    if "compare_at_price" not in has:
        return None
    text = row.get("compare_at_price")
    value = parse_amount("Compare-at price", text, decimals) if text else 0
    if value and price is not None and value <= price:
        remark(
            row,
            f"The compare-at price {quote(text)} is not above the price; left out.",
            "compare_at_price",
        )
        return 0
    return value


def _stock(row: SheetRow, remark: AddRemark) -> int | None:
    text = row.get("quantity")
    if not text:
        return None
    stock = parse_quantity("Inventory quantity", text)
    if stock < 0:
        remark(row, f"The stock {stock} is negative and imported as 0.", "quantity")
        return 0
    return stock


def _backorder(row: SheetRow) -> bool:
    word = row.get("backorder").casefold()
    if word in _BACKORDER:
        return _BACKORDER[word]
    return parse_boolean(NAME_OF["backorder"], word)


def _weight_unit(row: SheetRow, remark: AddRemark) -> WeightUnit:
    text = row.get("weight_unit")
    unit = _WEIGHT_UNITS.get(text.casefold())
    if unit is None:
        remark(
            row, f"The weight unit {quote(text)} is not g, kg, lb or oz; left out.", "weight_unit"
        )
        return ""
    return unit


def _variant_image(row: SheetRow, remark: AddRemark) -> str:
    try:
        text = row.get("variant_image")
        return parse_url("Its URL", text) if text else ""
    except BadCell as bad:
        remark(row, f"The variant's picture is left out: {bad}", "variant_image")
        return ""
