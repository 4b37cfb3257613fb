"""HTML of a page's head: title, description, links, link previews and structured data.

Every element carries `data-page-head`, so that the client can replace them all when it navigates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal, TypeAlias

import orjson

from stallage.shop.rules.site import Site

JsonLd: TypeAlias = Mapping[str, Any]

MAX_DESCRIPTION = 200
"""Characters of a description; longer ones are cut at a word."""


@dataclass(frozen=True, slots=True)
class PageHead:
    """Contents of a page's head. Texts are plain; `render_head` escapes them."""

    title: str
    """Title without the company's name; empty on the home page, whose title is that name."""
    path: str
    """The canonical path, with the query parameters that make it a different page."""
    description: str = ""
    image: str | None = None
    """A path or a URL."""
    image_alt: str = ""
    kind: Literal["website", "article", "product"] = "website"
    indexed: bool = True
    """False asks search engines not to index the page."""
    properties: Mapping[str, str] = field(default_factory=dict)
    """Additional Open Graph properties, such as `product:price:amount`."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Additional links, `rel` → path, such as `prev` and `next`."""
    feed: str | None = None
    """Path of an RSS feed of the page's list."""
    json_ld: tuple[JsonLd, ...] = ()


def full_title(site: Site, title: str) -> str:
    """Return a title such as `Everyday mug | Kiln & Grain`; on the home page the company's name alone."""
    return f"{title} | {site.name}" if title else site.name


def json_script(data: JsonLd) -> str:
    """Return structured data as a script element, escaped so that no text can close it."""
    text = orjson.dumps(data).decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return f'<script type="application/ld+json" data-page-head>{text}</script>'


def breadcrumbs(site: Site, crumbs: list[tuple[str, str]]) -> JsonLd:
    """Return the breadcrumbs as JSON-LD. `crumbs` are `(title, path)`, without the home page."""
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


def _shorten(text: str) -> str:
    words = " ".join(text.split())
    if len(words) <= MAX_DESCRIPTION:
        return words
    return words[:MAX_DESCRIPTION].rsplit(" ", 1)[0].rstrip(",;:–-") + " …"


def _meta(attribute: Literal["name", "property"], name: str, content: str) -> str:
    return f'<meta {attribute}="{escape(name)}" content="{escape(content)}" data-page-head>'


def _link(rel: str, address: str) -> str:
    return f'<link rel="{escape(rel)}" href="{escape(address)}" data-page-head>'


def render_head(site: Site, head: PageHead) -> str:
    """Return the head as HTML."""
    title = full_title(site, head.title)
    description = _shorten(head.description)
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
    """Return the elements of link previews: Open Graph and Twitter card."""
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
