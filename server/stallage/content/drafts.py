"""What an operator writes: pages, articles and questions, before they are stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from stallage.content.rules import Format


@dataclass(frozen=True, slots=True)
class PageDraft:
    """A page as an operator writes it."""

    slug: str
    title: str
    source: str
    format: Format = "markdown"
    phone: str = ""
    email: str = ""
    hours: str = ""


@dataclass(frozen=True, slots=True)
class BlogDraft:
    """An article as an operator writes it."""

    slug: str
    title: str
    source: str
    format: Format = "markdown"
    summary: str = ""
    author: str = ""
    image: dict[str, Any] | None = None
    """In the shape in which answers say a picture; None leaves the one that is there."""
    product_slugs: tuple[str, ...] = ()
    published_at: datetime | None = None
    """None: now for a new article, unchanged for one that is there."""


@dataclass(frozen=True, slots=True)
class FaqDraft:
    """A question as an operator writes it; the answer is Markdown."""

    question: str
    answer: str
    group: str = ""
