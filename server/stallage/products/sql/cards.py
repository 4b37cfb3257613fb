"""SQL that builds product cards as JSON ready to send.

A card has the keys of `schemas.Card` in the same order; a test checks this.
"""

from __future__ import annotations

from stallage.products.sql.price_history import lowest_before_reduction
from stallage.products.sql.prices import priced_skus

SHAPE = 5
"""Version of the card format. Raise it when cards change: shops then rebuild their stored cards."""


def json_of(**fields: str) -> str:
    """Return SQL for a JSON object. Built from a row, because that gives JSON without spaces."""
    columns = ", ".join(f'{value} AS "{name}"' for name, value in fields.items())
    return f"(SELECT row_to_json(o) FROM (SELECT {columns}) o)"


def money(amount: str) -> str:
    """Return SQL for an amount as `Money`, or null; `state` is the row of catalogue_state."""
    return (
        f"CASE WHEN {amount} IS NOT NULL"
        f" THEN {json_of(amount=amount, currency='state.currency')} END"
    )


def picture(image: str) -> str:
    """Return SQL for a row of product_images as `Picture`, or null if it has no file yet."""
    with_preview = _shape(image) | {"preview": f"{image}.preview"}
    return (
        f"CASE WHEN {image}.path IS NOT NULL THEN CASE WHEN {image}.preview IS NULL"
        f" THEN {_focused(image, _shape(image))} ELSE {_focused(image, with_preview)} END END"
    )


def _shape(image: str) -> dict[str, str]:
    return {name: f"{image}.{name}" for name in ("path", "alt", "width", "height", "colour")}


def _focused(image: str, shape: dict[str, str]) -> str:
    x, y = (f"coalesce({image}.{name}, 50)" for name in ("focus_x", "focus_y"))
    focus = f"array_to_json(ARRAY[{x}, {y}])"
    return (
        f"CASE WHEN {x} = 50 AND {y} = 50 THEN {json_of(**shape)}"
        f" ELSE {json_of(**shape, focus=focus)} END"
    )


def time(moment: str) -> str:
    """Return SQL for a time in UTC as `Time`, whatever the session's time zone."""
    return f"""to_char({moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""


def discount(price: str, before: str) -> str:
    """Return SQL for the discount between two prices in whole per cent."""
    return f"coalesce(({before} - {price}) * 100 / nullif({before}, 0), 0)"


# A card shows the price of the cheapest SKU in stock, or of the cheapest of all if none is in stock.
# Stock is the sum over the SKUs, or null if one can be ordered without limit.
OFFERS = f"""
    SELECT k.product_id,
        (array_agg(k.sku_id ORDER BY NOT k.in_stock, k.price, k.sku_id))[1] AS sku_id,
        (array_agg(k.price ORDER BY NOT k.in_stock, k.price, k.sku_id))[1] AS price,
        (array_agg(k.compare_at_price ORDER BY NOT k.in_stock, k.price, k.sku_id))[1]
            AS compare_at_price,
        (array_agg(k.sale_slug ORDER BY NOT k.in_stock, k.price, k.sku_id))[1] AS sale_slug,
        count(*) AS skus,
        CASE WHEN bool_or(k.in_stock)
            THEN min(k.price) FILTER (WHERE k.in_stock) <> max(k.price) FILTER (WHERE k.in_stock)
            ELSE min(k.price) <> max(k.price) END AS price_varies,
        bool_or(k.in_stock) AS in_stock,
        CASE WHEN bool_or(s.backorder OR NOT s.tracked) THEN NULL ELSE sum(s.stock) END AS stock
    FROM ({priced_skus("s.product_id = ANY($1::bigint[]) AND s.active", "$2")}) k
    JOIN skus s ON s.id = k.sku_id
    GROUP BY k.product_id
"""

# Only for the SKU whose price the card shows, and only if that is reduced: cards are rebuilt while a
# shopper waits for an order to be placed.
LOWEST = f"""CASE WHEN offer.compare_at_price IS NOT NULL THEN (
    SELECT {lowest_before_reduction("$2")}
    FROM skus s
    CROSS JOIN LATERAL (SELECT offer.price, offer.compare_at_price, offer.sale_slug) k
    WHERE s.id = offer.sku_id
) END"""

FIRST_PICTURE = f"""(
    SELECT {picture("i")} FROM product_images i
    WHERE i.product_id = p.id AND i.path IS NOT NULL ORDER BY i.position, i.id LIMIT 1
)"""

# Cards show it only once a shopper asks for the value, so it has no preview.
PICTURE_OF_VALUE = f"""(
    SELECT {_focused("i", _shape("i"))} FROM product_images i
    WHERE i.product_id = p.id AND i.path IS NOT NULL AND i.options ->> o.name = v.value
    ORDER BY i.position, i.id LIMIT 1
)"""

# Swatches of the first option that has any, in the order of its SKUs.
SWATCHES = f"""
    SELECT array_to_json(array_agg(
        {json_of(value="v.value", colour="v.colour", image=PICTURE_OF_VALUE)}
        ORDER BY v.place, v.value))
    FROM (
        SELECT name, ordinality FROM unnest(p.option_names) WITH ORDINALITY AS named (name)
        WHERE p.swatches ? name ORDER BY ordinality LIMIT 1
    ) o
    CROSS JOIN LATERAL (
        SELECT s.options[o.ordinality] AS value, min(s.position) AS place,
            p.swatches -> o.name ->> s.options[o.ordinality] AS colour
        FROM skus s
        WHERE s.product_id = p.id AND s.active
        GROUP BY 1
    ) v
    WHERE v.colour IS NOT NULL
"""

AVERAGE_RATING = """CASE WHEN p.rating_count = 0 THEN 0
    ELSE round(p.rating_sum::numeric / p.rating_count, 1) END"""

CARD = json_of(
    productId="p.id",
    skuId="CASE WHEN offer.skus = 1 THEN offer.sku_id END",
    slug="p.slug",
    title="p.title",
    brand="(SELECT b.name FROM brands b WHERE b.id = p.brand_id)",
    image=FIRST_PICTURE,
    price=money("offer.price"),
    compareAtPrice=money("offer.compare_at_price"),
    priceVaries="offer.price_varies",
    discountPercent=discount("offer.price", "offer.compare_at_price"),
    lowestPrice=money("lowest.price"),
    averageRating=AVERAGE_RATING,
    ratingCount="p.rating_count",
    inStock="offer.in_stock",
    stockNote="CASE WHEN offer.stock BETWEEN 1 AND state.low_stock"
    " THEN 'Only ' || offer.stock || ' left' END",
    swatches=f"coalesce(({SWATCHES}), '[]')",
    createdAt=time("p.created_at"),
)

HAS_PICTURE = """strpos(p.card, '"image":{') > 0"""
"""Whether the card of `p` has a picture. Texts in a card cannot match this, since quotes are escaped.
Parsing the JSON of all cards takes three times as long."""
