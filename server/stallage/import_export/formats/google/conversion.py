"""The items of a product in Google Merchant data → rows by field, which become a draft."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from stallage.core.money import Currency
from stallage.import_export.formats.cells import point_decimal, quote
from stallage.import_export.formats.google.fields import (
    ATTRIBUTES,
    CATEGORY_EXTRA,
    FACETS,
    OPTIONS,
    VARIANT_TARGETS,
)
from stallage.import_export.formats.grouping import SourceRow, paths_cell, values_cell
from stallage.import_export.formats.lists import split_detail, split_list
from stallage.import_export.formats.results import Remark
from stallage.import_export.formats.shopify.product import BadRow, Group
from stallage.import_export.formats.shopify.row import SheetRow
from stallage.products.rules.texts import clean_line

Detail = tuple[str, str, str]
"""Section, name and value of a product detail."""
MAX_OPTIONS = 3
AVAILABILITIES = frozenset({"in stock", "out of stock", "preorder", "backorder"})
BUILT_FROM: dict[str, tuple[str, ...]] = {
    "title": ("title",),
    "description": ("description", "highlights"),
    "vendor": ("vendor",),
    "categories": ("product_type", "category"),
    "specification": ("detail",),
    "tags": ("tag",),
    "image": ("image", "images"),
    "variant_image": ("image",),
    "sku": ("id",),
    "barcode": ("barcode",),
    "price": ("price", "sale_price"),
    "compare_at_price": ("sale_price",),
    "cost": ("cost",),
    "tracker": ("quantity", "availability"),
    "quantity": ("quantity", "availability"),
    "backorder": ("availability",),
    "grams": ("weight",),
    "option1_value": ("group", "detail"),
}
"""Field of a draft → the targets that it is made of; the first names its column in messages."""
GRAMS = {
    "g": Decimal(1),
    "kg": Decimal(1000),
    "lb": Decimal("453.59237"),
    "oz": Decimal("28.349523125"),
}
_PRICE = re.compile(
    r"(?:(?P<before>[A-Za-z]{3})\s*)?(?P<amount>[^A-Za-z]+?)(?:\s*(?P<after>[A-Za-z]{3}))?"
)
_WEIGHT = re.compile(r"([0-9.]+)\s*(kg|g|lb|oz)s?", re.IGNORECASE)
_ADDRESSES = re.compile(r",\s*(?=https?://|//)", re.IGNORECASE)
_MARKUP = re.compile(r"<[a-zA-Z/!]")


@dataclass(frozen=True, slots=True)
class Converted:
    """The rows of a product by field."""

    group: Group
    facets: tuple[str, ...]
    """Labels of the attributes that are no options."""
    remarks: tuple[Remark, ...]


def convert(items: Sequence[SourceRow], slug: str, currency: Currency) -> Converted:
    """Return the items of a product as the rows of a draft."""
    first = items[0]
    details = [tuple(_details(item)) for item in items]
    options = _options(items, details)
    facets = _facets(items, details, options)
    rows: list[SheetRow | BadRow] = []
    pictures: dict[str, None] = {}
    for number, item in enumerate(items):
        chosen = [values[number] for values in options.values()]
        row = _row(item, slug, chosen, currency)
        if isinstance(row, SheetRow):
            if number == 0:
                specification = _specification(details[0], options)
                row = SheetRow(
                    item.line,
                    slug,
                    row.cells | _product_cells(item, options, specification),
                    {name: values_cell(values) for name, values in facets.items()}
                    | item.own("attribute"),
                    row.extra,
                )
            pictures.update(dict.fromkeys(_pictures(item)))
        rows.append(row)
    head = rows[0]
    if isinstance(head, SheetRow) and pictures:
        addresses = list(pictures)
        head.cells["image"] = addresses[0]
        rows += [SheetRow(head.line, slug, {"image": one}, {}, {}) for one in addresses[1:]]
    remarks = tuple(remark for item in items for remark in _remarks(item, first))
    return Converted(Group(slug, rows), tuple(facets), remarks)


def _details(item: SourceRow) -> Iterator[Detail]:
    """Yield section, name and value of each product detail."""
    for part in split_list(item.get("detail")):
        if detail := split_detail(part):
            section, name, value = map(clean_line, detail)
            if name and value:
                yield section, name, value


def _options(
    items: Sequence[SourceRow], details: Sequence[tuple[Detail, ...]]
) -> dict[str, list[str]]:
    """Return name → value of each item for what distinguishes the items.

    These are the details that are called options, else Google's attributes and then other details that
    differ, else the ids. A single item has none, unless its details call them so.
    """
    named = [name for one in details for section, name, _ in one if section == OPTIONS]
    if named:
        return {name: _values(details, name) for name in list(dict.fromkeys(named))[:MAX_OPTIONS]}
    if len(items) == 1:
        return {}
    found = {
        name: values
        for target, name in VARIANT_TARGETS.items()
        if _differ(values := [item.get(target) for item in items])
    }
    if not found:
        others = dict.fromkeys(name for one in details for _, name, _ in one)
        found = {
            name: values
            for name in others
            if _differ(values := _values(details, name)) and all(values)
        }
    if not found:
        return {"Variant": [item.get("id") for item in items]}
    return dict(list(found.items())[:MAX_OPTIONS])


def _values(details: Sequence[tuple[Detail, ...]], name: str) -> list[str]:
    """Return the value of a detail for each item; one that is called an option comes first."""
    ordered = (sorted(one, key=lambda detail: detail[0] != OPTIONS) for one in details)
    return [next((value for _, its, value in one if its == name), "") for one in ordered]


def _differ(values: Sequence[str]) -> bool:
    return len({value.casefold() for value in values}) > 1


def _facets(
    items: Sequence[SourceRow],
    details: Sequence[tuple[Detail, ...]],
    options: Mapping[str, list[str]],
) -> dict[str, list[str]]:
    """Return the attributes for filters: label → values."""
    found: dict[str, list[str]] = {}
    for section, name, value in details[0]:
        if section == ATTRIBUTES:
            found.setdefault(name, []).append(value)
    taken = ["/".join(values) for values in found.values()]
    for target, label in FACETS.items():
        texts = [item.get(target) for item in items]
        if texts[0] and texts[0] not in taken and texts not in options.values():
            found.setdefault(label, [texts[0]])
    return found


def _product_cells(
    item: SourceRow, options: Mapping[str, list[str]], specification: str
) -> dict[str, str]:
    cells = {
        "title": item.get("title"),
        "description": _description(item.get("description")) + _highlights(item),
        "vendor": item.get("vendor"),
        "categories": _categories(item),
        "specification": specification,
        "tags": ", ".join(filter(None, item.all("tag"))),
    }
    cells |= {f"option{place}_name": name for place, name in enumerate(options, 1)}
    return {name: text for name, text in cells.items() if text}


def _row(
    item: SourceRow, slug: str, options: Sequence[str], currency: Currency
) -> SheetRow | BadRow:
    """Return the variant of an item; a row that is refused if its currency is another one."""
    amounts: dict[str, str] = {}
    for target in ("price", "sale_price", "cost"):
        text = item.get(target)
        code, amounts[target] = _amount(text)
        if code not in ("", currency.code):
            column, _ = item.cell(target)
            reason = f"{column} {quote(text)} is not in {currency.code}, the shop's currency."
            return BadRow(item.line, slug, reason)
    is_reduced = bool(amounts["sale_price"]) and not item.get("sale_dates")
    availability = _availability(item.get("availability"))
    quantity = item.get("quantity")
    if not quantity and availability in ("out of stock", "preorder", "backorder"):
        quantity = "0"
    cells = {
        "sku": item.get("id"),
        "barcode": item.get("barcode"),
        "price": amounts["sale_price"] if is_reduced else amounts["price"],
        "compare_at_price": amounts["price"] if is_reduced else "",
        "cost": amounts["cost"],
        "tracker": "shopify" if quantity else "",
        "quantity": quantity,
        "backorder": "continue" if availability in ("preorder", "backorder") else "deny",
        "grams": _grams(item.get("weight")),
    }
    if options:
        cells["variant_image"] = item.get("image")
    cells |= {f"option{place}_value": one for place, one in enumerate(options, 1)}
    filled = {name: text for name, text in cells.items() if text}
    return SheetRow(item.line, slug, filled, {}, _extra(item))


def _amount(text: str) -> tuple[str, str]:
    """Return the currency and the number of a price such as `15.00 USD`."""
    match = _PRICE.fullmatch(text.strip())
    if match is None:
        return "", text
    code = match["after"] or match["before"] or ""
    return code.upper(), point_decimal(match["amount"].strip())


def _grams(text: str) -> str:
    match = _WEIGHT.fullmatch(text.strip())
    if match is None:
        return text
    try:
        grams = Decimal(match[1]) * GRAMS[match[2].lower()]
    except InvalidOperation:
        return text
    return f"{grams:.3f}" if abs(grams) < 10**15 else text


def _extra(item: SourceRow) -> dict[str, str]:
    """Return the columns that are stored. A new product is what the shop sells anyway."""
    extra = {
        name: text
        for name, text in item.own("extra").items()
        if (name.rpartition(":")[2].casefold(), text.casefold()) != ("condition", "new")
    }
    return extra | ({CATEGORY_EXTRA: text} if (text := item.get("category")) else {})


def _categories(item: SourceRow) -> str:
    """Return the shop's own categories, else Google's if they are written out."""
    if own := item.get("product_type"):
        return paths_cell(part.split(">") for part in split_list(own))
    path = item.get("category")
    return "" if path.isdigit() else paths_cell([path.split(">")])


def _highlights(item: SourceRow) -> str:
    points = (html.escape(one, quote=False) for one in split_list(item.get("highlights")))
    listed = "".join(f"<li>{one}</li>" for one in points)
    return f"<ul>{listed}</ul>" if listed else ""


def _description(text: str) -> str:
    if not text or _MARKUP.search(text):
        return text
    paragraphs = (part.strip() for part in re.split(r"\n\s*\n", text))
    lines = (html.escape(part, quote=False).replace("\n", "<br>") for part in paragraphs if part)
    return "".join(f"<p>{part}</p>" for part in lines)


def _specification(details: Sequence[Detail], options: Mapping[str, list[str]]) -> str:
    """Return the details that are neither options nor attributes as a JSON object."""
    pairs: dict[str, str] = {}
    for section, name, value in details:
        if section not in (OPTIONS, ATTRIBUTES) and name not in options:
            pairs[name] = f"{pairs[name]}, {value}" if name in pairs else value
    return json.dumps(pairs, ensure_ascii=False) if pairs else ""


def _pictures(item: SourceRow) -> Iterator[str]:
    if first := item.get("image"):
        yield first
    more = item.get("images")
    quoted = more.startswith('"')
    for address in split_list(more) if quoted else _ADDRESSES.split(more):
        if stripped := address.strip(" ,"):
            yield stripped


def _remarks(item: SourceRow, first: SourceRow) -> Iterator[Remark]:
    dates = item.get("sale_dates")
    if item.get("sale_price") and dates:
        text = f"The sale price of {dates} is left out. Create a sale for it."
        yield Remark(item.line, text, *item.cell("sale_price"))
    availability = item.get("availability")
    if availability and _availability(availability) not in AVAILABILITIES:
        text = f"The availability {quote(availability)} is unknown; it is read as in stock."
        yield Remark(item.line, text, *item.cell("availability"))
    for part in split_list(item.get("detail")):
        if split_detail(part) is None:
            text = f"The product detail {quote(part)} is left out; it has no name or no value."
            yield Remark(item.line, text, *item.cell("detail"))
    if item.get("title") not in ("", first.get("title")):
        text = "The product has the title of its first variant."
        yield Remark(item.line, text, *item.cell("title"))


def _availability(text: str) -> str:
    return text.casefold().replace("_", " ")
