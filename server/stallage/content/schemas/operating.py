"""Requests and responses of the operators' API of texts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from stallage.content.rules import Format
from stallage.core.schemas import (
    Email,
    Input,
    Line,
    Output,
    Picture,
    PicturePreview,
    Text,
    Time,
    is_absent,
)

SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
MAX_SOURCE = 200_000

Slug = Annotated[Line, Field(pattern=SLUG, max_length=200)]
Title = Annotated[Line, Field(min_length=1, max_length=300)]
Source = Annotated[Text, Field(max_length=MAX_SOURCE)]
Words = Annotated[Line, Field(max_length=300)]
Summary = Annotated[Text, Field(max_length=2000)]
PublishedAt = Annotated[
    AwareDatetime, Field(ge=datetime(2000, 1, 1, tzinfo=UTC), lt=datetime(2200, 1, 1, tzinfo=UTC))
]
Products = Annotated[list[Slug], Field(max_length=50)]
PageState = Literal["published", "draft", "unwritten"]
BlogState = Literal["published", "scheduled", "draft"]


class PagePictureInput(Input):
    """A picture that was uploaded."""

    path: Annotated[Line, Field(min_length=1, max_length=500, pattern=r"^/media/[\w./-]+$")]
    alt: Words = ""
    width: Annotated[int, Field(ge=1, le=100_000)] | None = None
    height: Annotated[int, Field(ge=1, le=100_000)] | None = None
    colour: Annotated[Line, Field(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    preview: PicturePreview | None = Field(None, exclude_if=is_absent)


class PageFields(Input):
    """Fields of a page. Those that are absent stay as they are."""

    title: Title | None = None
    source: Source | None = None
    format: Format | None = None
    phone: Annotated[Line, Field(max_length=40)] | None = None
    email: Email | None = None
    hours: Words | None = None
    draft: bool | None = None
    seo_title: Words | None = None
    seo_description: Annotated[Line, Field(max_length=1000)] | None = None


class PageInput(PageFields):
    """A new page of the shop's own."""

    title: Title
    slug: Slug
    source: Source = ""
    format: Format = "html"
    draft: bool = True


class PageChanges(PageFields):
    """Changes of a page."""

    slug: Slug | None = Field(None, description="Of the shop's own pages alone.")


class BlogFields(Input):
    """Fields of an article. Those that are absent stay as they are."""

    title: Title | None = None
    source: Source | None = None
    format: Format | None = None
    summary: Summary | None = None
    author: Words | None = None
    image: PagePictureInput | None = None
    product_slugs: Products | None = None
    draft: bool | None = None
    published_at: PublishedAt | None = Field(
        None, description="Without it, an article is published at once, or stays published."
    )
    seo_title: Words | None = None
    seo_description: Annotated[Line, Field(max_length=1000)] | None = None


class BlogInput(BlogFields):
    """A new article."""

    title: Title
    slug: Slug
    source: Source = ""
    format: Format = "html"
    draft: bool = True


class BlogChanges(BlogFields):
    """Changes of an article. `image: null` removes the picture."""

    slug: Slug | None = None


class PageRow(Output):
    """A page in the list."""

    slug: str
    title: str
    own: bool = Field(description="Whether the shop added it; every shop has the other ones.")
    state: PageState
    path: str = Field(description="Its address in the shop.")
    updated_at: Time | None


class PageList(Output):
    """All pages."""

    items: list[PageRow]


class PageDetails(PageRow):
    """A page, for editing."""

    source: str
    format: Format
    content: str = Field(description="Sanitised HTML, as shoppers see it.")
    phone: str
    email: str
    hours: str
    draft: bool
    seo_title: str
    seo_description: str
    etag: str


class BlogRow(Output):
    """An article in the list."""

    id: int
    slug: str
    title: str
    summary: str
    author: str
    image: Picture | None
    state: BlogState
    published_at: Time | None
    updated_at: Time


class BlogDetails(BlogRow):
    """An article, for editing."""

    path: str
    source: str
    format: Format
    content: str = Field(description="Sanitised HTML, as shoppers see it.")
    reading_minutes: int
    product_slugs: list[str]
    draft: bool
    seo_title: str
    seo_description: str
    etag: str


class FaqFields(Input):
    """A question with its answer."""

    group: Words = ""
    question: Title
    answer: Annotated[Text, Field(min_length=1, max_length=20_000)]
    format: Format = "html"


class FaqsInput(Input):
    """All questions, in order."""

    items: Annotated[list[FaqFields], Field(max_length=500)]


class EditedFaq(Output):
    """A question, for editing."""

    group: str
    question: str
    answer: str
    format: Format


class FaqList(Output):
    """All questions, in order."""

    items: list[EditedFaq]
    etag: str


class TextVersion(Output):
    """What a page or an article said after a change."""

    id: int
    created_at: Time
    author: str = Field(description="Empty if it is not known.")
    title: str
    current: bool = Field(description="Whether it says what is stored now.")


class TextVersionList(Output):
    """The last 50 versions, newest first."""

    items: list[TextVersion]


class TextVersionDetails(TextVersion):
    """A version with its text."""

    source: str
    format: Format
    content: str = Field(description="Sanitised HTML, as shoppers would see it.")
    changed: list[str] = Field(description="Fields that differ from what is stored now.")


class PreviewInput(Input):
    """A text that is not stored."""

    source: Source
    format: Format


class Preview(Output):
    """A text as shoppers would see it."""

    content: str = Field(description="Sanitised HTML.")
    reading_minutes: int
    excerpt: str = Field(description="The first 300 characters, without formatting.")
