"""The composed home page, menus and the announcement bar."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from stallage.content.rules import sanitise
from stallage.declaration.fields import Line, Moment, Slug, Text
from stallage.declaration.records.base import PlacedPicture, Record
from stallage.layout.drafts import MAX_HTML, MAX_LINKS, MAX_SECTIONS, MAX_SLIDES, MAX_TILES
from stallage.layout.rules import is_safe_address

MAX_ALT = 500
"""Characters."""


def _whole_milliseconds(moment: datetime) -> datetime:
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _check_address(address: str) -> str:
    if not is_safe_address(address):
        raise ValueError("must be a path such as /faqs, or begin with https://, mailto: or tel:")
    return address


def _clean_html(html: str) -> str:
    return sanitise(html).strip()


Stripped = Annotated[Line, AfterValidator(str.strip)]
Title = Annotated[Stripped, Field(max_length=200)]
Label = Annotated[Stripped, Field(min_length=1, max_length=80)]
Time = Annotated[Moment, AfterValidator(_whole_milliseconds)]
"""As layouts store it."""


class Link(Record):
    """Where a link leads: exactly one of these."""

    category: Slug | None = None
    collection: Slug | None = None
    sale: Slug | None = None
    product: Slug | None = None
    page: Slug | None = None
    article: Slug | None = None
    search: Annotated[Stripped, Field(max_length=1000)] | None = None
    address: Annotated[Stripped, Field(max_length=1000), AfterValidator(_check_address)] | None = (
        None
    )

    @model_validator(mode="after")
    def one_target(self) -> Self:
        """Check that it leads to one target."""
        if sum(value is not None for _, value in self) != 1:
            raise ValueError(f"needs exactly one of {', '.join(Link.model_fields)}")
        return self

    @property
    def kind(self) -> str:
        """The name of its target's kind."""
        return next(name for name, value in self if value is not None)


class Slide(Record):
    """`[[home_page.section.slide]]`: a slide of a banner."""

    title: Annotated[Title, Field(min_length=1)]
    subtitle: Annotated[Stripped, Field(max_length=500)] = ""
    call_to_action: Annotated[Stripped, Field(max_length=60)] = Field(
        "", description="text of the button"
    )
    image: PlacedPicture | None = None
    phone_image: PlacedPicture | None = None
    link: Link

    @model_validator(mode="after")
    def alt_fits(self) -> Self:
        """Check the length of alternative texts."""
        for image in (self.image, self.phone_image):
            if image is not None and len(image.alt) > MAX_ALT:
                raise ValueError(f"alt cannot exceed {MAX_ALT} characters")
        return self


FIELDS: Mapping[str, tuple[str, ...]] = {
    "banner": ("slide",),
    "products": ("title", "source", "products_of", "display"),
    "tiles": ("title", "tile"),
    "text": ("title", "html", "align"),
    "journal": ("title", "count"),
    "sales": (),
    "sliders": (),
    "feature": ("feature",),
}
"""Kind of section → the fields that only some kinds have."""


class HomeSection(Record):
    """`[[home_page.section]]`: a section, in order from top to bottom."""

    kind: Literal["banner", "products", "tiles", "text", "journal", "sales", "sliders", "feature"]
    hidden: bool = False
    starts_at: Time | None = None
    ends_at: Time | None = None
    title: Title = Field(
        "", description="of `products`, `tiles`, `text` and `journal`; empty: the usual one"
    )
    slide: Annotated[list[Slide], Field(max_length=MAX_SLIDES)] = Field(
        [], description="of `banner`"
    )
    source: Literal["newest", "popular", "reduced"] | None = Field(
        None, description="of `products`: either this or `products_of`"
    )
    products_of: Link | None = Field(
        None, description="of `products`: a category, collection or sale"
    )
    display: Literal["row", "grid"] = Field("row", description="of `products`")
    tile: Annotated[list[Link], Field(max_length=MAX_TILES)] = Field(
        [], description="of `tiles`: categories and collections; empty: the main categories"
    )
    html: Annotated[Text, AfterValidator(_clean_html), Field(max_length=MAX_HTML)] = Field(
        "", description="of `text`; it is sanitised"
    )
    align: Literal["start", "center"] = Field("start", description="of `text`")
    count: Annotated[int, Field(ge=1, le=6)] = Field(3, description="articles of `journal`")
    feature: Slug | None = Field(None, description="of `feature`: slug of a `[[section]]`")

    @model_validator(mode="after")
    def fits_kind(self) -> Self:
        """Check that it has what its kind needs, and nothing of other kinds."""
        own = FIELDS[self.kind]
        for name in sorted({name for names in FIELDS.values() for name in names} - {*own}):
            if getattr(self, name) != type(self).model_fields[name].default:
                raise ValueError(f"{name} does not belong to a section of kind {self.kind}")
        if self.kind == "banner" and not self.slide:
            raise ValueError("a banner needs at least one slide")
        if self.kind == "feature" and self.feature is None:
            raise ValueError("feature is missing")
        if self.kind == "products" and (self.source is None) == (self.products_of is None):
            raise ValueError("needs either source or products_of")
        if self.products_of and self.products_of.kind not in ("category", "collection", "sale"):
            raise ValueError("products_of must be a category, collection or sale")
        if any(tile.kind not in ("category", "collection") for tile in self.tile):
            raise ValueError("tile must be a category or a collection")
        _check_schedule(self.starts_at, self.ends_at)
        return self


class HomePage(Record):
    """`[home_page]`: the home page, composed of sections. Without `section`, the shop arranges it itself."""

    section: Annotated[list[HomeSection], Field(max_length=MAX_SECTIONS)] | None = Field(
        None, description="missing: arranged by the shop itself; `[]`: an empty page"
    )


class MenuLink(Record):
    """`[[menus.header.children]]`: a link below another one."""

    label: Label
    link: Link


class HeaderLink(Record):
    """`[[menus.header]]`: a link of the header."""

    label: Label
    link: Link
    children: Annotated[list[MenuLink], Field(max_length=MAX_LINKS)] = Field(
        [], description="links below it"
    )


class FooterColumn(Record):
    """`[[menus.footer]]`: a column of the footer."""

    label: Label = Field(description="its heading")
    children: Annotated[list[MenuLink], Field(max_length=MAX_LINKS)] = Field(
        [], description="its links"
    )


class Menus(Record):
    """`[menus]`: the links of header and footer."""

    header: Annotated[list[HeaderLink], Field(max_length=MAX_LINKS)] | None = Field(
        None, description="missing: the categories"
    )
    footer: Annotated[list[FooterColumn], Field(max_length=4)] | None = Field(
        None, description="missing: the shop's pages"
    )


class Announcement(Record):
    """`[announcement]`: the bar above the header."""

    text: Annotated[Stripped, Field(max_length=160)] = Field(description="empty: no bar")
    link: Link | None = None
    colours: Literal["accent", "ink", "tint", "sale"] = "accent"
    dismissible: bool = Field(True, description="shoppers can close it in their browser")
    starts_at: Time | None = None
    ends_at: Time | None = None

    @model_validator(mode="after")
    def starts_before_end(self) -> Self:
        """Check the schedule."""
        _check_schedule(self.starts_at, self.ends_at)
        return self


def _check_schedule(starts_at: datetime | None, ends_at: datetime | None) -> None:
    if starts_at is not None and ends_at is not None and ends_at <= starts_at:
        raise ValueError("ends_at must be after starts_at")
