"""Writes head markup: one page's title, description, links, previews and structured data.

Every element carries `data-page-head`, so that the client can replace them all at a navigation.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal, TypeAlias

import orjson

from stallage.core.db import Connection
from stallage.settings import Settings

JsonLd: TypeAlias = Mapping[str, Any]

MAX_DESCRIPTION = 200
PREVIEW_WIDTH = 1280
"""Pixels of the picture in a link's preview."""


@dataclass(frozen=True, slots=True)
class PageHead:
    """What the head of a page says. Texts are plain; writing escapes them."""

    title: str
    """The page's own title; empty on the home page, whose title is the company's name."""
    path: str
    """The canonical client route with the parameters that make it another page."""
    description: str = ""
    image: str | None = None
    """A path or an address."""
    image_alt: str = ""
    kind: Literal["website", "article", "product"] = "website"
    indexed: bool = True
    """False keeps it out of search engines."""
    properties: Mapping[str, str] = field(default_factory=dict)
    """More Open Graph properties, such as `product:price:amount`."""
    links: Mapping[str, str] = field(default_factory=dict)
    """More links, `rel` → path, such as `prev` and `next`."""
    feed: str | None = None
    """The path of an RSS feed of what the page lists."""
    json_ld: tuple[JsonLd, ...] = ()


@dataclass(frozen=True, slots=True)
class DeliveryTerm:
    """A way of delivery, as search engines want to know of it."""

    price: int
    """In minor units."""
    free_over: int | None
    min_days: int
    max_days: int


@dataclass(frozen=True, slots=True)
class OfferTerms:
    """What holds for everything that the shop sells, in its own country."""

    country: str
    return_days: int
    deliveries: tuple[DeliveryTerm, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """What the heads of all pages share."""

    name: str
    public_url: str
    """Without a slash at its end."""
    locale: str
    logo: str | None
    terms: OfferTerms | None = None
    """Read by whom a later feature has declared with `reads_offer_terms`."""

    def address(self, path: str) -> str:
        """A path as an absolute address; an address stays as it is."""
        return path if path.startswith(("http://", "https://")) else f"{self.public_url}{path}"

    def preview(self, image: str) -> str:
        """The address of a picture in the width of a link's preview."""
        wide = image.startswith("/media/") and image.endswith(".webp")
        return self.address(f"{image}?w={PREVIEW_WIDTH}" if wide else image)


ReadTerms: TypeAlias = Callable[[Connection, Settings], Awaitable[OfferTerms]]
_read_terms: list[ReadTerms] = []


def reads_offer_terms(read: ReadTerms) -> None:
    """Declares who knows the terms: delivery belongs to a feature that comes after the catalogue."""
    _read_terms[:] = [read]


async def offer_terms(connection: Connection, settings: Settings) -> OfferTerms | None:
    """The terms as they are now, or None in a process where nobody knows them."""
    return await _read_terms[0](connection, settings) if _read_terms else None


def full_title(site: Site, title: str) -> str:
    """`Everyday mug | Kiln & Grain`; the home page bears exactly the company's name."""
    return f"{title} | {site.name}" if title else site.name


def json_script(data: JsonLd) -> str:
    """Structured data as a script element that no text in it can end."""
    text = orjson.dumps(data).decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return f'<script type="application/ld+json" data-page-head>{text}</script>'


def breadcrumbs(site: Site, crumbs: list[tuple[str, str]]) -> JsonLd:
    """The way to a page, `[(title, path), …]` from the home page's child on."""
    return {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": [
            {
                "@type": "ListItem",
                "position": position,
                "name": title,
                "item": site.address(path),
            }
            for position, (title, path) in enumerate([(site.name, "/"), *crumbs], 1)
        ],
    }


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    if len(words) <= MAX_DESCRIPTION:
        return words
    return words[:MAX_DESCRIPTION].rsplit(" ", 1)[0].rstrip(",;:–-") + " …"


def _meta(attribute: Literal["name", "property"], name: str, content: str) -> str:
    return f'<meta {attribute}="{escape(name)}" content="{escape(content)}" data-page-head>'


def _link(rel: str, address: str) -> str:
    return f'<link rel="{escape(rel)}" href="{escape(address)}" data-page-head>'


def written(site: Site, head: PageHead) -> str:
    """The head as HTML."""
    title = full_title(site, head.title)
    description = _shortened(head.description)
    address = site.address(head.path)
    elements = [f"<title data-page-head>{escape(title)}</title>"]
    if description:
        elements.append(_meta("name", "description", description))
    if head.indexed:
        elements.append(_link("canonical", address))
    else:
        elements.append(_meta("name", "robots", "noindex"))
    elements += [_link(rel, site.address(path)) for rel, path in head.links.items()]
    if head.feed is not None:
        feed = f'type="application/rss+xml" href="{escape(site.address(head.feed))}"'
        name = escape(f"{site.name}: {head.title}")
        elements.append(f'<link rel="alternate" {feed} title="{name}" data-page-head>')
    elements += _previews(site, head, title, description, address)
    elements += [json_script(data) for data in head.json_ld]
    return "\n    ".join(elements)


def _previews(site: Site, head: PageHead, title: str, description: str, address: str) -> list[str]:
    """Open Graph and Twitter card."""
    graph = {
        "og:type": head.kind,
        "og:site_name": site.name,
        "og:title": head.title or site.name,
        "og:description": description,
        "og:url": address,
        "og:locale": site.locale.replace("-", "_"),
        "og:image": site.preview(head.image) if head.image else "",
        "og:image:alt": head.image_alt if head.image else "",
        **head.properties,
    }
    card = {
        "twitter:card": "summary_large_image" if head.image else "summary",
        "twitter:title": title,
        "twitter:description": description,
        "twitter:image": site.preview(head.image) if head.image else "",
    }
    return [
        *(_meta("property", name, content) for name, content in graph.items() if content),
        *(_meta("name", name, content) for name, content in card.items() if content),
    ]
