"""Changes to the catalog when a database is restored from a backup."""

from __future__ import annotations

RESET_DATABASE_KEY = """
    UPDATE catalogue_state SET database_key = gen_random_uuid()::text;
    DELETE FROM changed_products;
    DELETE FROM changed_stock;
"""
"""SQL that a restore runs in its transaction.

With a new key the search index is rebuilt: the existing one may contain products of the replaced
database, whose transactions had numbers of their own.
"""
