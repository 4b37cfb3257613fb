"""Convert operators' texts to sanitised HTML."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Literal, TypeAlias

import nh3
from markdown_it import MarkdownIt

Format: TypeAlias = Literal["markdown", "html"]

PAGE_SLUGS = {
    "return-and-exchange": "Returns and exchanges",
    "terms-and-conditions": "Terms and conditions",
    "contact-us": "Contact us",
    "customer-care": "Customer care",
}
"""Slugs of the fixed pages, with their titles until they are written."""

PAGE_PATHS = {
    **{slug: f"/{slug}" for slug in PAGE_SLUGS},
    "customer-care": "/contact-us#customer-care",
}
"""Addresses of the fixed pages in the shop."""

WORDS_PER_MINUTE = 220

TAGS = {
    "a", "abbr", "b", "blockquote", "br", "caption", "code", "del", "em", "figcaption", "figure",
    "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "ol", "p", "pre", "s",
    "small", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul",
}  # fmt: skip
ATTRIBUTES = {
    "a": {"href", "title"},
    "abbr": {"title"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start"},
    "td": {"colspan", "rowspan", "align"},
    "th": {"colspan", "rowspan", "align", "scope"},
}
SCHEMES = {"http", "https", "mailto", "tel"}

_markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def sanitise(html: str) -> str:
    """Return HTML without scripts, frames and styles. `h1` becomes `h2`, since a page has one title."""
    lowered = re.sub(r"<(/?)h1(?=[\s>])", r"<\1h2", html, flags=re.IGNORECASE)
    return nh3.clean(
        lowered,
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer",
    )


def to_html(source: str, form: Format) -> str:
    """Return a text as sanitised HTML."""
    return sanitise(_markdown.render(source) if form == "markdown" else source)


def plain_text(html: str) -> str:
    """Return the words of HTML as plain text."""
    words = nh3.clean(re.sub(r"<(?:/p|/li|/h\d|br|/td)[^>]*>", " ", html), tags=set())
    return re.sub(r"\s+", " ", words).strip()


def reading_minutes(html: str) -> int:
    """Return the reading time of an article in minutes, at least 1."""
    return max(1, round(len(plain_text(html).split()) / WORDS_PER_MINUTE))


def blog_state(
    published_at: datetime | None, now: datetime
) -> Literal["draft", "scheduled", "published"]:
    """Return whether shoppers see an article now."""
    if published_at is None:
        return "draft"
    return "scheduled" if published_at > now else "published"
