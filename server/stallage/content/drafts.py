"""Pages, articles and FAQs, as actions take them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from stallage.content.rules import Format


@dataclass(frozen=True, slots=True)
class PageDraft:
    """A page. Only a page of the shop's own can be a draft."""

    slug: str
    title: str
    source: str
    format: Format = "markdown"
    phone: str = ""
    email: str = ""
    hours: str = ""
    draft: bool = False
    seo_title: str = ""
    seo_description: str = ""


@dataclass(frozen=True, slots=True)
class BlogDraft:
    """A blog article."""

    slug: str
    title: str
    source: str
    format: Format = "markdown"
    summary: str = ""
    author: str = ""
    image: dict[str, Any] | None = None
    """JSON of `Picture`; None keeps the stored one, an empty one removes it."""
    product_slugs: tuple[str, ...] = ()
    published_at: datetime | None = None
    """None: now for a new article or a draft, unchanged for a published one."""
    draft: bool = False
    """Whether shoppers do not see it; then `published_at` is ignored."""
    seo_title: str = ""
    seo_description: str = ""


@dataclass(frozen=True, slots=True)
class FaqDraft:
    """A question with its answer."""

    question: str
    answer: str
    group: str = ""
    format: Format = "markdown"


VersionKind: TypeAlias = Literal["page", "blog"]


@dataclass(frozen=True, slots=True)
class Versioned:
    """A page or an article, whose versions are stored."""

    kind: VersionKind
    id: int


@dataclass(frozen=True, slots=True)
class SeoTexts:
    """Title and description for search engines; empty if the shop has written none."""

    title: str
    description: str
