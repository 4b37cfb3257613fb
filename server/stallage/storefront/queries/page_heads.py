"""Heads of catalogue pages. `shop.formats` renders and escapes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stallage.core.money import Currency
from stallage.search.queries.headings import ListHeading
from stallage.shop.formats import JsonLd, PageHead, breadcrumbs
from stallage.shop.rules import links
from stallage.shop.rules.list_pages import ListPage
from stallage.shop.rules.site import DeliveryTerm, OfferTerms, Site

MAX_OFFERS = 50


def product_head(
    site: Site, product: Mapping[str, Any], seo_title: str, seo_text: str, *, is_indexed: bool
) -> PageHead:
    """Return the head of a product page. `product` is JSON of `ProductDetails`."""
    path = links.product(product["slug"])
    description = seo_text or product["summary"] or product["title"]
    images = product["images"]
    price = product["price"]
    crumbs = [(crumb.title, crumb.link) for crumb in product["breadcrumbs"]]
    return PageHead(
        title=seo_title or product["title"],
        path=path,
        description=description,
        image=images[0]["path"] if images else None,
        image_alt=images[0]["alt"] if images else "",
        kind="product",
        indexed=is_indexed,
        properties={
            "product:price:amount": decimal_text(price["amount"], Currency.of(price["currency"])),
            "product:price:currency": price["currency"],
            "product:availability": "in stock" if product["inStock"] else "out of stock",
        },
        json_ld=(
            _product_data(site, product, description, path),
            breadcrumbs(site, crumbs),
            *(_video_data(site, video, description) for video in product["media"]["videos"]),
        ),
    )


def _product_data(site: Site, product: Mapping[str, Any], description: str, path: str) -> JsonLd:
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": product["title"],
        "description": description,
        "url": site.address(path),
        "image": [site.address(image["path"]) for image in product["images"]],
        "offers": _offers(site, product, path),
    }
    if product["brand"]:
        data["brand"] = {"@type": "Brand", "name": product["brand"]["name"]}
    if number := next((sku["sku"] for sku in product["skus"] if sku["sku"]), None):
        data["sku"] = number
    if product["ratingCount"]:
        data["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": product["averageRating"],
            "reviewCount": product["ratingCount"],
        }
    return data


def _video_data(site: Site, video: Mapping[str, Any], description: str) -> JsonLd:
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "VideoObject",
        "name": video["title"],
        "description": description,
        "thumbnailUrl": site.address(video["poster"]["path"]),
        "contentUrl": site.address(video["path"]),
        "encodingFormat": video["mediaType"],
        "uploadDate": video["uploadedAt"],
    }
    if video["seconds"]:
        data["duration"] = f"PT{video['seconds']}S"
    return data


def _offers(site: Site, product: Mapping[str, Any], path: str) -> JsonLd | list[JsonLd]:
    """Return an offer per SKU, as in the feed; if prices vary, within an aggregate offer.

    The price range covers the SKUs in stock, as on the page.
    """
    skus = product["skus"]
    offers = [_offer(site, product, sku, path) for sku in skus[:MAX_OFFERS]]
    if not product["priceVaries"]:
        return offers
    available = [sku for sku in skus if sku["inStock"]] or skus
    amounts = [sku["price"]["amount"] for sku in available]
    currency = Currency.of(product["price"]["currency"])
    return {
        "@type": "AggregateOffer",
        "url": site.address(path),
        "lowPrice": decimal_text(min(amounts), currency),
        "highPrice": decimal_text(max(amounts), currency),
        "priceCurrency": currency.code,
        "offerCount": len(skus),
        "availability": _availability(product),
        "offers": offers,
    }


def _offer(site: Site, product: Mapping[str, Any], sku: Mapping[str, Any], path: str) -> JsonLd:
    price = sku["price"]
    currency = Currency.of(price["currency"])
    offer: dict[str, Any] = {
        "@type": "Offer",
        "url": site.address(f"{path}?sku={sku['skuId']}"),
        "price": decimal_text(price["amount"], currency),
        "priceCurrency": price["currency"],
        "availability": _availability(sku),
        "itemCondition": "https://schema.org/NewCondition",
        "seller": {"@type": "Organization", "name": site.name},
    }
    if sku["sku"]:
        offer["sku"] = sku["sku"]
    if product["sale"] and product["sale"]["endsAt"]:
        offer["priceValidUntil"] = product["sale"]["endsAt"][:10]
    if site.terms is not None:
        offer["hasMerchantReturnPolicy"] = _returns(site, site.terms, product["returnable"])
        offer["shippingDetails"] = [
            _shipping(site.terms, one, cost, currency)
            for one in site.terms.deliveries
            if (cost := one.cost_of(price["amount"])) is not None
        ]
    return offer


def _availability(item: Mapping[str, Any]) -> str:
    return "https://schema.org/" + ("InStock" if item["inStock"] else "OutOfStock")


def _returns(site: Site, terms: OfferTerms, is_returnable: bool) -> JsonLd:
    """Return the return policy. Returns are sent by mail and are free."""
    policy: dict[str, Any] = {
        "@type": "MerchantReturnPolicy",
        "applicableCountry": terms.country,
        "merchantReturnLink": site.address("/return-and-exchange"),
    }
    if not is_returnable or terms.return_days == 0:
        kind = "https://schema.org/MerchantReturnNotPermitted"
        return {**policy, "returnPolicyCategory": kind}
    return {
        **policy,
        "returnPolicyCategory": "https://schema.org/MerchantReturnFiniteReturnWindow",
        "merchantReturnDays": terms.return_days,
        "returnMethod": "https://schema.org/ReturnByMail",
        "returnFees": "https://schema.org/FreeReturn",
    }


def _shipping(terms: OfferTerms, one: DeliveryTerm, cost: int, currency: Currency) -> JsonLd:
    return {
        "@type": "OfferShippingDetails",
        "shippingRate": {
            "@type": "MonetaryAmount",
            "value": decimal_text(cost, currency),
            "currency": currency.code,
        },
        "shippingDestination": {"@type": "DefinedRegion", "addressCountry": terms.country},
        "deliveryTime": {
            "@type": "ShippingDeliveryTime",
            "handlingTime": _days(0, 1),
            "transitTime": _days(one.min_days, one.max_days),
        },
    }


def _days(least: int, most: int) -> JsonLd:
    return {"@type": "QuantitativeValue", "minValue": least, "maxValue": most, "unitCode": "DAY"}


def decimal_text(amount: int, currency: Currency) -> str:
    """Return an amount as a decimal number, such as `1299.00`."""
    if not currency.decimals:
        return str(amount)
    whole, part = divmod(amount, 10**currency.decimals)
    return f"{whole}.{part:0{currency.decimals}d}"


def list_head(
    site: Site,
    heading: ListHeading,
    page: ListPage,
    *,
    seo_title: str = "",
    seo_description: str = "",
) -> PageHead:
    """Return the head of a category, sale, slider, tile or collection.

    Without texts for search engines it has the heading's.
    """
    crumbs = [(crumb.title, crumb.link) for crumb in heading.breadcrumbs]
    image = heading.image
    return PageHead(
        title=page.page_title(seo_title or heading.title),
        path=page.canonical,
        description=seo_description or heading.description or heading.title,
        image=image["path"] if image else None,
        image_alt=image["alt"] if image else "",
        indexed=page.exists,
        links=page.neighbours,
        json_ld=(breadcrumbs(site, crumbs),),
    )


def search_head(site: Site, words: str, page: ListPage | None) -> PageHead:
    """Return the head of search results. `page` is None without search words.

    For search engines all results are one page, the search itself: there is no end of results.
    """
    search = links.search_page()
    if page is None:
        return PageHead(
            "Search",
            search,
            description=f"Search all products of {site.name} by name, kind or brand.",
        )
    shown = words[:60]
    return PageHead(
        page.page_title(f"Search: {shown}"),
        search,
        description=f"Products of {site.name} that match “{shown}”.",
        indexed=page.exists and page.total > 0,
        # A shared link leads to its results.
        properties={"og:url": site.address(page.canonical)},
        links=page.neighbours,
    )
