"""What the writers of catalogue files share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TextIO

from stallage.core.money import Currency
from stallage.products.drafts import ProductDraft


@dataclass(frozen=True, slots=True)
class CatalogueFacts:
    """What a writer has to know of the whole catalogue before the first product."""

    labels: tuple[str, ...]
    """Labels of all attributes."""
    extras: tuple[str, ...]
    """Names of all columns that are stored without being used."""
    most_attributes: int
    """The most attributes and options of one product."""
    ambiguous_codes: frozenset[str]
    """SKU codes of several variants, and those that are the slug of a product."""
    currency: Currency
    public_url: str
    """Of the shop, such as `https://shop.example`."""

    def address(self, src: str) -> str:
        """Return the URL of a picture; those of the shop's own are paths."""
        return f"{self.public_url}{src}" if src.startswith("/") else src


class CatalogueWriter(Protocol):
    """Writes a file product by product, in constant memory."""

    products: int
    rows: int
    left_out: int
    """Products that the format is not for."""

    def write(self, product: ProductDraft) -> None:
        """Write the rows of one product, which has to be complete."""

    def finish(self) -> None:
        """Write the end of the file."""


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format that a catalogue can be exported in."""

    id: str
    name: str
    suffix: str
    media_type: str
    open: Callable[[TextIO, CatalogueFacts], CatalogueWriter]
    """Writes the header. The stream has `newline=""`."""
