"""What keeps the schema from being distributed by owner with Citus.

Citus has three rules for a distributed table: its column must be filled in each row, each unique key must
have the column, and a foreign key must have it too or lead to a replicated table. A replicated table may not
refer to a distributed one. For joins, see `test_distributed_joins.py`.
"""

from __future__ import annotations

from pathlib import Path

from stallage.core.db import Connection

DOCUMENT = Path(__file__).parents[2] / "docs" / "scaling.md"

BY_CUSTOMER = """
    cart_gift_cards cart_lines wishlist_items wallet_credits wallet_notes wallet_topups wallets
"""
BY_OWNER = """
    wallet_entries wallet_movements wallet_spendings wallet_transfers
    orders order_cancellations order_emails order_events order_hints order_lines order_manual_payments
    order_manual_refunds order_refunds order_search order_search_pending order_states order_tenders
    parcel_lines parcels
    payment_attempts payment_dispute_entries payment_disputes refunds
    exchange_refunds invoices return_instructions return_lines returns withdrawals
"""
DISTRIBUTED = {
    **dict.fromkeys(BY_CUSTOMER.split(), "customer_id"),
    **dict.fromkeys(BY_OWNER.split(), "owner_id"),
}
"""The tables of carts, orders, payments and wallets, with their column. All others would be replicated."""

EXCEPTIONS: dict[str, dict[str, str]] = {
    "no column": {},
    "empty column": {},
    "unique key": {
        "Short enough to be read out, so that two owners could get the same one.": """
        uq_order_refunds_public_id uq_orders_public_id uq_parcels_public_id uq_returns_public_id
        """,
        "Numbers of invoices have no gaps in the whole shop.": """
        uq_invoices_kind_number
        """,
    },
    "foreign key": {},
    "replicated": {},
}
"""By rule and reason. An exception that is no longer needed has to be removed."""

COLUMNS = """
SELECT relname, attnotnull
FROM unnest($1::text[], $2::text[]) AS d (name, attribute)
JOIN pg_class ON relname = d.name AND relnamespace = 'public'::regnamespace AND relkind = 'r'
LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attname = d.attribute
"""
UNIQUE_KEYS = """
SELECT index.relname AS name, owner.relname AS owner, array_agg(attname::text) AS columns
FROM pg_index
JOIN pg_class index ON index.oid = indexrelid
JOIN pg_class owner ON owner.oid = indrelid
LEFT JOIN pg_attribute
    ON attrelid = indrelid AND attnum = ANY((indkey::int2[])[0:indnkeyatts - 1])
WHERE indisunique AND owner.relname = ANY($1::text[]) AND owner.relnamespace = 'public'::regnamespace
GROUP BY 1, 2
"""
FOREIGN_KEYS = """
SELECT conname AS name, owner.relname AS owner, target.relname AS target,
    ARRAY(
        SELECT own.attname || ' = ' || other.attname FROM unnest(conkey, confkey) AS pair (own, other)
        JOIN pg_attribute own ON own.attrelid = conrelid AND own.attnum = pair.own
        JOIN pg_attribute other ON other.attrelid = confrelid AND other.attnum = pair.other
    ) AS pairs
FROM pg_constraint
JOIN pg_class owner ON owner.oid = conrelid
JOIN pg_class target ON target.oid = confrelid
WHERE contype = 'f'
"""
TRIGGERS = """
SELECT count(*) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal AND relname = ANY($1::text[]) AND relnamespace = 'public'::regnamespace
"""


async def violations(connection: Connection) -> dict[str, set[str]]:
    """Return the names of the tables and keys that break a rule, by rule."""
    tables = sorted(DISTRIBUTED)
    columns = await connection.fetch(COLUMNS, tables, [DISTRIBUTED[table] for table in tables])
    assert {row["relname"] for row in columns} == set(DISTRIBUTED)
    unique = await connection.fetch(UNIQUE_KEYS, tables)
    foreign = await connection.fetch(FOREIGN_KEYS)
    return {
        "no column": {row["relname"] for row in columns if row["attnotnull"] is None},
        "empty column": {row["relname"] for row in columns if row["attnotnull"] is False},
        "unique key": {
            row["name"] for row in unique if DISTRIBUTED[row["owner"]] not in row["columns"]
        },
        "foreign key": {
            row["name"]
            for row in foreign
            if {row["owner"], row["target"]} <= set(DISTRIBUTED)
            and f"{DISTRIBUTED[row['owner']]} = {DISTRIBUTED[row['target']]}" not in row["pairs"]
        },
        "replicated": {
            row["name"]
            for row in foreign
            if row["owner"] not in DISTRIBUTED and row["target"] in DISTRIBUTED
        },
    }


def exceptions(rule: str) -> set[str]:
    """Return the names that may break a rule; each has one reason."""
    names = [name for text in EXCEPTIONS[rule].values() for name in text.split()]
    assert len(names) == len(set(names))
    return set(names)


async def test_only_the_known_exceptions_forbid_distribution(connection: Connection) -> None:
    assert await violations(connection) == {rule: exceptions(rule) for rule in EXCEPTIONS}


async def test_a_new_key_without_the_column_is_found(connection: Connection) -> None:
    await connection.execute("CREATE UNIQUE INDEX new_key ON cart_lines (sku_id, quantity)")
    await connection.execute(
        "CREATE TABLE gifts (line bigint, owner bigint,"
        " CONSTRAINT new_line FOREIGN KEY (line, owner) REFERENCES order_lines)"
    )
    found = await violations(connection)
    assert found["unique key"] - exceptions("unique key") == {"new_key"}
    assert found["replicated"] - exceptions("replicated") == {"new_line"}


async def test_the_document_has_these_numbers(connection: Connection) -> None:
    triggers = await connection.fetchval(TRIGGERS, sorted(DISTRIBUTED))
    text = " ".join(DOCUMENT.read_text().split())
    for sentence in (
        f"{len(DISTRIBUTED)} tables would be distributed",
        f"{len(exceptions('unique key'))} unique keys lack it",
        f"{triggers} triggers are on these tables",
    ):
        assert sentence in text, sentence
