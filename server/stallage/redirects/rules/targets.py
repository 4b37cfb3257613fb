"""Kinds of pages that a redirect can lead to, and the addresses of other shop systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from stallage.shop.rules.client_routes import ROUTE_OF_SLUG, match_route

PageKind: TypeAlias = Literal["product", "category", "collection", "page", "blog"]
TargetKind: TypeAlias = Literal["product", "category", "collection", "page", "blog", "path"]
System: TypeAlias = Literal["shopify", "woocommerce"]

PAGE_KINDS: tuple[PageKind, ...] = ("product", "category", "collection", "page", "blog")
SYSTEMS: Mapping[System, str] = {"shopify": "Shopify", "woocommerce": "WooCommerce"}

MAX_HOPS = 10
"""Redirects that lead to one another are followed this far, and visitors get the end at once."""


@dataclass(frozen=True, slots=True)
class NamedPage:
    """A page by its kind and slug."""

    kind: PageKind
    slug: str


def page_of_path(segments: Sequence[str]) -> NamedPage | None:
    """Return the page that a path of this shop names, or None if it names none."""
    matched = match_route(segments)
    if matched is None:
        return None
    kind = next((one for one in PAGE_KINDS if one == matched[0].slug_kind), None)
    return None if kind is None else NamedPage(kind, "/".join(matched[1].values()))


def path_of_page(kind: str, slug: str) -> str:
    """Return the path of a page by its kind and slug."""
    route = ROUTE_OF_SLUG[kind]
    (name,) = (part[1:] for part in route.path.split("/") if part.startswith(":"))
    return route.url(**{name: slug})


def pages_of_old_address(system: str, segments: Sequence[str]) -> list[NamedPage]:
    """Return the pages that an address of another system may have meant, best first."""
    match system, tuple(segments):
        case "shopify", ("collections", _, "products", slug):
            return [NamedPage("product", slug)]
        case "shopify", ("collections", slug) | ("collections", slug, _):
            return [NamedPage("collection", slug), NamedPage("category", slug)]
        case "shopify", ("pages", slug):
            return [NamedPage("page", slug)]
        case "shopify", ("blogs", _, slug):
            return [NamedPage("blog", slug)]
        case "woocommerce", ("product", slug) | ("shop", slug):
            return [NamedPage("product", slug)]
        case "woocommerce", ("shop", _, slug):
            return [NamedPage("product", slug)]
        case "woocommerce", ("product-category", *_, slug):
            return [NamedPage("category", slug), NamedPage("collection", slug)]
        case "woocommerce", ("product-tag", slug):
            return [NamedPage("collection", slug)]
        case "woocommerce", (slug,):
            return [NamedPage("page", slug), NamedPage("blog", slug)]
        case "woocommerce", (year, month, *_, slug) if year.isdigit() and month.isdigit():
            return [NamedPage("blog", slug)]
        case _:
            return []
