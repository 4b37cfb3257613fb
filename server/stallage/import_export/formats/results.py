"""Results of reading a catalogue file: a draft per product, refused rows, and remarks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from stallage.products.drafts import ProductDraft

Targets: TypeAlias = tuple[str, ...]
"""The target of each column: a field of the format, or empty to ignore it."""


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that is not imported. `reason` is a sentence."""

    line: int
    reason: str
    column: str = ""
    """The column that is wrong, as in the file; empty if it is none in particular."""
    value: str = ""
    """The cell in that column."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A row that is imported with a change. `text` is a sentence for the operator."""

    line: int
    text: str
    column: str = ""
    """As in `RefusedRow`."""
    value: str = ""


@dataclass(frozen=True, slots=True)
class ProductResult:
    """The result for all rows of one product. `draft` is None if the product is refused."""

    draft: ProductDraft | None
    rows: int
    line: int
    """The line of its first row."""
    refused: tuple[RefusedRow, ...] = ()
    remarks: tuple[Remark, ...] = ()
    slug: str = ""
    """Empty if it could not be read."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Facts from a first pass over a file, so that the second pass can stream."""

    rows: int
    scattered: frozenset[int]
    """Hashes of the slugs whose rows are not consecutive."""
    repeated_skus: frozenset[int]
    """Hashes of the SKU codes of more than one row."""
    surplus: int = 0
    """Empty cells beyond the header in every row: some programs end each row with a delimiter. A row
    with more of them may contain an unquoted cell that was split."""
    ignored: tuple[str, ...] = ()
    """Columns that have values but no target."""
