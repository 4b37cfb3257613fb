"""The items of a product in Google Merchant data → rows by field, which become a draft."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from stallage.core.money import Currency
from stallage.import_export.formats.cells import quote
from stallage.import_export.formats.grouping import SourceRow, paths_cell, values_cell
from stallage.import_export.formats.results import Remark
from stallage.import_export.formats.shopify.product import BadRow, Group
from stallage.import_export.formats.shopify.row import SheetRow
from stallage.products.rules.texts import clean_line

OPTIONS = {"color": "Color", "size": "Size", "material": "Material", "pattern": "Pattern"}
FACETS = {**OPTIONS, "gender": "Gender", "age_group": "Age group"}
MAX_OPTIONS = 3
BUILT_FROM: dict[str, tuple[str, ...]] = {
    "title": ("title",),
    "description": ("description",),
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
    "option1_value": ("group",),
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
    options = _options(items)
    facets = {
        label: values_cell([first.get(target)])
        for target, label in FACETS.items()
        if target not in options and first.get(target)
    }
    rows: list[SheetRow | BadRow] = []
    pictures: dict[str, None] = {}
    for number, item in enumerate(items):
        row = _row(item, slug, options, currency)
        if isinstance(row, SheetRow):
            if number == 0:
                row = SheetRow(
                    item.line,
                    slug,
                    row.cells | _product_cells(item, options),
                    facets | item.own("attribute"),
                    item.own("extra"),
                )
            pictures.update(dict.fromkeys(_pictures(item)))
        rows.append(row)
    head = rows[0]
    if isinstance(head, SheetRow) and pictures:
        addresses = list(pictures)
        head.cells["image"] = addresses[0]
        rows += [SheetRow(head.line, slug, {"image": one}, {}, {}) for one in addresses[1:]]
    remarks = tuple(remark for item in items for remark in _remarks(item))
    return Converted(Group(slug, rows), tuple(facets), remarks)


def _options(items: Sequence[SourceRow]) -> dict[str, str]:
    """Return the targets that distinguish the items, with their names; empty for a single item."""
    if len(items) == 1:
        return {}
    differing = [
        target for target in OPTIONS if len({item.get(target).casefold() for item in items}) > 1
    ]
    if not differing:
        return {"id": "Variant"}
    return {target: OPTIONS[target] for target in differing[:MAX_OPTIONS]}


def _product_cells(item: SourceRow, options: dict[str, str]) -> dict[str, str]:
    cells = {
        "title": item.get("title"),
        "description": _description(item.get("description")),
        "vendor": item.get("vendor"),
        "categories": _categories(item),
        "specification": _specification(item.get("detail")),
        "tags": ", ".join(filter(None, item.all("tag"))),
    }
    cells |= {f"option{place}_name": name for place, name in enumerate(options.values(), 1)}
    return {name: text for name, text in cells.items() if text}


def _row(
    item: SourceRow, slug: str, options: dict[str, str], currency: Currency
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
    availability = item.get("availability").casefold().replace("_", " ")
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
    cells |= {f"option{place}_value": item.get(one) for place, one in enumerate(options, 1)}
    filled = {name: text for name, text in cells.items() if text}
    return SheetRow(item.line, slug, filled, {}, item.own("extra"))


def _amount(text: str) -> tuple[str, str]:
    """Return the currency and the number of a price such as `15.00 USD`."""
    match = _PRICE.fullmatch(text.strip())
    if match is None:
        return "", text
    code = match["after"] or match["before"] or ""
    return code.upper(), match["amount"].strip()


def _grams(text: str) -> str:
    match = _WEIGHT.fullmatch(text.strip())
    if match is None:
        return text
    try:
        grams = Decimal(match[1]) * GRAMS[match[2].lower()]
    except InvalidOperation:
        return text
    return f"{grams:.3f}" if abs(grams) < 10**15 else text


def _categories(item: SourceRow) -> str:
    """Return the shop's own categories, else Google's if they are written out."""
    if own := item.get("product_type"):
        return paths_cell(part.split(">") for part in own.split(","))
    path = item.get("category")
    return "" if path.isdigit() else paths_cell([path.split(">")])


def _description(text: str) -> str:
    if not text or _MARKUP.search(text):
        return text
    paragraphs = (part.strip() for part in re.split(r"\n\s*\n", text))
    lines = (html.escape(part, quote=False).replace("\n", "<br>") for part in paragraphs if part)
    return "".join(f"<p>{part}</p>" for part in lines)


def _specification(text: str) -> str:
    """Return details such as `General:Weight:1 kg,Display:Size:10 in` as a JSON object."""
    pairs: dict[str, str] = {}
    for part in text.split(","):
        words = [clean_line(word) for word in part.split(":", 2)]
        if len(words) == 3 and words[1] and words[2]:
            pairs[words[1]] = words[2]
    return json.dumps(pairs, ensure_ascii=False) if pairs else ""


def _pictures(item: SourceRow) -> Iterator[str]:
    if first := item.get("image"):
        yield first
    for address in _ADDRESSES.split(item.get("images")):
        if stripped := address.strip(" ,"):
            yield stripped


def _remarks(item: SourceRow) -> Iterator[Remark]:
    if item.get("sale_price") and item.get("sale_dates"):
        text = "The sale price has dates, so it is left out. Create a sale for it."
        yield Remark(item.line, text, *item.cell("sale_price"))
