"""Themes of the storefront."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from stallage.declaration.fields import Colour, Name
from stallage.declaration.records.base import Record
from stallage.themes.schemas import Family

OptionalColour = Annotated[Colour, AfterValidator(str.lower)] | None


class Colours(Record):
    """`[theme.light]`: colours of one scheme. Missing ones are the standard, or fit those that are set."""

    page: OptionalColour = None
    raised: OptionalColour = None
    tint: OptionalColour = None
    ground: OptionalColour = None
    ink: OptionalColour = None
    ink_2: OptionalColour = None
    ink_3: OptionalColour = None
    line: OptionalColour = None
    line_strong: OptionalColour = None
    primary: OptionalColour = None
    on_primary: OptionalColour = None
    sale: OptionalColour = None
    good: OptionalColour = None
    bad: OptionalColour = None


class Theme(Record):
    """`[[theme]]`: a look of the storefront, see [themes](operating.md#themes)."""

    name: Annotated[Name, Field(max_length=60), AfterValidator(str.strip)] = Field(
        description="its key"
    )
    active: bool = Field(False, description="shoppers see it; true for one theme at most")
    light: Colours = Field(Colours(), description="a table of colours, `#rrggbb`")
    dark: Colours = Field(Colours(), description="the same for the dark scheme")
    family: Family = Field("hanken", description="typeface of text")
    heading_family: Family = "hanken"
    scale: Annotated[int, Field(ge=90, le=125)] = Field(100, description="size of text, per cent")
    density: Literal["compact", "regular", "airy"] = "regular"
    corner: Annotated[int, Field(ge=0, le=24)] = Field(4, description="radius, pixels")
    button: Literal["square", "corner", "pill"] = "corner"

    @property
    def key(self) -> str:
        """Names differ in more than capitals."""
        return self.name.lower()
