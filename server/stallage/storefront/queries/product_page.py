"""A product page as JSON, read with one statement, plus the cards of related products."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from stallage.products.rules.gift_card_terms import GiftCardTerms
from stallage.products.sql.cards import discount, json_of, money, time
from stallage.products.sql.prices import priced_skus, running
from stallage.products.sql.skus import CHOSEN_OPTIONS, LOWEST_OF_SKU, STOCK_NOTE
from stallage.search.cache.cached_cards import cached_cards
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.cache.changes import card_tag, page_tag
from stallage.search.index.engine import ProductTraits
from stallage.search.queries.headings import Breadcrumb, breadcrumbs
from stallage.shop.formats import render_head
from stallage.shop.rules import links
from stallage.storefront.queries.page_heads import product_head
from stallage.storefront.queries.product_media import product_media
from stallage.storefront.queries.product_pictures import PICTURES, pictures_of_sku, read_pictures
from stallage.storefront.queries.similar import MAIN_CATEGORY

RELATED = 8

# `images` is what `pictures_of_sku` needs; it is replaced by what that returns.
SKU = json_of(
    skuId="s.id",
    sku="s.sku",
    options=CHOSEN_OPTIONS,
    price=money("k.price"),
    compareAtPrice=money("k.compare_at_price"),
    discountPercent=discount("k.price", "k.compare_at_price"),
    lowestPrice=money("lowest.price"),
    stock="s.stock",
    inStock="k.in_stock",
    stockNote=STOCK_NOTE,
    images="s.image_id",
)

SALE = f"""(
    SELECT {
    json_of(
        slug="sales.slug",
        title="sales.title",
        percent="sales.percent",
        endsAt=time("sales.ends_at"),
    )
}
    FROM sales_view sales JOIN collection_products_view cp USING (collection_id)
    WHERE cp.product_id = p.id AND {running("sales", "$2")}
    ORDER BY sales.percent DESC, sales.id LIMIT 1
)"""

# The fields of the card are also those of the page.
PRODUCT = f"""
    SELECT p.id, p.card, p.summary, p.description_html, p.product_type, p.tags, p.attributes,
        p.specification, p.videos, p.spin, p.option_names, p.swatches, p.seo_title, p.seo_description,
        p.returnable, p.max_per_order, p.gift_card, p.brand_id, p.related, p.price,
        'search_engines' = ANY(p.channels) AS is_indexed,
        {MAIN_CATEGORY} AS category_id,
        {SALE}::text AS sale,
        (SELECT array_to_json(array_agg({SKU} ORDER BY s.position, s.id))::text
            FROM ({priced_skus("s.product_id = shown.id AND s.active", "$2")}) k
            JOIN skus_view s ON s.id = k.sku_id
            CROSS JOIN LATERAL {LOWEST_OF_SKU}) AS skus,
        {PICTURES} AS images
    FROM products_view p CROSS JOIN catalogue_state_view state
    -- Under another alias, since the query of prices uses `p` for its own products.
    CROSS JOIN LATERAL (SELECT p.id) AS shown (id)
    WHERE p.slug = $1 AND p.card IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class ProductPage:
    """A product's page."""

    product_id: int
    output: bytes
    """JSON of `ProductDetails`."""
    tags: frozenset[str]
    """Of what it shows."""


async def read_product(
    cache: CatalogCache, names: CatalogNames, slug: str, now: datetime
) -> ProductPage | None:
    """Return the page of a product on sale, else None."""
    async with cache.database.public_reading() as connection:
        row = await connection.fetchrow(PRODUCT, slug, now)
        if row is None:
            return None
    related_ids = await _related_ids(cache, row)
    related = await cached_cards(cache, related_ids)
    card = orjson.loads(row["card"])
    skus, pictures = orjson.loads(row["skus"]), read_pictures(row["images"])
    for sku in skus:
        sku["images"] = pictures_of_sku(pictures, sku["images"], sku["options"])
    category = names.categories.get(row["category_id"] or 0)
    crumbs = breadcrumbs(names.category_path(category)) if category else []
    guide = names.size_guide(category) if category else None
    crumbs.append(Breadcrumb(card["title"], slug, links.product(slug)))
    brand = names.brands.get(row["brand_id"] or 0)
    sale = orjson.loads(row["sale"]) if row["sale"] else None
    # A sale is only shown if it may be announced as a reduction of this product.
    is_reduced = any(sku["compareAtPrice"] for sku in skus)
    product: dict[str, Any] = {
        **card,
        **_price_of(skus),
        "summary": row["summary"],
        "descriptionHtml": row["description_html"],
        "brand": {"slug": brand.slug, "name": brand.name} if brand else None,
        "productType": row["product_type"],
        "tags": row["tags"],
        "sale": {**sale, "link": links.sale(sale["slug"])} if sale and is_reduced else None,
        "options": _options(row["option_names"], row["swatches"], skus),
        "skus": skus,
        "images": [one.in_gallery() for one in pictures],
        "media": product_media(row, card["title"], card["createdAt"]),
        "attributes": [
            {"name": name, "label": names.facet_label(name), "values": row["attributes"][name]}
            for name in sorted(row["attributes"], key=names.facet_order)
        ],
        "specification": [{"name": name, "value": value} for name, value in row["specification"]],
        "returnable": row["returnable"],
        "maxPerOrder": row["max_per_order"],
        "sizeGuide": guide,
        "giftCard": _gift_card(row["gift_card"], skus[0]["price"]["currency"]),
        "breadcrumbs": crumbs,
    }
    for name in ("image", "swatches"):
        del product[name]
    head = product_head(
        names.site,
        product,
        row["seo_title"],
        row["seo_description"],
        is_indexed=row["is_indexed"],
    )
    product["dmContent"] = render_head(names.site, head)
    body = orjson.dumps(product)[:-1] + b',"related":[' + related + b"]}"
    shown = frozenset([page_tag(row["id"]), *map(card_tag, related_ids)])
    return ProductPage(row["id"], body, shown)


def _price_of(skus: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the price fields of the page by the rule of cards, from the current SKUs."""
    available = [sku for sku in skus if sku["inStock"]] or skus
    cheapest = min(available, key=lambda sku: sku["price"]["amount"])
    return {
        "price": cheapest["price"],
        "compareAtPrice": cheapest["compareAtPrice"],
        "discountPercent": cheapest["discountPercent"],
        "lowestPrice": cheapest["lowestPrice"],
        "priceVaries": any(sku["price"] != cheapest["price"] for sku in available),
        "inStock": any(sku["inStock"] for sku in skus),
    }


def _gift_card(stored: dict[str, int] | None, currency: str) -> dict[str, Any] | None:
    """Return JSON of `ProductGiftCard`, or None for other products."""
    if stored is None:
        return None
    terms = GiftCardTerms.of(stored)
    has_range = terms.minimum > 0
    return {
        "minimum": {"amount": terms.minimum, "currency": currency} if has_range else None,
        "maximum": {"amount": terms.maximum, "currency": currency} if has_range else None,
        "validMonths": terms.months or None,
    }


def _options(
    names: list[str], swatches: dict[str, dict[str, str]], skus: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return the options and their values in the order of the SKUs, as JSON of `Option`."""
    options = []
    for name in names:
        values: dict[str, bool] = {}
        for sku in skus:
            for chosen in sku["options"]:
                if chosen["name"] == name:
                    value = chosen["value"]
                    values[value] = values.get(value, False) or sku["inStock"]
        colours = swatches.get(name, {})
        options.append(
            {
                "name": name,
                "values": [
                    {"value": value, "colour": colours.get(value), "inStock": in_stock}
                    for value, in_stock in values.items()
                ],
            }
        )
    return options


async def _related_ids(cache: CatalogCache, row: Any) -> list[int]:
    """Return ids of products chosen by hand, then of similar ones, up to RELATED."""
    similar = cache.engine().similar(ProductTraits.of(row), RELATED)
    ids = [*row["related"], *await cache.unless_away(similar, [])]
    return list(dict.fromkeys(ids))[:RELATED]
