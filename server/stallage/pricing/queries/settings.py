"""Reads delivery and taxes as operators edit them."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.json_types import JsonObject

ZONES = """
    SELECT code, name, places, rest_of_world FROM delivery_zones ORDER BY position, code
"""
METHODS = """
    SELECT code, name, price, free_over, min_days, max_days, countries,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('zone', r.zone, 'basis', r.basis, 'bands',
                (SELECT jsonb_agg(jsonb_build_object('upTo', b -> 0, 'price', b -> 1) ORDER BY i)
                    FROM jsonb_array_elements(r.bands) WITH ORDINALITY AS band (b, i)),
                'freeOver', r.free_over, 'minDays', r.min_days, 'maxDays', r.max_days)
            ORDER BY z.position, z.code), '[]')
            FROM delivery_rates r JOIN delivery_zones z ON z.code = r.zone
            WHERE r.method = m.code) AS rates
    FROM shipping_methods m WHERE active ORDER BY position, code
"""
RATES = """
    SELECT country, state, city, name, tax_class, millionths, included, on_delivery
    FROM tax_rates ORDER BY country, state, city, tax_class, name
"""
_PATH = """
    (SELECT string_agg(above.slug, '/' ORDER BY step.depth)
        FROM unnest(known.path) WITH ORDINALITY AS step (id, depth)
        JOIN categories_view above ON above.id = step.id)
"""
CLASSES = f"""
    SELECT code, name,
        array(SELECT known.slug FROM unnest(product_ids) WITH ORDINALITY AS listed (id, place)
            JOIN products_view known ON known.id = listed.id ORDER BY place) AS products,
        array(SELECT {_PATH} FROM unnest(category_ids) WITH ORDINALITY AS listed (id, place)
            JOIN categories_view known ON known.id = listed.id ORDER BY place) AS categories
    FROM tax_classes ORDER BY position, code
"""
CATEGORIES = f"""
    SELECT {_PATH} AS path, (
        SELECT string_agg(above.title, ' / ' ORDER BY step.depth)
        FROM unnest(known.path) WITH ORDINALITY AS step (id, depth)
        JOIN categories_view above ON above.id = step.id) AS title
    FROM categories_view known ORDER BY 2 LIMIT 2000
"""
REVERSE_CHARGE = "SELECT value FROM shop_settings_view WHERE name = 'reverse_charge'"


async def delivery_values(connection: Connection) -> JsonObject:
    """Zones and methods by key, as JSON, each with its place in the shop's order."""
    values: JsonObject = {}
    for place, row in enumerate(await connection.fetch(ZONES)):
        values[f"zone:{row['code']}"] = {
            "name": row["name"],
            "places": list(row["places"]),
            "restOfWorld": row["rest_of_world"],
            "position": place,
        }
    for place, row in enumerate(await connection.fetch(METHODS)):
        values[f"method:{row['code']}"] = {
            "name": row["name"],
            "price": row["price"],
            "freeOver": row["free_over"],
            "minDays": row["min_days"],
            "maxDays": row["max_days"],
            "countries": list(row["countries"]),
            "rates": row["rates"],
            "position": place,
        }
    return values


async def tax_values(connection: Connection) -> JsonObject:
    """Tax rates and classes by key, as JSON, and whether reverse charge is on."""
    values: JsonObject = {
        "reverseCharge": bool(await connection.fetchval(REVERSE_CHARGE)),
    }
    for row in await connection.fetch(RATES):
        parts = (row["country"], row["state"], row["city"], row["name"], row["tax_class"])
        values["rate:" + "|".join(parts)] = {
            "country": row["country"],
            "state": row["state"],
            "city": row["city"],
            "name": row["name"],
            "taxClass": row["tax_class"],
            "millionths": row["millionths"],
            "included": row["included"],
            "onDelivery": row["on_delivery"],
        }
    for place, row in enumerate(await connection.fetch(CLASSES)):
        values[f"class:{row['code']}"] = {
            "name": row["name"],
            "products": list(row["products"]),
            "categories": list(row["categories"]),
            "position": place,
        }
    return values
