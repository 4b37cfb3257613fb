"""Structured data has the properties that search engines require of each schema.org type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from stallage.content.actions import put_blog, put_faqs
from stallage.content.drafts import BlogDraft, FaqDraft
from stallage.core import clock
from stallage.products.actions import put_sale, refresh_products
from stallage.shop.actions import put_company
from stallage.shop.drafts import CompanyDraft
from tests.checkout.factory import make_terms
from tests.head.test_head import data, head
from tests.products.factory import SkuSpec, make_category, make_product
from tests.reviews.factory import buy, write
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

PICTURE = {"path": "/media/ab/c.webp", "alt": "A vase", "width": 9, "height": 9, "colour": None}

# Required properties by type, with the kind of their values: text, number, moment (date and time), address
# (URL), enumeration, or a type of this table. Brackets mean a non-empty list.
REQUIRED: dict[str, dict[str, str]] = {
    "Product": {
        "name": "text",
        "description": "text",
        "url": "address",
        "image": "[address]",
        "offers": "[Offer]",
        "brand": "Brand",
        "sku": "text",
        "aggregateRating": "AggregateRating",
    },
    "Offer": {
        "url": "address",
        "price": "decimal",
        "priceCurrency": "currency",
        "availability": "enumeration",
        "itemCondition": "enumeration",
        "hasMerchantReturnPolicy": "MerchantReturnPolicy",
        "shippingDetails": "[OfferShippingDetails]",
        "seller": "Organization",
    },
    "AggregateOffer": {
        "url": "address",
        "lowPrice": "decimal",
        "highPrice": "decimal",
        "priceCurrency": "currency",
        "offerCount": "number",
        "availability": "enumeration",
        "offers": "[Offer]",
    },
    "Brand": {"name": "text"},
    "AggregateRating": {"ratingValue": "number", "reviewCount": "number"},
    "MerchantReturnPolicy": {
        "applicableCountry": "country",
        "returnPolicyCategory": "enumeration",
        "merchantReturnLink": "address",
    },
    "OfferShippingDetails": {
        "shippingRate": "MonetaryAmount",
        "shippingDestination": "DefinedRegion",
        "deliveryTime": "ShippingDeliveryTime",
    },
    "MonetaryAmount": {"value": "decimal", "currency": "currency"},
    "DefinedRegion": {"addressCountry": "country"},
    "ShippingDeliveryTime": {
        "handlingTime": "QuantitativeValue",
        "transitTime": "QuantitativeValue",
    },
    "QuantitativeValue": {"minValue": "number", "maxValue": "number", "unitCode": "text"},
    "BreadcrumbList": {"itemListElement": "[ListItem]"},
    "ListItem": {"position": "number", "name": "text", "item": "address"},
    "Article": {
        "headline": "text",
        "image": "[address]",
        "datePublished": "moment",
        "dateModified": "moment",
        "author": "Person",
        "publisher": "Organization",
        "mainEntityOfPage": "address",
    },
    "Person": {"name": "text"},
    "Organization": {"name": "text"},
    "PostalAddress": {
        "streetAddress": "text",
        "addressLocality": "text",
        "addressCountry": "country",
    },
    "FAQPage": {"mainEntity": "[Question]"},
    "Question": {"name": "text", "acceptedAnswer": "Answer"},
    "Answer": {"text": "text"},
    "WebSite": {"name": "text", "url": "address", "potentialAction": "SearchAction"},
    "SearchAction": {"target": "EntryPoint", "query-input": "text"},
    "EntryPoint": {"urlTemplate": "address"},
}


def is_a(kind: str, value: object) -> bool:
    """Whether a value is of a kind."""
    match kind:
        case "text":
            return isinstance(value, str) and bool(value.strip())
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "decimal":
            return isinstance(value, str) and re.fullmatch(r"\d+(\.\d+)?", value) is not None
        case "currency":
            return isinstance(value, str) and re.fullmatch("[A-Z]{3}", value) is not None
        case "country":
            return isinstance(value, str) and re.fullmatch("[A-Z]{2}", value) is not None
        case "address":
            return isinstance(value, str) and bool(urlsplit(value).netloc)
        case "enumeration":
            return isinstance(value, str) and value.startswith("https://schema.org/")
        case "moment":
            return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
        case _:
            return isinstance(value, Mapping) and value.get("@type") == kind


def check(node: Any, where: str = "") -> None:
    """Fail if an object, or one within it, lacks a required property."""
    if isinstance(node, list):
        for number, one in enumerate(node):
            check(one, f"{where}[{number}]")
        return
    if not isinstance(node, Mapping) or "@type" not in node:
        return
    assert node["@type"] in REQUIRED, f"{where}: {node['@type']} is not known here"
    for name, kind in REQUIRED[node["@type"]].items():
        place = f"{where}/{node['@type']}.{name}"
        value = node.get(name)
        if node["@type"] == "Product" and name == "offers" and isinstance(value, Mapping):
            assert is_a("AggregateOffer", value), place
        elif kind.startswith("["):
            assert isinstance(value, list), place
            assert value, place
            assert all(is_a(kind[1:-1], one) for one in value), (place, value)
        else:
            assert is_a(kind, value), (place, value)
    for name, value in node.items():
        check(value, f"{where}/{name}")


async def structured_data(shop: Shop, path: str) -> dict[str, Any]:
    """Check the structured data of a page and return it by type."""
    found = data(await head(shop, path))
    for one in found:
        assert one["@context"] == "https://schema.org"
        check(one, path)
    return {one["@type"]: one for one in found}


async def test_a_product_has_all_required_properties(shop: Shop) -> None:
    now = clock.now()
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        category = await make_category(connection, "Mugs")
        mug = await make_product(
            connection,
            "Mug",
            slug="mug",
            brand="Moss",
            summary="Holds tea.",
            category_ids=[category],
            option_names=["Size"],
            skus=[SkuSpec(("S",), price=2000, sku="M-1"), SkuSpec(("L",), stock=0, sku="M-2")],
        )
        await connection.execute(
            "INSERT INTO product_images (product_id, path) VALUES ($1, '/media/ab/c.webp')", mug.id
        )
        ends_at = now + timedelta(days=3)
        await put_sale(
            connection,
            slug="spring",
            title="Spring",
            percent=10,
            starts_at=now - timedelta(days=1),
            ends_at=ends_at,
            product_slugs=["mug"],
        )
    await write(shop, await buy(shop, mug), ratingStar=4)
    found = await structured_data(shop, "/products/mug")
    assert set(found) == {"Product", "BreadcrumbList"}
    product = found["Product"]
    small, large = product["offers"]
    assert (small["price"], small["priceCurrency"]) == ("18.00", "USD")
    assert small["availability"].endswith("/InStock")
    assert large["availability"].endswith("/OutOfStock")
    assert date.fromisoformat(small["priceValidUntil"]) == ends_at.date()
    assert product["aggregateRating"]["ratingValue"] == 4
    policy = small["hasMerchantReturnPolicy"]
    assert policy["returnPolicyCategory"].endswith("/MerchantReturnFiniteReturnWindow")
    assert policy["merchantReturnDays"] == 7
    assert small["shippingDetails"][0]["shippingDestination"]["addressCountry"] == "US"


async def test_different_prices_are_an_aggregate_offer(shop: Shop) -> None:
    sizes = [
        SkuSpec(("M",), price=4800),
        SkuSpec(("L",), price=6050),
        SkuSpec(("S",), price=1200, stock=0),
        SkuSpec(("XL",), price=9900, active=False),
    ]
    (mug,) = await stock_shop(
        shop, spec("Mug", slug="mug", option_names=["Size"], skus=sizes, brand="Kiln")
    )
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO product_images (product_id, path) VALUES ($1, '/media/ab/c.webp')", mug.id
        )
    await write(shop, await buy(shop, mug), ratingStar=4)
    offers = (await structured_data(shop, "/products/mug"))["Product"]["offers"]
    assert (offers["lowPrice"], offers["highPrice"], offers["priceCurrency"]) == (
        "48.00",
        "60.50",
        "USD",
    )
    assert offers["availability"].endswith("/InStock")
    # Sold-out SKUs are offers too, as in the feed, but not part of the range.
    assert offers["offerCount"] == 3
    assert [one["price"] for one in offers["offers"]] == ["48.00", "60.50", "12.00"]
    # If all are sold out, the range covers all of them.
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET stock = 0")
        await refresh_products(connection, [mug.id])
    await shop.work()
    (product,) = [
        one for one in data(await head(shop, "/products/mug")) if one["@type"] == "Product"
    ]
    gone = product["offers"]
    assert (gone["lowPrice"], gone["highPrice"], gone["offerCount"]) == ("12.00", "60.50", 3)
    assert gone["availability"].endswith("/OutOfStock")


async def test_products_that_cannot_be_returned(shop: Shop) -> None:
    (mug,) = await stock_shop(shop, spec("Mug", slug="mug"))
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE products SET returnable = false WHERE id = $1", mug.id)
    (product,) = [
        one for one in data(await head(shop, "/products/mug")) if one["@type"] == "Product"
    ]
    policy = product["offers"][0]["hasMerchantReturnPolicy"]
    assert policy["returnPolicyCategory"].endswith("/MerchantReturnNotPermitted")
    assert "merchantReturnDays" not in policy


async def test_structured_data_of_other_pages(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_company(
            connection,
            CompanyDraft(
                name="Kiln",
                logo="/media/ab/l.svg",
                address={
                    "line1": "1 Row",
                    "line2": "",
                    "city": "York",
                    "state": "NY",
                    "postalCode": "10013",
                    "country": "US",
                },
            ),
        )
        ida = BlogDraft("glaze", "Glaze", "Some words.", image=PICTURE, author="Ida")
        await put_blog(connection, ida)
        await put_blog(connection, BlogDraft("nameless", "Nameless", "Some words."))
        await put_faqs(connection, [FaqDraft("Why?", "Because.")])
        await make_category(connection, "Mugs")
    for path, kinds in (
        ("/", {"Organization", "WebSite"}),
        ("/blogs/glaze", {"Article", "BreadcrumbList"}),
        ("/faqs", {"FAQPage", "BreadcrumbList"}),
        ("/blogs", {"BreadcrumbList"}),
        ("/c/collections/mugs", {"BreadcrumbList"}),
        ("/collections", {"BreadcrumbList"}),
    ):
        assert set(await structured_data(shop, path)) == kinds, path
    for slug, kind, name in (("glaze", "Person", "Ida"), ("nameless", "Organization", "Kiln")):
        article = next(one for one in data(await head(shop, f"/blogs/{slug}")) if "author" in one)
        assert (article["author"]["@type"], article["author"]["name"]) == (kind, name)
    site = (await structured_data(shop, "/"))["WebSite"]
    action = site["potentialAction"]
    assert "{search_term_string}" in action["target"]["urlTemplate"]
    assert action["query-input"] == "required name=search_term_string"
