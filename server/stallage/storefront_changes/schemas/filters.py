"""The filters of lists as operators see and change them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Input, Line, Output

MAX_FILTERS = 500
MAX_ORDERED = 200

Value = Annotated[Line, Field(min_length=1, max_length=255)]


class OfferedValue(Output):
    """A value of a filter."""

    value: str
    products: int = Field(description="Products on sale that have it.")


class OfferedFilter(Output):
    """An attribute or option that lists can be filtered by."""

    name: str = Field(description="Its name in URLs, after `attr.`.")
    label: str
    hidden: bool = Field(description="Whether lists leave it out.")
    value_order: list[str] = Field(
        description="Values that come first, in this order; the others by number of products."
    )
    values: list[OfferedValue] = Field(description="In the order of lists, at most 200.")


class FilterList(Output):
    """All filters of attributes and options, in the order of lists."""

    items: list[OfferedFilter]
    etag: str


class FilterChange(Input):
    """How lists offer a filter."""

    name: Annotated[Line, Field(min_length=1, max_length=100)]
    label: Annotated[Line, Field(min_length=1, max_length=100)]
    hidden: bool = False
    value_order: Annotated[list[Value], Field(max_length=MAX_ORDERED)] = Field([])


class FilterArrangement(Input):
    """Filters in the order of lists. Those that are left out come after them."""

    items: Annotated[list[FilterChange], Field(max_length=MAX_FILTERS)]
