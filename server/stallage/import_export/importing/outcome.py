"""What reading a file comes to: per product a draft or not, and what there is to say of its rows."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.products.drafts import ProductDraft


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that is not taken."""

    line: int
    reason: str
    """A sentence."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A row that is taken with a change that the operator should know of."""

    line: int
    text: str
    """A sentence."""


@dataclass(frozen=True, slots=True)
class ReadProduct:
    """All rows of one product. A product is in as a whole, or `draft` is None."""

    draft: ProductDraft | None
    rows: int
    line: int
    """Of its first row."""
    refused: tuple[RefusedRow, ...] = ()
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Survey:
    """What a first pass over a file tells, so that the second can stream."""

    rows: int
    scattered: frozenset[int]
    """Hashes of the slugs whose rows do not stand together."""
    repeated_skus: frozenset[int]
    """Hashes of the SKU texts that more than one row has."""
    surplus: int = 0
    """Empty cells beyond the header that every row has, as some programs end each row with a
    delimiter. They say nothing; more of them in one row may come from a cell without its quotes."""
