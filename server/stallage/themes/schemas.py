"""Requests and responses of themes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Id, Input, Line, Output, Time

Hex = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
"""A colour, `#rrggbb`."""
Scheme = Literal["light", "dark"]
Family = Literal["hanken", "system", "humanist", "geometric", "classical", "slab", "serif"]
Name = Annotated[Line, Field(min_length=1, max_length=60)]


class ThemeColours(Input):
    """Colours of one scheme. Null takes the standard colour, or one that fits those that are set."""

    page: Hex | None
    raised: Hex | None
    tint: Hex | None
    ground: Hex | None
    ink: Hex | None
    ink_2: Hex | None
    ink_3: Hex | None
    line: Hex | None
    line_strong: Hex | None
    primary: Hex | None
    on_primary: Hex | None
    sale: Hex | None
    good: Hex | None
    bad: Hex | None


class ThemeTokens(Input):
    """Everything that a theme decides."""

    light: ThemeColours
    dark: ThemeColours
    family: Family = Field(description="Typeface of text. All but `hanken` are on the device.")
    heading_family: Family
    scale: int = Field(ge=90, le=125, description="Size of text, in percent.")
    density: Literal["compact", "regular", "airy"] = Field(description="Spacing.")
    corner: int = Field(ge=0, le=24, description="Radius of corners, in pixels.")
    button: Literal["square", "corner", "pill"] = Field(description="`corner`: as all corners.")


class PrimaryColourInput(Input):
    """The colour of the shop's buttons and links."""

    colour: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = Field(
        description="`#rrggbb`; null for the standard."
    )


class PrimaryColour(Output):
    """The primary colour of what shoppers see."""

    colour: str | None = Field(description="`#rrggbb`; null for the standard.")


class ContrastPair(Output):
    """Two colours that the storefront shows on one another."""

    front: str = Field(description="Name of a colour in camel case, such as `onPrimary`.")
    back: str
    minimum: float = Field(description="4.5 for text, 3 for icons and controls (WCAG 2.2 AA).")


class ContrastFinding(ContrastPair):
    """A pair of colours with too little contrast."""

    scheme: Scheme
    ratio: float
    proposal: str = Field(description="The nearest colour for `front` that has enough contrast.")


class ThemeVariables(Output):
    """CSS custom properties, such as `--ink`, that differ from the standard look."""

    base: dict[str, str]
    light: dict[str, str]
    dark: dict[str, str]


class ThemeCheck(Output):
    """How tokens look."""

    variables: ThemeVariables
    colours: dict[Scheme, dict[str, str]] = Field(
        description="All colours by scheme, including those that are derived."
    )
    findings: list[ContrastFinding]


class ThemeSummary(Output):
    """A theme in the list."""

    id: int
    name: str
    is_active: bool
    has_draft: bool = Field(description="Whether something is saved that is not published.")
    is_published: bool
    colours: dict[Scheme, dict[str, str]] = Field(description="As saved.")
    updated_at: Time


class ThemeOverview(Output):
    """All themes. If none is active, shoppers see the standard look."""

    themes: list[ThemeSummary]
    pairs: list[ContrastPair] = Field(description="What is checked before publishing.")
    standard: ThemeTokens
    standard_colours: dict[Scheme, dict[str, str]]


class ThemeVersionSummary(Output):
    """A published state of a theme."""

    id: int
    published_at: Time
    published_by: str


class ThemeDetail(Output):
    """A theme for its editor."""

    id: int
    name: str
    is_active: bool
    has_draft: bool
    tokens: ThemeTokens = Field(description="As saved, published or not.")
    versions: list[ThemeVersionSummary] = Field(description="The last twenty, newest first.")


class ThemeCreateInput(Input):
    """A new theme."""

    name: Name
    copy_of: Id | None = Field(None, description="Begin with the tokens of this theme.")


class ThemeInput(Input):
    """The name and the draft of a theme."""

    name: Name
    tokens: ThemeTokens


class ThemeDeleted(Output):
    """A theme was deleted."""

    id: int


class ThemePublished(Output):
    """What shoppers see from now on, and what they saw before, for undo."""

    version_id: int | None = Field(description="Null for the standard look.")
    previous_version_id: int | None
