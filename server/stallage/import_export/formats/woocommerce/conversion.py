"""A product of WooCommerce with its variations → rows by field, which become a draft."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from stallage.import_export.formats.cells import point_decimal
from stallage.import_export.formats.grouping import SourceRow, paths_cell, values_cell
from stallage.import_export.formats.results import Remark
from stallage.import_export.formats.shopify.product import MAX_SKUS, BadRow, Group
from stallage.import_export.formats.shopify.row import SheetRow
from stallage.products.rules.texts import clean_line, distinct

MAX_OPTIONS = 3
GRAMS = {
    "weight_kg": Decimal(1000),
    "weight_g": Decimal(1),
    "weight_lbs": Decimal("453.59237"),
    "weight_oz": Decimal("28.349523125"),
}
BUILT_FROM: dict[str, tuple[str, ...]] = {
    "title": ("title",),
    "status": ("published", "visibility"),
    "summary": ("summary",),
    "description": ("description",),
    "vendor": ("vendor",),
    "categories": ("categories",),
    "tags": ("tags", "tag"),
    "max_per_order": ("single",),
    "image": ("images",),
    "variant_image": ("images",),
    "sku": ("sku",),
    "barcode": ("barcode",),
    "price": ("price", "sale_price"),
    "compare_at_price": ("price",),
    "cost": ("cost",),
    "taxable": ("tax_status",),
    "tracker": ("stock", "in_stock"),
    "quantity": ("stock", "in_stock"),
    "backorder": ("backorders",),
    "grams": tuple(GRAMS),
    "requires_shipping": ("type",),
    "option1_value": ("attribute_name", "parent"),
}
"""Field of a draft → the targets that it is made of; the first names its column in messages."""
NOT_SOLD = {
    "grouped": "A grouped product is not sold itself, so it is not imported. Its products are.",
    "external": "An external product is sold on another site, so it is not imported.",
}
PRIVATE = "0"
_STATUS_REMARKS = {
    PRIVATE: "It is private, so it becomes a draft.",
    "2": "It is not reviewed yet, so it becomes a draft.",
}
_VISIBILITY_REMARKS = {
    "hidden": "It is hidden in the catalog, so it becomes a draft.",
    "catalog": "It is in lists only there; here the search finds it too.",
    "search": "Only the search finds it there; here it is in lists too.",
}
_COMMA = re.compile(r"(?<!\\),")
_ADDRESSES = re.compile(r",\s*(?=https?://|//)", re.IGNORECASE)


@dataclass(slots=True)
class Family:
    """A product with its variations."""

    product: SourceRow
    types: frozenset[str]
    variations: list[SourceRow] = field(default_factory=list)

    @property
    def sold(self) -> list[SourceRow]:
        """The variations that are not switched off."""
        return [one for one in self.variations if one.get("published") != PRIVATE]


@dataclass(frozen=True, slots=True)
class Converted:
    """The rows of a product by field."""

    group: Group
    facets: tuple[str, ...] = ()
    """Labels of the attributes that are no options."""
    remarks: tuple[Remark, ...] = ()


def convert(family: Family, slug: str) -> Converted:
    """Return the rows of a product as those of a draft."""
    row = family.product
    for kind, reason in NOT_SOLD.items():
        if kind in family.types:
            return Converted(_refused(family, slug, reason))
    attributes = _attributes(row)
    options = list(dict.fromkeys(name for one in family.sold for name in _attributes(one)))
    if len(options) > MAX_OPTIONS:
        reason = f"It has {len(options)} options; a product has at most {MAX_OPTIONS}."
        return Converted(_refused(family, slug, reason))
    facets = {name: values for name, values in attributes.items() if name not in options and values}
    first = SheetRow(
        row.line,
        slug,
        _product_cells(row, options),
        {name: values_cell(values) for name, values in facets.items()} | row.own("attribute"),
        row.own("extra"),
    )
    rows: list[SheetRow | BadRow] = [first]
    pictures = _addresses(row)
    if pictures:
        first.cells["image"] = pictures[0]
    rows += [SheetRow(row.line, slug, {"image": one}, {}, {}) for one in pictures[1:]]
    if family.variations:
        shared = row.get("stock")
        for variation in family.sold:
            rows += _variants(variation, slug, options, attributes, shared)
            shared = "0" if shared and _has_no_own_stock(variation) else shared
    elif "variable" not in family.types:
        first.cells.update(_offer_cells(row, family.types))
    return Converted(Group(slug, rows), tuple(facets), tuple(_remarks(family, options)))


def _refused(family: Family, slug: str, reason: str) -> Group:
    rows = (family.product, *family.variations)
    return Group(slug, [BadRow(row.line, slug, reason) for row in rows])


def _product_cells(row: SourceRow, options: list[str]) -> dict[str, str]:
    is_hidden = row.get("visibility").casefold() == "hidden"
    is_published = row.get("published") in ("", "1") or row.get("published").casefold() == "true"
    cells = {
        "title": html.unescape(row.get("title")),
        "status": "active" if is_published and not is_hidden else "draft",
        "summary": _plain_text(_lines(row.get("summary"))),
        "description": _lines(row.get("description")),
        "vendor": next(iter(_terms(row.get("vendor"))), ""),
        "categories": paths_cell(
            list(map(html.unescape, part.split(">"))) for part in _list(row.get("categories"))
        ),
        "tags": ", ".join((*_terms(row.get("tags")), *filter(None, row.all("tag")))),
        "max_per_order": "1" if row.get("single") == "1" else "",
    }
    cells |= {f"option{number}_name": name for number, name in enumerate(options, 1)}
    return {name: text for name, text in cells.items() if text}


def _variants(
    row: SourceRow, slug: str, options: list[str], parent: dict[str, list[str]], shared: str
) -> list[SheetRow | BadRow]:
    """Return a row for each combination of values that a variation is for."""
    own = _attributes(row)
    values = [own.get(name) or parent.get(name) or [""] for name in options]
    pictures = _addresses(row)
    found: list[SheetRow | BadRow] = []
    for combination in itertools.islice(itertools.product(*values), MAX_SKUS + 1):
        cells = _offer_cells(row, types_of(row), shared if _has_no_own_stock(row) else "")
        if found:
            # Its code and its stock belong to the first, so that no unit is sold twice.
            cells.pop("sku", None)
            if "quantity" in cells:
                cells["quantity"] = "0"
        cells |= {f"option{place}_value": one for place, one in enumerate(combination, 1)}
        if pictures:
            cells["variant_image"] = pictures[0]
        found.append(SheetRow(row.line, slug, cells, {}, row.own("extra")))
    found += [SheetRow(row.line, slug, {"image": one}, {}, {}) for one in pictures[1:]]
    return found


def _offer_cells(row: SourceRow, types: frozenset[str], shared: str = "") -> dict[str, str]:
    """Return the cells of what is sold: price, stock, weight."""
    regular, sale = point_decimal(row.get("price")), point_decimal(row.get("sale_price"))
    has_dates = bool(row.get("sale_starts") or row.get("sale_ends"))
    is_reduced = bool(sale) and not has_dates
    stock = shared if _has_no_own_stock(row) else row.get("stock")
    in_stock = row.get("in_stock").casefold()
    if not stock and in_stock in ("0", "no", "false"):
        stock = "0"
    can_wait = in_stock == "backorder" or row.get("backorders").casefold() in (
        *("1", "notify", "yes"),
    )
    cells = {
        "sku": row.get("sku"),
        "barcode": row.get("barcode"),
        "price": sale if is_reduced else regular,
        "compare_at_price": regular if is_reduced else "",
        "cost": point_decimal(row.get("cost")),
        "taxable": "" if row.get("tax_status").casefold() in ("", "taxable") else "FALSE",
        "tracker": "shopify" if stock else "",
        "quantity": stock,
        "backorder": "continue" if can_wait else "deny",
        "grams": _grams(row),
        "requires_shipping": "FALSE" if types & {"virtual", "downloadable"} else "",
    }
    return {name: text for name, text in cells.items() if text}


def _has_no_own_stock(row: SourceRow) -> bool:
    return row.get("stock").casefold() in ("", "parent")


def _grams(row: SourceRow) -> str:
    for target, factor in GRAMS.items():
        if text := row.get(target):
            try:
                grams = Decimal(point_decimal(text)) * factor
            except InvalidOperation:
                return text
            return f"{grams:.3f}" if grams.is_finite() and abs(grams) < 10**15 else text
    return ""


def types_of(row: SourceRow) -> frozenset[str]:
    """Return the types of a row, such as `simple` and `virtual`."""
    return frozenset(filter(None, map(str.strip, row.get("type").casefold().split(","))))


def _attributes(row: SourceRow) -> dict[str, list[str]]:
    """Return the attributes of a row, name → values; the nth name belongs to the nth values."""
    pairs = zip(row.all("attribute_name"), row.all("attribute_values"), strict=False)
    named = [(clean_line(html.unescape(name)), text) for name, text in pairs]
    return {name: list(distinct(map(clean_line, _terms(text)))) for name, text in named if name}


def _remarks(family: Family, options: list[str]) -> Iterator[Remark]:
    """Yield what is imported in another way than the file has it."""
    row = family.product
    for target, texts in (("visibility", _VISIBILITY_REMARKS), ("published", _STATUS_REMARKS)):
        if text := texts.get(row.get(target).casefold()):
            yield Remark(row.line, text, *row.cell(target))
    if "downloadable" in family.types:
        yield Remark(row.line, "Its downloads are not imported.", *row.cell("type"))
    if len(_terms(row.get("vendor"))) > 1:
        text = "A product has one brand; the others are left out."
        yield Remark(row.line, text, *row.cell("vendor"))
    for one in (row, *family.sold):
        starts, ends = one.get("sale_starts"), one.get("sale_ends")
        if one.get("sale_price") and (starts or ends):
            dates = " ".join(filter(None, (starts and f"from {starts}", ends and f"until {ends}")))
            text = f"The sale price {dates} is left out. Create a sale for it."
            yield Remark(one.line, text, *one.cell("sale_price"))
    for one in family.variations:
        if one.get("published") == PRIVATE:
            text = "The variant is switched off, so it is not imported."
            yield Remark(one.line, text, *one.cell("published"))
            continue
        own = _attributes(one)
        if open_options := [name for name in options if not own.get(name)]:
            names = " and ".join(f"“{name}”" for name in open_options)
            text = f"The variant is for any {names}; it is imported once for each value."
            yield Remark(one.line, text)
    if row.get("stock") and any(map(_has_no_own_stock, family.sold)):
        text = "Its stock is counted for all variants together; the first one gets all of it."
        yield Remark(row.line, text, *row.cell("stock"))


def _terms(text: str) -> list[str]:
    """Return the names of a list, which the file has as HTML."""
    return [html.unescape(part) for part in _list(text)]


def _lines(text: str) -> str:
    """Return a text with its line breaks, which the file has as `\\n`."""
    return "\\n".join(part.replace("\\n", "\n") for part in text.split("\\\\n"))


def _plain_text(markup: str) -> str:
    return clean_line(html.unescape(re.sub(r"<[^>]*>", " ", markup)))


def _list(text: str) -> list[str]:
    """Return the parts of a list; a comma after a backslash belongs to its part."""
    return [part.replace("\\,", ",").strip() for part in _COMMA.split(text) if part.strip()]


def _addresses(row: SourceRow) -> list[str]:
    return [part.strip(" ,") for part in _ADDRESSES.split(row.get("images")) if part.strip(" ,")]
