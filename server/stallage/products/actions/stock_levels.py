"""Changes the stock of SKUs. Only the `stock` feature calls these functions.

Stock and reservations change in one statement, so that no moment exists at which only one of them has
changed. `stock` therefore passes the SQL that writes its reservations. SKUs are locked in the order of
their ids before they change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from stallage.core.db import Connection
from stallage.core.hints import Hint, add_hint
from stallage.core.one_statement import Part, refuse_unless
from stallage.products.actions.cards import refresh_cards

STOCK_CHANGED = Hint("stallage_catalogue", "stock")
"""For caches, which read from a log what has changed."""

# Whether a card may need another stock note: a SKU has sold out or is back, or the product is near the
# low-stock threshold. "Near" is generous, because uncommitted orders of other buyers are not visible.
# `changed.taken` is negative where units were added.
CARD_MAY_CHANGE = """
    changed.stock = 0 AND changed.taken > 0 OR changed.stock + changed.taken = 0 OR EXISTS (
        SELECT FROM catalogue_state state WHERE 2 * state.low_stock >= (
            SELECT sum(x.stock) FROM skus x WHERE x.product_id = changed.product_id AND x.active
        ) - greatest(0, changed.taken)
    )
"""

TAKEN = f"""requested AS (
        SELECT given.*
        FROM {{after}}, unnest($1::bigint[], $2::int[]) AS given (sku_id, quantity)
    ), locked AS MATERIALIZED (
        SELECT s.id, r.quantity, CASE
            WHEN NOT s.tracked THEN 0
            WHEN s.backorder THEN least(s.stock, r.quantity)
            ELSE r.quantity END AS taken
        FROM skus s JOIN requested r ON r.sku_id = s.id
        ORDER BY s.id
        FOR NO KEY UPDATE OF s
    ), changed AS (
        UPDATE skus s SET stock = s.stock - l.taken
        FROM locked l
        WHERE s.id = l.id AND s.stock >= l.taken
        RETURNING s.id, s.product_id, s.stock, l.quantity, l.taken
    ), recorded AS (
        {{record}}
    ), products_taken AS MATERIALIZED (
        SELECT changed.product_id, changed.taken > 0 AND ({CARD_MAY_CHANGE}) AS card_may_change
        FROM changed
    )"""

NOT_ENOUGH_STOCK, CARDS_CHANGE = "not_enough_stock", "cards_change"
"""Why `taking` refuses a statement."""
ALL_TAKEN = " AND ".join(
    (
        refuse_unless(
            "(SELECT count(*) FROM products_taken) = cardinality($1::bigint[])", NOT_ENOUGH_STOCK
        ),
        refuse_unless(
            "NOT EXISTS (SELECT FROM products_taken WHERE card_may_change)", CARDS_CHANGE
        ),
    )
)

RETURN = f"""
    WITH {{returned}}, locked AS MATERIALIZED (
        SELECT s.id, s.product_id, r.quantity FROM skus s JOIN returned r ON r.sku_id = s.id
        ORDER BY s.id
        FOR NO KEY UPDATE OF s
    ), changed AS (
        UPDATE skus s SET stock = s.stock + l.quantity
        FROM locked l
        WHERE s.id = l.id AND l.quantity > 0
        RETURNING s.id, s.product_id, s.stock, -l.quantity AS taken
    )
    SELECT locked.product_id, changed.id IS NOT NULL AND ({CARD_MAY_CHANGE}) AS card_may_change
    FROM locked LEFT JOIN changed ON changed.id = locked.id
"""

# Guarded: units that orders hold cannot be removed. SKUs that are not tracked are left out.
CHANGE_SUPPLY = f"""
    WITH requested AS (
        SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS given (sku_id, quantity)
    ), locked AS MATERIALIZED (
        SELECT s.id, r.quantity FROM skus s JOIN requested r ON r.sku_id = s.id
        WHERE s.tracked
        ORDER BY s.id
        FOR NO KEY UPDATE OF s
    ), changed AS (
        UPDATE skus s SET stock = s.stock + l.quantity, supplied = s.supplied + l.quantity
        FROM locked l
        WHERE s.id = l.id AND s.stock + l.quantity >= 0
        RETURNING s.id, s.product_id, s.stock, -l.quantity AS taken
    )
    SELECT changed.product_id, {CARD_MAY_CHANGE} AS card_may_change FROM changed
"""

SET_LEVEL = """
    WITH requested AS (
        SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS given (sku_id, level)
    ), locked AS MATERIALIZED (
        SELECT s.id, r.level FROM skus s JOIN requested r ON r.sku_id = s.id
        ORDER BY s.id
        FOR NO KEY UPDATE OF s
    )
    UPDATE skus s SET stock = l.level, supplied = s.supplied + l.level - s.stock FROM locked l
    WHERE s.id = l.id AND s.stock <> l.level
    RETURNING s.product_id
"""


@dataclass(frozen=True, slots=True)
class StockChange:
    """A SKU whose stock a statement has locked, and changed where there was something to change."""

    product_id: int
    card_may_change: bool


async def _changes(connection: Connection, sql: str, *arguments: object) -> list[StockChange]:
    rows = await connection.fetch(sql, *arguments)
    await add_hint(connection, STOCK_CHANGED)
    return [StockChange(row["product_id"], row["card_may_change"]) for row in rows]


async def take_stock(
    connection: Connection, units: Mapping[int, int], record: str, *arguments: object
) -> list[StockChange]:
    """Take units, by SKU id, from stock. A SKU without enough stock is left out of the result.

    `record` is the SQL that records them, from `changed` (`id`, `quantity`, `taken`). Its parameters
    are `arguments`, from `$3`.
    """
    values = (list(units.keys()), list(units.values()), *arguments)
    return await _changes(connection, _take_statement(record), *values)


@cache
def _take_statement(record: str) -> str:
    expressions = TAKEN.format(record=record, after="(SELECT 1) AS start")
    return f"WITH {expressions} SELECT product_id, card_may_change FROM products_taken"


@cache
def _taken(record: str) -> str:
    return TAKEN.format(record=record, after="{after}")


def taking(units: Mapping[int, int], record: str, *arguments: object) -> Part:
    """The part of a statement that takes units from stock; see `take_stock`.

    It refuses the statement if there is not enough, or if a card has to be refreshed in its transaction.
    """
    values = (list(units.keys()), list(units.values()), *arguments)
    return Part(_taken(record), values, ALL_TAKEN, hint=STOCK_CHANGED)


async def return_stock(
    connection: Connection, returned: str, *arguments: object
) -> list[StockChange]:
    """Add units to stock that had been taken from it.

    `returned` is SQL of common table expressions, the last of which is called `returned` and has
    `sku_id` and `quantity`, which may be 0. Its parameters are `arguments`.
    """
    return await _changes(connection, RETURN.format(returned=returned), *arguments)


async def change_supply(connection: Connection, units: Mapping[int, int]) -> list[StockChange]:
    """Add units, by SKU id, to stock, or remove them if negative.

    SKUs that are not tracked, or have fewer units in stock than are removed, are left out of the result.
    """
    return await _changes(connection, CHANGE_SUPPLY, list(units.keys()), list(units.values()))


async def set_stock(connection: Connection, levels: Mapping[int, int]) -> None:
    """Set the stock of SKUs, by id, from a count. The cards follow."""
    rows = await connection.fetch(SET_LEVEL, list(levels.keys()), list(levels.values()))
    await add_hint(connection, STOCK_CHANGED)
    await refresh_cards(connection, {row["product_id"] for row in rows})


FORGET = "DELETE FROM changed_stock WHERE changed_at < now() - interval '10 minutes'"


async def forget_stock_changes(connection: Connection) -> None:
    """Delete what every cache has read."""
    await connection.execute(FORGET)
