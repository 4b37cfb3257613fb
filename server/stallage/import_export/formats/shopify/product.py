"""The rows of one product → a draft, refused rows and remarks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from stallage.core.validation import DUPLICATES
from stallage.import_export.formats.cells import BadCell, parse_line, quote
from stallage.import_export.formats.results import ProductResult, RefusedRow, Remark
from stallage.import_export.formats.shopify.columns import FIELD_OF_LABEL
from stallage.import_export.formats.shopify.fields import (
    GIFT_CARD,
    parse_image,
    parse_product,
    parse_sku,
    split_extras,
)
from stallage.import_export.formats.shopify.row import Columns, SheetRow
from stallage.products.drafts import ImageDraft, Options, ProductDraft, SkuDraft

MAX_SKUS = 100
MAX_IMAGES = 250
_UNPOSITIONED = 10**10
"""Above any position of a picture and any line number."""
DEFAULT_OPTION = ("title", "default title")
"""Option name and only value that Shopify writes for a product without options, in lower case."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that is refused by itself. Its slug is empty if it could not be read."""

    line: int
    slug: str
    reason: str


@dataclass(slots=True)
class Group:
    """The rows of one product, in the file's order."""

    slug: str
    rows: list[SheetRow | BadRow] = field(default_factory=list)
    broken_line: int | None = None
    """The line of a refused row directly before the first row, if any."""


@dataclass(frozen=True, slots=True)
class FileContext:
    """Facts about the file while its products are read."""

    columns: Columns
    decimals: int
    sku_lines: dict[str, int]
    """SKU codes that occur more than once → line of the first. Filled while reading."""
    repeated_skus: frozenset[int]
    """Hashes of SKU codes that occur more than once."""


def build_product(group: Group, file: FileContext) -> ProductResult:
    """Build the product of a group of rows.

    If the first row is refused, so is the product with all its rows. A later row that is refused
    affects only itself.
    """
    first, *later = group.rows
    if isinstance(first, BadRow):
        return _refuse(group, first.reason)
    builder = _ProductBuilder(group, file)
    try:
        fields = parse_product(first, file.columns, builder.remark)
        builder.set_options(first)
        builder.add_row(first)
    except BadCell as bad:
        reason = _reason(first, str(bad), group.broken_line)
        return _refuse(group, reason, *_cell_of(first, bad, file.columns))
    for row in later:
        builder.try_row(row)
    if not builder.skus:
        if builder.refused:
            bad_row = builder.refused[0]
            return _refuse(
                group,
                f"None of its variants can be imported. Line {bad_row.line}: {bad_row.reason}",
            )
        if first.too_long and "price" in file.columns.fields:
            return _refuse(group, first.too_long)
        builder.skus[()] = (first, _sku_without_price(first, file, builder))
    return builder.result(fields, first)


def _reason(row: SheetRow, reason: str, broken_line: int | None = None) -> str:
    """Return why a row is refused: the cause rather than its consequence.

    `broken_line` is the line of a refused row directly before it, if any.
    """
    if row.too_long:
        return row.too_long
    if broken_line is not None and not row.get("title"):
        return f"{reason} Line {broken_line} before it is refused; both may be one product."
    return reason


def _sku_without_price(first: SheetRow, file: FileContext, builder: _ProductBuilder) -> SkuDraft:
    missing = "The price is missing. A new product stays a draft without one."
    builder.remark(first, missing, "price")
    return parse_sku(first, (), file.columns, file.decimals, builder.remark)


def _cell_of(row: SheetRow, bad: BadCell, columns: Columns) -> tuple[str, str]:
    """Return the column of a bad cell, as in the file, and the cell."""
    field = FIELD_OF_LABEL.get(bad.label, "")
    name = "" if row.too_long else columns.names.get(field, "")
    return (name, row.get(field)) if name else ("", "")


def _refuse(group: Group, reason: str, column: str = "", value: str = "") -> ProductResult:
    first = group.rows[0].line
    refused = [RefusedRow(first, reason, column, value)]
    for row in group.rows[1:]:
        own = row.reason if isinstance(row, BadRow) else ""
        follows = f"It belongs to {quote(group.slug)}, which is refused in line {first}."
        refused.append(RefusedRow(row.line, own or follows))
    return ProductResult(None, len(group.rows), first, tuple(refused), slug=group.slug)


class _ProductBuilder:
    """Collects the rows of a product."""

    def __init__(self, group: Group, file: FileContext) -> None:
        self._group = group
        self._file = file
        self._option_fields: tuple[str, ...] = ()
        self._option_names: Options = ()
        self._images: dict[str, tuple[int, ImageDraft]] = {}
        self.skus: dict[Options, tuple[SheetRow, SkuDraft]] = {}
        self.refused: list[RefusedRow] = []
        self.remarks: list[Remark] = []
        self._lines_by_options: dict[Options, int] = {}

    def remark(self, row: SheetRow, text: str, field: str = "") -> None:
        name = self._file.columns.names.get(field, "")
        self.remarks.append(Remark(row.line, text, name, row.get(field) if name else ""))

    def set_options(self, first: SheetRow) -> None:
        """Find which of the three options the product has, by the names in its first row."""
        names: dict[str, str] = {}
        for number in "123":
            field = f"option{number}_value"
            values = {row.get(field) for row in self._group.rows if isinstance(row, SheetRow)} - {
                ""
            }
            name = parse_line("Option name", first.get(f"option{number}_name"))
            default = {value.casefold() for value in values} <= {DEFAULT_OPTION[1]}
            if not values or (default and name.casefold() in ("", DEFAULT_OPTION[0])):
                continue
            if not name:
                raise BadCell(f"Option {number} has values but no name.")
            if name.casefold() in (earlier.casefold() for earlier in names.values()):
                raise BadCell(f"{DUPLICATES['name']} Two options are called {quote(name)}.")
            names[field] = name
        self._option_fields = tuple(names)
        self._option_names = tuple(names.values())

    def try_row(self, row: SheetRow | BadRow) -> None:
        if isinstance(row, BadRow):
            self.refused.append(RefusedRow(row.line, row.reason))
            return
        try:
            self.add_row(row)
        except BadCell as bad:
            cell = _cell_of(row, bad, self._file.columns)
            self.refused.append(RefusedRow(row.line, _reason(row, str(bad)), *cell))

    def add_row(self, row: SheetRow) -> None:
        """Add the row's variant and picture. Raises BadCell, and then adds neither."""
        options = tuple(parse_line("Option value", row.get(field)) for field in self._option_fields)
        if any(options) or row.get("price"):
            self._add_sku(row, options)
        elif row is not self._group.rows[0] and not row.get("image"):
            raise BadCell("The row has neither a price nor an option value nor a picture.")
        if row.get("image"):
            self._add_image(row)
        if row.too_long:
            self.remark(row, f"{row.too_long} Its empty last cells are ignored.")

    def result(self, fields: ProductDraft, first: SheetRow) -> ProductResult:
        """Return the result with one draft."""
        columns = self._file.columns
        extra, extras = split_extras(first, (row for row, _ in self.skus.values()), columns)
        skus = tuple(
            replace(sku, extra=own)
            for (_, sku), own in zip(self.skus.values(), extras, strict=True)
        )
        if extra.get(GIFT_CARD):
            self.remark(
                first, "Gift cards of other systems are imported as ordinary products.", "gift_card"
            )
        draft = replace(
            fields,
            skus=skus,
            option_names=self._option_names,
            images=self._pictures([sku.image for sku in skus if sku.image]),
            extra=extra,
            complete=not self.refused,
            supports_options="option1_value" in columns.fields,
        )
        rows = len(self._group.rows)
        return ProductResult(
            draft, rows, first.line, tuple(self.refused), tuple(self.remarks), self._group.slug
        )

    def _pictures(self, sku_images: list[str]) -> tuple[ImageDraft, ...] | None:
        """Return the product's pictures by position, then those used only by a variant."""
        if not {"image", "variant_image"} & self._file.columns.fields.keys():
            return None
        ordered = sorted(self._images.values(), key=lambda pair: pair[0])
        pictures = [image for _, image in ordered]
        pictures += [
            ImageDraft(src) for src in dict.fromkeys(sku_images) if src not in self._images
        ]
        return tuple(pictures)

    def _add_sku(self, row: SheetRow, options: Options) -> None:
        for name, value in zip(self._option_names, options, strict=True):
            if not value:
                raise BadCell(f"The variant has no value for the option {quote(name)}.")
        if "price" in self._file.columns.fields and not row.get("price"):
            raise BadCell("The variant has no price.", "Price")
        folded = tuple(value.casefold() for value in options)
        if folded in self._lines_by_options:
            raise BadCell(
                f"{DUPLICATES['attributeSet']} Line {self._lines_by_options[folded]} has a variant"
                " with these options."
            )
        if len(self.skus) == MAX_SKUS:
            raise BadCell(f"A product has at most {MAX_SKUS} variants.")
        sku = parse_sku(row, options, self._file.columns, self._file.decimals, self.remark)
        self._lines_by_options[folded] = row.line
        self.skus[options] = (row, sku)
        self._remark_repeated(row, sku.sku or "")

    def _remark_repeated(self, row: SheetRow, sku: str) -> None:
        if sku and hash(sku) in self._file.repeated_skus:
            first = self._file.sku_lines.setdefault(sku, row.line)
            if first != row.line:
                self.remark(row, f"The SKU {quote(sku)} is also in line {first}.", "sku")

    def _add_image(self, row: SheetRow) -> None:
        parsed = parse_image(row, self.remark)
        if parsed is None:
            return
        position, image = parsed
        # Pictures without a position follow in the order of the file.
        order = position or _UNPOSITIONED + row.line
        if image.src in self._images:
            earlier_order, earlier = self._images[image.src]
            combined = replace(earlier, alt=earlier.alt or image.alt)
            self._images[image.src] = (min(order, earlier_order), combined)
        elif len(self._images) == MAX_IMAGES:
            left_out = f"A product has at most {MAX_IMAGES} pictures; one is left out."
            self.remark(row, left_out, "image")
        else:
            self._images[image.src] = (order, image)
