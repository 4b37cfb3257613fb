"""SQL conditions on `products_view p` for operators' filters of products."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, tzinfo

from stallage.core.criteria import SqlParameters
from stallage.core.errors import InvalidFields
from stallage.core.validation import message
from stallage.orders.rules.periods import days_of
from stallage.orders.rules.searching import like_pattern
from stallage.product_changes.schemas.lists import ProductFilter
from stallage.stock.rules import ReservationState
from stallage.stock_keeping.sql.low_levels import LEVEL_OF_EACH, LEVELS_OF_ALL, LOW_AT

MAX_WORDS = 6
HELD = f"r.state = {ReservationState.HELD:d}"

# Per product, over the SKUs in the catalogue. A SKU is low also when it is sold out.
FIGURES = f"""
    SELECT s.product_id, count(*) AS skus, min(s.price) AS price_min, max(s.price) AS price_max,
        sum(s.stock) FILTER (WHERE s.tracked)::bigint AS stock,
        bool_or(NOT s.tracked OR s.backorder OR s.stock > 0) AS orderable,
        bool_or(s.tracked AND s.stock <= {LOW_AT}) AS low,
        bool_or(s.compare_at_price IS NOT NULL) AS reduced
    FROM skus_view s {{levels}} WHERE s.active {{condition}} GROUP BY s.product_id
"""
FIGURES_OF_ALL = FIGURES.format(levels=LEVELS_OF_ALL, condition="")
FIGURES_OF_ONE = FIGURES.format(levels=LEVEL_OF_EACH, condition="AND s.product_id = p.id")

WORD = """p.id IN (
    SELECT id FROM products_view WHERE lower(title) LIKE {word}
    UNION ALL SELECT id FROM products_view WHERE slug LIKE {word}
    UNION ALL SELECT id FROM products_view WHERE tags_text(tags) LIKE {word}
    UNION ALL SELECT product_id FROM skus_view WHERE lower(sku) LIKE {word} AND active
    UNION ALL SELECT product_id FROM skus_view WHERE lower(barcode) LIKE {word} AND active
)"""

IN_RUNNING_SALE = """EXISTS (
    SELECT FROM collection_products_view cp JOIN sales_view sale USING (collection_id)
    WHERE cp.product_id = p.id AND sale.starts_at <= {now}
        AND (sale.ends_at IS NULL OR {now} < sale.ends_at)
)"""
ON_SALE = f"""({IN_RUNNING_SALE} OR EXISTS (
    SELECT FROM skus_view s
    WHERE s.product_id = p.id AND s.active AND s.compare_at_price IS NOT NULL
))"""

BELOW_CATEGORIES = """p.id IN (
    SELECT pc.product_id FROM categories_view c
    JOIN product_categories_view pc ON pc.category_id = c.id WHERE c.path && {ids}::bigint[]
)"""
HAS_PICTURE = """EXISTS (
    SELECT FROM product_images_view i WHERE i.product_id = p.id AND i.path IS NOT NULL
)"""
HAS_CATEGORY = "EXISTS (SELECT FROM product_categories_view pc WHERE pc.product_id = p.id)"
OWED = f"""p.id IN (
    SELECT s.product_id FROM reservations_view r JOIN skus_view s ON s.id = r.sku_id
    WHERE {HELD} AND r.quantity > r.taken AND s.tracked
)"""

# Of the figures `f`.
STOCK = {
    "in_stock": "f.orderable",
    "low": "f.orderable AND f.low",
    "sold_out": "f.orderable IS NOT TRUE",
    "owed": OWED,
}


@dataclass(slots=True)
class Conditions:
    """The conditions of a filter, joined with AND."""

    parameters: SqlParameters = field(default_factory=SqlParameters)
    on_products: list[str] = field(default_factory=list)
    needs_figures: bool = False
    """Whether a condition is on the figures `f`."""

    @property
    def where(self) -> str:
        """All conditions."""
        return " AND ".join(self.on_products) or "true"

    @property
    def source(self) -> str:
        """The FROM clause."""
        if not self.needs_figures:
            return "products_view p"
        return f"products_view p LEFT JOIN ({FIGURES_OF_ALL}) f ON f.product_id = p.id"


def conditions_of(filters: ProductFilter, now: datetime, zone: tzinfo) -> Conditions:
    """The conditions of a filter. Raises InvalidFields for a period that does not exist."""
    found = Conditions()
    add, conditions = found.parameters.add, found.on_products
    for word in dict.fromkeys(filters.search.lower().split()[:MAX_WORDS]):
        conditions.append(WORD.format(word=f"{add(like_pattern(word))}::text"))
    if filters.status:
        conditions.append(f"p.status = ANY({add(filters.status)}::text[])")
    if filters.category:
        conditions.append(BELOW_CATEGORIES.format(ids=add(filters.category)))
    if filters.brand:
        conditions.append(f"p.brand_id = ANY({add(filters.brand)}::bigint[])")
    if filters.tag:
        conditions.append(f"p.tags && {add(filters.tag)}::text[]")
    if filters.stock is not None:
        conditions.append(STOCK[filters.stock])
        found.needs_figures = filters.stock != "owed"
    if filters.on_sale is not None:
        conditions.append(_yes(filters.on_sale, ON_SALE.format(now=f"{add(now)}::timestamptz")))
    if filters.with_picture is not None:
        conditions.append(_yes(filters.with_picture, HAS_PICTURE))
    if filters.with_category is not None:
        conditions.append(_yes(filters.with_category, HAS_CATEGORY))
    _add_prices(filters, found)
    _add_updated(filters, found, now.astimezone(zone).date(), zone)
    return found


def _yes(value: bool, condition: str) -> str:
    return condition if value else f"NOT {condition}"


def _add_prices(filters: ProductFilter, found: Conditions) -> None:
    add = found.parameters.add
    prices = []
    if filters.price_min is not None:
        prices.append(f"s.price >= {add(filters.price_min)}::bigint")
    if filters.price_max is not None:
        prices.append(f"s.price <= {add(filters.price_max)}::bigint")
    if prices:
        found.on_products.append(
            "EXISTS (SELECT FROM skus_view s WHERE s.product_id = p.id AND s.active AND "
            + " AND ".join(prices)
            + ")"
        )


def _add_updated(filters: ProductFilter, found: Conditions, today: date, zone: tzinfo) -> None:
    if filters.updated is None:
        return
    try:
        first, last = days_of(filters.updated, today)
        begin = datetime.combine(first, time(), zone)
        end = datetime.combine(last + timedelta(days=1), time(), zone)
    except (ValueError, OverflowError) as error:
        raise InvalidFields(fields={"updated": [message("invalid", "updated")]}) from error
    add = found.parameters.add
    found.on_products.append(f"p.updated_at >= {add(begin)}::timestamptz")
    found.on_products.append(f"p.updated_at < {add(end)}::timestamptz")
