"""The rows of one product → a draft, with what had to be refused and what had to be changed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from stallage.core.validation import DUPLICATES
from stallage.import_export.importing.outcome import ReadProduct, RefusedRow, Remark
from stallage.import_export.importing.rules import BadCell, named, quoted
from stallage.import_export.importing.shopify_fields import (
    GIFT_CARD,
    product_fields,
    product_image,
    sku_fields,
    split_extras,
)
from stallage.import_export.importing.shopify_row import Columns, SheetRow
from stallage.products.drafts import ImageDraft, Options, ProductDraft, SkuDraft

MAX_SKUS = 100
MAX_IMAGES = 250
_UNPLACED = 10**10
"""Above any position of a picture and any line."""
DEFAULT_OPTION = ("title", "default title")
"""What Shopify writes for a product without options: an option's name and its only value."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that is refused as it stands; its slug is empty where it could not be read."""

    line: int
    slug: str
    reason: str


@dataclass(slots=True)
class Group:
    """The rows of one product, in the file's order."""

    slug: str
    rows: list[SheetRow | BadRow] = field(default_factory=list)
    broken_line: int | None = None
    """The line of a refused row directly before the first of these."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is known of the file while its products are read."""

    columns: Columns
    decimals: int
    sku_lines: dict[str, int]
    """SKU texts that the file has more than once → the line of the first."""
    repeated_skus: frozenset[int]


def product_of(group: Group, sheet: Sheet) -> ReadProduct:
    """The product that a group of rows describes.

    Its first row decides: where that is refused, so is the product with all its rows. A later row
    that is refused costs itself alone.
    """
    first, *later = group.rows
    if isinstance(first, BadRow):
        return _refused(group, first.reason)
    reading = _Reading(group, sheet)
    try:
        fields = product_fields(first, sheet.columns, reading.remark)
        reading.take_options(first)
        reading.take(first)
    except BadCell as bad:
        return _refused(group, _reason(first, str(bad), group.broken_line))
    for row in later:
        reading.try_row(row)
    if not reading.skus:
        if reading.refused:
            bad_row = reading.refused[0]
            return _refused(
                group, f"None of its variants can be taken. Line {bad_row.line}: {bad_row.reason}"
            )
        if first.too_long and "price" in sheet.columns.fields:
            return _refused(group, first.too_long)
        reading.skus[()] = (first, _unpriced(first, sheet, reading))
    return reading.result(fields, first)


def _reason(row: SheetRow, reason: str, broken_line: int | None = None) -> str:
    """Why a row is refused: the cause rather than what follows from it.

    `broken_line` is the line of a refused row directly before it, if any.
    """
    if row.too_long:
        return row.too_long
    if broken_line is not None and not row.get("title"):
        return f"{reason} Line {broken_line} before it is refused; it may belong to that product."
    return reason


def _unpriced(first: SheetRow, sheet: Sheet, reading: _Reading) -> SkuDraft:
    reading.remark(first.line, "No price is given; a new product stays a draft until it has one.")
    return sku_fields(first, (), sheet.columns, sheet.decimals, reading.remark)


def _refused(group: Group, reason: str) -> ReadProduct:
    first = group.rows[0].line
    refused = [RefusedRow(first, reason)]
    for row in group.rows[1:]:
        own = row.reason if isinstance(row, BadRow) else ""
        follows = f"It belongs to {quoted(group.slug)}, which is refused in line {first}."
        refused.append(RefusedRow(row.line, own or follows))
    return ReadProduct(None, len(group.rows), first, tuple(refused))


class _Reading:
    """A product while its rows are gone through."""

    def __init__(self, group: Group, sheet: Sheet) -> None:
        self._group = group
        self._sheet = sheet
        self._option_places: tuple[str, ...] = ()
        self._option_names: Options = ()
        self._images: dict[str, tuple[int, ImageDraft]] = {}
        self.skus: dict[Options, tuple[SheetRow, SkuDraft]] = {}
        self.refused: list[RefusedRow] = []
        self.remarks: list[Remark] = []
        self._lines_by_options: dict[Options, int] = {}

    def remark(self, line: int, text: str) -> None:
        self.remarks.append(Remark(line, text))

    def take_options(self, first: SheetRow) -> None:
        """Which of the three options the product has, by the names on its first row."""
        names: dict[str, str] = {}
        for number in "123":
            place = f"option{number}_value"
            values = {row.get(place) for row in self._group.rows if isinstance(row, SheetRow)} - {
                ""
            }
            name = named("Option name", first.get(f"option{number}_name"))
            default = {value.casefold() for value in values} <= {DEFAULT_OPTION[1]}
            if not values or (default and name.casefold() in ("", DEFAULT_OPTION[0])):
                continue
            if not name:
                raise BadCell(f"Option {number} has values but no name.")
            if name.casefold() in (taken.casefold() for taken in names.values()):
                raise BadCell(f"{DUPLICATES['name']} Two options are called {quoted(name)}.")
            names[place] = name
        self._option_places = tuple(names)
        self._option_names = tuple(names.values())

    def try_row(self, row: SheetRow | BadRow) -> None:
        if isinstance(row, BadRow):
            self.refused.append(RefusedRow(row.line, row.reason))
            return
        try:
            self.take(row)
        except BadCell as bad:
            self.refused.append(RefusedRow(row.line, _reason(row, str(bad))))

    def take(self, row: SheetRow) -> None:
        """Takes the row's variant and picture. Raises BadCell, and then takes neither."""
        options = tuple(named("Option value", row.get(place)) for place in self._option_places)
        if any(options) or row.get("price"):
            self._take_sku(row, options)
        elif row is not self._group.rows[0] and not row.get("image"):
            raise BadCell("The row has neither a price, nor an option's value, nor a picture.")
        if row.get("image"):
            self._take_image(row)
        if row.too_long:
            self.remark(row.line, f"{row.too_long} The empty cells at its end are left out.")

    def result(self, fields: ProductDraft, first: SheetRow) -> ReadProduct:
        """All of it as one draft."""
        columns = self._sheet.columns
        extra, extras = split_extras(first, (row for row, _ in self.skus.values()), columns)
        skus = tuple(
            replace(sku, extra=own)
            for (_, sku), own in zip(self.skus.values(), extras, strict=True)
        )
        if extra.get(GIFT_CARD):
            self.remark(
                first.line, "A gift card of the other shop is sold as a plain product here."
            )
        draft = replace(
            fields,
            skus=skus,
            option_names=self._option_names,
            images=self._pictures([sku.image for sku in skus if sku.image]),
            extra=extra,
            complete=not self.refused,
            speaks_of_options="option1_value" in columns.fields,
        )
        rows = len(self._group.rows)
        return ReadProduct(draft, rows, first.line, tuple(self.refused), tuple(self.remarks))

    def _pictures(self, of_skus: list[str]) -> tuple[ImageDraft, ...] | None:
        """The product's pictures by position, then those that only a variant names."""
        if not {"image", "variant_image"} & self._sheet.columns.fields.keys():
            return None
        ordered = sorted(self._images.values(), key=lambda placed: placed[0])
        pictures = [image for _, image in ordered]
        pictures += [ImageDraft(src) for src in dict.fromkeys(of_skus) if src not in self._images]
        return tuple(pictures)

    def _take_sku(self, row: SheetRow, options: Options) -> None:
        for name, value in zip(self._option_names, options, strict=True):
            if not value:
                raise BadCell(f"The variant has no value for the option {quoted(name)}.")
        if "price" in self._sheet.columns.fields and not row.get("price"):
            raise BadCell("The variant has no price.")
        known = tuple(value.casefold() for value in options)
        if known in self._lines_by_options:
            raise BadCell(
                f"{DUPLICATES['attributeSet']} Line {self._lines_by_options[known]} has a variant"
                " with these options."
            )
        if len(self.skus) == MAX_SKUS:
            raise BadCell(f"A product has at most {MAX_SKUS} variants.")
        sku = sku_fields(row, options, self._sheet.columns, self._sheet.decimals, self.remark)
        self._lines_by_options[known] = row.line
        self.skus[options] = (row, sku)
        self._remark_repeated(row.line, sku.sku or "")

    def _remark_repeated(self, line: int, sku: str) -> None:
        if sku and hash(sku) in self._sheet.repeated_skus:
            first = self._sheet.sku_lines.setdefault(sku, line)
            if first != line:
                self.remark(line, f"The SKU {quoted(sku)} is also in line {first}.")

    def _take_image(self, row: SheetRow) -> None:
        found = product_image(row, self.remark)
        if found is None:
            return
        position, image = found
        # Without positions, the order of the file counts.
        place = position or _UNPLACED + row.line
        if image.src in self._images:
            place_before, before = self._images[image.src]
            kept = replace(before, alt=before.alt or image.alt)
            self._images[image.src] = (min(place, place_before), kept)
        elif len(self._images) == MAX_IMAGES:
            self.remark(row.line, f"A product has at most {MAX_IMAGES} pictures; one is left out.")
        else:
            self._images[image.src] = (place, image)
