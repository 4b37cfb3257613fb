"""What the columns of a file can be mapped to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

FieldGroup: TypeAlias = Literal["product", "variant", "picture", "own"]
"""`own` are columns without a field of the shop."""


@dataclass(frozen=True, slots=True)
class CatalogueField:
    """A target of columns."""

    id: str
    label: str
    group: FieldGroup
    required: bool = False
    repeatable: bool = False
    """Whether several columns can have it."""


OWN_FIELDS = (
    CatalogueField("attribute", "Attribute for filters", "own", repeatable=True),
    CatalogueField("tag", "Tag", "own", repeatable=True),
    CatalogueField("extra", "Keep for exports", "own", repeatable=True),
)
"""Targets of columns that a format does not know."""
