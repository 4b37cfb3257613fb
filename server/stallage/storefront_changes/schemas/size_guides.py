"""Size guides as operators see and change them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Input, Line, Output, Text
from stallage.products.rules.size_guides import MAX_COLUMNS, MAX_ROWS

Name = Annotated[Line, Field(min_length=1, max_length=100)]
Cell = Annotated[Line, Field(max_length=100)]
Unit = Literal["cm", "in"]


class MeasuredColumn(Input):
    """A column of a size guide."""

    title: Name
    measured: bool = Field(False, description="Whether it has measurements in the guide's unit.")


class SizeGuideInput(Input):
    """A size guide with its table."""

    title: Annotated[Line, Field(min_length=1, max_length=300)]
    introduction: Annotated[Text, Field(max_length=2000)] = ""
    option: Name = Field("Size", description="The product option next to which it is linked.")
    unit: Unit | None = Field(None, description="Of the measured columns; shoppers can switch it.")
    columns: Annotated[list[MeasuredColumn], Field(min_length=1, max_length=MAX_COLUMNS)]
    rows: Annotated[
        list[Annotated[list[Cell], Field(max_length=MAX_COLUMNS)]],
        Field(min_length=1, max_length=MAX_ROWS),
    ] = Field(description='One text per column; measurements such as "40" or "38-42".')


class ListedSizeGuide(Output):
    """A size guide in the list."""

    id: int
    title: str
    sizes: int = Field(description="Rows of its table.")
    categories: list[str] = Field(description="Titles of the categories that have it.")


class SizeGuideList(Output):
    """All size guides, by title."""

    items: list[ListedSizeGuide]


class GuideColumn(Output):
    """A column of a size guide."""

    title: str
    measured: bool


class GuideCategory(Output):
    """A category that has the size guide."""

    id: int
    title: str


class SizeGuideDetails(Output):
    """A size guide with everything that can be edited."""

    id: int
    slug: str
    title: str
    introduction: str
    option: str
    unit: Unit | None
    columns: list[GuideColumn]
    rows: list[list[str]]
    categories: list[GuideCategory]
    etag: str
