"""Pages, articles and FAQs, as actions take them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from stallage.content.rules import Format


@dataclass(frozen=True, slots=True)
class PageDraft:
    """A page."""

    slug: str
    title: str
    source: str
    format: Format = "markdown"
    phone: str = ""
    email: str = ""
    hours: str = ""


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
    """JSON of `Picture`; None keeps the stored one."""
    product_slugs: tuple[str, ...] = ()
    published_at: datetime | None = None
    """None: now for a new article, unchanged for an existing one."""


@dataclass(frozen=True, slots=True)
class FaqDraft:
    """A question; the answer is Markdown."""

    question: str
    answer: str
    group: str = ""
