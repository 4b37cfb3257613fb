"""The three layouts, as they are edited and stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from stallage.core.schemas import (
    Id,
    Input,
    Integer,
    Line,
    PictureJson,
    PicturePreview,
    Text,
    Time,
    is_absent,
)
from stallage.layout.rules import is_safe_address

LayoutName: TypeAlias = Literal["home", "menus", "announcement"]
RecordKind: TypeAlias = Literal["category", "collection", "sale", "product", "page", "article"]
TargetKind: TypeAlias = RecordKind | Literal["search", "address"]
MAX_SECTIONS = 40
MAX_SLIDES = 10
MAX_TILES = 24
MAX_LINKS = 30
MAX_HTML = 20_000
"""Characters."""

Title = Annotated[Line, Field(max_length=200)]
SectionId = Annotated[Line, Field(pattern=r"^[a-z0-9-]{1,40}$")]
"""Chosen by the editor, so that a section is the same one after it was moved."""
PictureSide = Annotated[Integer, Field(ge=1, le=100_000)]


class LayoutPicture(Input):
    """A picture that was uploaded to the shop's media."""

    path: Annotated[Line, Field(pattern=r"^/media/[0-9a-f]{2}/[0-9a-f]{32}\.(webp|svg)$")]
    alt: Annotated[Line, Field(max_length=500)] = ""
    width: PictureSide | None = None
    height: PictureSide | None = None
    colour: Annotated[Line, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    preview: PicturePreview | None = Field(None, exclude_if=is_absent)

    def to_json(self) -> PictureJson:
        """Return the picture as other tables store it."""
        return self.model_dump()


class LinkTarget(Input):
    """Where a link leads."""

    kind: TargetKind
    id: Id | None = Field(None, description="Needed unless it is a search or an address.")
    text: Annotated[Line, Field(max_length=1000)] = Field(
        "", description="The words of a search (empty: all products), or an address."
    )

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """Check that the kind has what it needs, and that an address is safe."""
        if self.kind == "search":
            fits = self.id is None
        elif self.kind == "address":
            fits = self.id is None and is_safe_address(self.text)
        else:
            fits = self.id is not None and self.text == ""
        if not fits:
            raise PydanticCustomError("target", "is not valid.")
        return self

    @property
    def key(self) -> TargetKey | None:
        """The record that it leads to; None for searches and addresses."""
        return None if self.id is None else (self.kind, self.id)


TargetKey: TypeAlias = tuple[str, int]
"""Kind and id of a record."""


def _only(*kinds: str) -> AfterValidator:
    def check(target: LinkTarget) -> LinkTarget:
        if target.kind not in kinds:
            raise PydanticCustomError("target", "is not valid.")
        return target

    return AfterValidator(check)


class _Section(Input):
    """What all sections of the home page have."""

    id: SectionId
    hidden: bool = False
    starts_at: Time | None = None
    ends_at: Time | None = Field(None, description="Exclusive.")

    @model_validator(mode="after")
    def starts_before_end(self) -> Self:
        """Check the schedule."""
        _check_schedule(self.starts_at, self.ends_at)
        return self

    def targets(self) -> Iterator[LinkTarget]:
        """The records that it shows or leads to."""
        yield from ()


def _check_schedule(starts_at: Time | None, ends_at: Time | None) -> None:
    if starts_at is not None and ends_at is not None and ends_at <= starts_at:
        raise PydanticCustomError("schedule", "must end after it starts.")


class SlidersSection(_Section):
    """The shop's sliders."""

    kind: Literal["sliders"]


class Slide(Input):
    """A slide of a banner."""

    title: Annotated[Title, Field(min_length=1)]
    subtitle: Annotated[Line, Field(max_length=500)] = ""
    call_to_action: Annotated[Line, Field(max_length=60)] = ""
    image: LayoutPicture | None = None
    phone_image: LayoutPicture | None = None
    link: LinkTarget


class BannerSection(_Section):
    """Slides at the full width of the page."""

    kind: Literal["banner"]
    slides: Annotated[list[Slide], Field(min_length=1, max_length=MAX_SLIDES)]

    def targets(self) -> Iterator[LinkTarget]:
        """Where its slides lead."""
        return (slide.link for slide in self.slides)


class ProductsSection(_Section):
    """The first products of a list."""

    kind: Literal["products"]
    title: Title = Field("", description="Empty: the list's own.")
    source: Literal["newest", "popular", "reduced"] | None = Field(
        None, description="Null: the products of `productsOf`."
    )
    products_of: Annotated[LinkTarget, _only("category", "collection", "sale")] | None = None
    display: Literal["row", "grid"] = Field("row", description="12 in a row, or 8 in a grid.")

    @model_validator(mode="after")
    def has_one_source(self) -> Self:
        """Check that it has either a source or a list."""
        if (self.source is None) == (self.products_of is None):
            raise PydanticCustomError("required", "is required.")
        return self

    def targets(self) -> Iterator[LinkTarget]:
        """Its list."""
        yield from () if self.products_of is None else (self.products_of,)


class TilesSection(_Section):
    """Categories and collections as tiles with pictures."""

    kind: Literal["tiles"]
    title: Title = ""
    items: Annotated[
        list[Annotated[LinkTarget, _only("category", "collection")]], Field(max_length=MAX_TILES)
    ] = Field([], description="Empty: the main categories.")

    def targets(self) -> Iterator[LinkTarget]:
        """Its tiles."""
        return iter(self.items)


class TextSection(_Section):
    """Formatted text."""

    kind: Literal["text"]
    title: Title = ""
    html: Annotated[Text, Field(max_length=MAX_HTML)] = Field(
        "", description="Scripts, frames and styles are removed."
    )
    align: Literal["start", "center"] = "start"


class JournalSection(_Section):
    """The newest articles."""

    kind: Literal["journal"]
    title: Title = ""
    count: Annotated[Integer, Field(ge=1, le=6)] = 3


class SalesSection(_Section):
    """The running sales."""

    kind: Literal["sales"]


class FeatureTilesSection(_Section):
    """A feature section, with its tiles."""

    kind: Literal["feature"]
    section_id: Id


Section = Annotated[
    SlidersSection
    | BannerSection
    | ProductsSection
    | TilesSection
    | TextSection
    | JournalSection
    | SalesSection
    | FeatureTilesSection,
    Field(discriminator="kind"),
]


class HomeLayout(Input):
    """The home page."""

    sections: Annotated[list[Section], Field(max_length=MAX_SECTIONS)] | None = Field(
        description="In order. Null: the automatic home page."
    )

    @model_validator(mode="after")
    def has_unique_ids(self) -> Self:
        """Check that no two sections have one id."""
        ids = [section.id for section in self.sections or ()]
        if len(ids) != len(set(ids)):
            raise PydanticCustomError("unique", "must be unique.")
        return self

    def targets(self) -> list[LinkTarget]:
        """Every record that a section shows or leads to."""
        return [target for section in self.sections or () for target in section.targets()]


MenuLabel = Annotated[Line, Field(min_length=1, max_length=80)]


class MenuLink(Input):
    """A link below another one."""

    label: MenuLabel
    target: LinkTarget


class HeaderLink(Input):
    """A link of the header's menu."""

    label: MenuLabel
    target: LinkTarget
    children: Annotated[list[MenuLink], Field(max_length=MAX_LINKS)] = Field([])


class FooterColumn(Input):
    """A column of the footer: a heading with links."""

    label: MenuLabel
    children: Annotated[list[MenuLink], Field(max_length=MAX_LINKS)] = Field([])


class Menus(Input):
    """The menus of header and footer."""

    header: Annotated[list[HeaderLink], Field(max_length=MAX_LINKS)] | None = Field(
        description="Null: the categories."
    )
    footer: Annotated[list[FooterColumn], Field(max_length=4)] | None = Field(
        description="Null: the shop's pages."
    )

    def targets(self) -> list[LinkTarget]:
        """Where all links lead."""
        links = [link for column in self.footer or () for link in column.children]
        for first in self.header or ():
            links += first.children
        return [*(first.target for first in self.header or ()), *(link.target for link in links)]


class Announcement(Input):
    """The bar above the header."""

    text: Annotated[Line, Field(max_length=160)] = Field(description="Empty: no bar.")
    link: LinkTarget | None = None
    colours: Literal["accent", "ink", "tint", "sale"] = Field(
        "accent", description="Pairs of the shop's colours with enough contrast."
    )
    dismissible: bool = Field(True, description="Shoppers can close it in their browser.")
    starts_at: Time | None = None
    ends_at: Time | None = Field(None, description="Exclusive.")

    @model_validator(mode="after")
    def starts_before_end(self) -> Self:
        """Check the schedule."""
        _check_schedule(self.starts_at, self.ends_at)
        return self

    def targets(self) -> list[LinkTarget]:
        """Where its link leads."""
        return [] if self.link is None else [self.link]


Layout: TypeAlias = HomeLayout | Menus | Announcement
