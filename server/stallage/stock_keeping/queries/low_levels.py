"""Reads low-stock levels, who gets emails about them, and the rows of these emails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stallage.core.db import Connection, Record
from stallage.core.etags import etag_of
from stallage.operators.queries import permissions_of
from stallage.stock_keeping.drafts import LowItem
from stallage.stock_keeping.schemas.low_levels import (
    AlertRecipient,
    CategoryLevel,
    LevelCategory,
    LowLevelChoices,
    LowLevels,
    OwnLevels,
    ShopLevel,
    StockAlerts,
)
from stallage.stock_keeping.sql.low_levels import (
    LEVEL_OF_EACH,
    LEVELS_OF_ALL,
    LOW_AT,
    LOW_CATEGORY,
    LOW_FROM,
)

PERMISSION = "stock.read"
MAX_CHOICES = 5000

NAME = """(
    SELECT string_agg(a.title, ' / ' ORDER BY depth) FROM unnest(c.path) WITH ORDINALITY
        AS above (id, depth) JOIN categories_view a ON a.id = above.id
)"""
CATEGORIES = f"SELECT c.id, {NAME} AS name FROM categories_view c ORDER BY name LIMIT {MAX_CHOICES}"
RULES = f"""
    SELECT r.category_id, r.low_at, {NAME} AS name
    FROM stock_category_rules r JOIN categories_view c ON c.id = r.category_id ORDER BY name, c.id
"""
# Of each rule: what it holds for. Rows of items and products have no category.
USES = f"""
    SELECT {LOW_FROM} AS low_from,
        CASE WHEN own.low_at IS NULL AND of_product.low_at IS NULL
            THEN of_category.category_id END AS category_id,
        count(*) AS items,
        count(*) FILTER (WHERE s.stock <= {LOW_AT}) AS low
    FROM skus_view s JOIN products_view p ON p.id = s.product_id {LEVELS_OF_ALL}
    WHERE s.active AND s.tracked AND p.status <> 'archived' GROUP BY 1, 2
"""
PRODUCTS_WITH_OWN = """
    SELECT count(*) FROM products_view p WHERE p.status <> 'archived' AND (
        EXISTS (SELECT FROM stock_product_rules r WHERE r.product_id = p.id)
        OR EXISTS (SELECT FROM skus_view s JOIN stock_rules r ON r.sku_id = s.id
            WHERE s.product_id = p.id AND s.active))
"""
SHOP = "SELECT low_stock FROM catalogue_state_view"
ALERTS = """
    SELECT frequency, at_minute,
        (SELECT max(sent_at) FROM stock_alert_emails) AS last_sent_at,
        (SELECT coalesce(array_agg(operator_id ORDER BY operator_id), '{}')
            FROM stock_alert_recipients) AS recipients
    FROM stock_alert_settings
"""
MEMBERS = """
    SELECT id, name, email, role, permissions, disabled_at IS NOT NULL AS is_disabled
    FROM operators_view WHERE $1::bigint[] IS NULL OR id = ANY($1) ORDER BY lower(name), id
"""
WANTS_MAIL = """
    SELECT EXISTS (SELECT FROM stock_alert_recipients WHERE operator_id = $1)
        AND (SELECT frequency <> 'off' FROM stock_alert_settings)
"""
WAS_SENT = """
    SELECT EXISTS (SELECT FROM stock_alert_emails WHERE alert_id = $1 AND operator_id = $2)
"""
# What has been refilled since is left out, though no check has noticed it yet.
ITEMS = f"""
    SELECT s.id AS sku_id, p.title AS product, array_to_string(s.options, ' / ') AS options, s.sku,
        s.stock, {LOW_AT} AS low_at, {LOW_FROM} AS low_from, {LOW_CATEGORY} AS category,
        count(*) OVER () AS count
    FROM low_skus k JOIN skus_view s ON s.id = k.sku_id
    JOIN products_view p ON p.id = s.product_id {LEVEL_OF_EACH}
    WHERE k.alert_id = $1 AND s.tracked AND s.active AND s.stock <= {LOW_AT}
    ORDER BY s.stock, p.title, s.id LIMIT $2
"""


def _member(row: Record) -> AlertRecipient:
    may = PERMISSION in permissions_of(row["role"], row["permissions"])
    return AlertRecipient(
        id=row["id"],
        name=row["name"],
        email=row["email"],
        gets_mail=may and not row["is_disabled"],
    )


async def members(connection: Connection, ids: Iterable[int] | None = None) -> list[AlertRecipient]:
    """Team members, those with these ids or all."""
    requested = None if ids is None else list(ids)
    return [_member(row) for row in await connection.fetch(MEMBERS, requested)]


async def choices(connection: Connection) -> LowLevelChoices:
    """The categories that may get a level, and the team members who may get emails."""
    return LowLevelChoices(
        categories=[
            LevelCategory(id=row["id"], name=row["name"])
            for row in await connection.fetch(CATEGORIES)
        ],
        recipients=[one for one in await members(connection) if one.gets_mail],
    )


Uses = Mapping[tuple[str, int | None], tuple[int, int]]
"""Kind of rule and category → items, and those that are low."""


async def low_levels(connection: Connection) -> LowLevels:
    """All low-stock levels with what they hold for, and who gets emails."""
    uses = {
        (row["low_from"], row["category_id"]): (row["items"], row["low"])
        for row in await connection.fetch(USES)
    }
    return await _levels(connection, uses)


async def uncounted_levels(connection: Connection) -> LowLevels:
    """The same, without counting what the levels hold for, which needs all items."""
    return await _levels(connection, {})


async def _levels(connection: Connection, uses: Uses) -> LowLevels:
    rules = await connection.fetch(RULES)
    alerts = await connection.fetchrow(ALERTS)
    assert alerts is not None  # noqa: S101 - the initial schema adds the row
    shop = uses.get(("shop", None), (0, 0))
    own = [uses.get((kind, None), (0, 0)) for kind in ("item", "product")]
    return LowLevels(
        shop=ShopLevel(low_at=await connection.fetchval(SHOP) or 0, items=shop[0], low=shop[1]),
        categories=[_category(row, uses) for row in rules],
        own=OwnLevels(
            products=await connection.fetchval(PRODUCTS_WITH_OWN),
            items=sum(items for items, _ in own),
            low=sum(low for _, low in own),
        ),
        alerts=StockAlerts(
            frequency=alerts["frequency"],
            at_minute=alerts["at_minute"],
            recipients=await members(connection, alerts["recipients"]),
            last_sent_at=alerts["last_sent_at"],
        ),
        etag=etag_of(
            *((row["category_id"], row["low_at"]) for row in rules),
            *(alerts[name] for name in ("frequency", "at_minute", "recipients")),
        ),
    )


def _category(row: Record, uses: Uses) -> CategoryLevel:
    items, low = uses.get(("category", row["category_id"]), (0, 0))
    return CategoryLevel(
        category_id=row["category_id"],
        name=row["name"],
        low_at=row["low_at"],
        items=items,
        low=low,
    )


async def gets_alerts(connection: Connection, operator_id: int) -> str | None:
    """The address of a team member who gets emails about low stock now, or None."""
    found = await members(connection, [operator_id])
    if not found or not found[0].gets_mail:
        return None
    return found[0].email if await connection.fetchval(WANTS_MAIL, operator_id) else None


async def was_sent(connection: Connection, alert_id: int, operator_id: int) -> bool:
    """Whether a team member has got an alert."""
    found: bool = await connection.fetchval(WAS_SENT, alert_id, operator_id)
    return found


async def items_of_alert(
    connection: Connection, alert_id: int, limit: int
) -> tuple[list[LowItem], int]:
    """The items of an alert that are still low, at most `limit`, and how many there are."""
    rows = await connection.fetch(ITEMS, alert_id, limit)
    items = [
        LowItem(
            sku_id=row["sku_id"],
            name=f"{row['product']}, {row['options']}" if row["options"] else row["product"],
            sku=row["sku"],
            left=row["stock"],
            low_at=row["low_at"],
            category=row["category"],
        )
        for row in rows
    ]
    return items, rows[0]["count"] if rows else 0
