"""Reads the versions of a product."""

from __future__ import annotations

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.product_changes.queries.records import stored_snapshot
from stallage.product_changes.rules.differences import differences
from stallage.product_changes.rules.snapshots import Snapshot, snapshot_from_json
from stallage.product_changes.schemas.versions import (
    ProductVersion,
    ProductVersionDetails,
    ProductVersionList,
    VersionDifference,
)
from stallage.products.queries.product_reader import stored_products_by_id

COLUMNS = "number, recorded_at, actor_name, restored, fields"
LIST = (
    f"SELECT {COLUMNS} FROM product_versions WHERE product_id = $1 ORDER BY number DESC LIMIT 100"
)
ONE = f"SELECT {COLUMNS}, product FROM product_versions WHERE product_id = $1 AND number = $2"


def _version(row: Record) -> ProductVersion:
    return ProductVersion(
        number=row["number"],
        recorded_at=row["recorded_at"],
        author=row["actor_name"],
        restored=row["restored"],
        fields=row["fields"],
    )


async def list_versions(connection: Connection, product_id: int) -> ProductVersionList:
    """Return the versions of a product, newest first."""
    return ProductVersionList(
        items=[_version(row) for row in await connection.fetch(LIST, product_id)]
    )


async def version_snapshot(connection: Connection, product_id: int, number: int) -> Snapshot:
    """Return the product as a version has it. Raises NotFound."""
    row = await connection.fetchrow(ONE, product_id, number)
    if row is None:
        raise NotFound
    return snapshot_from_json(row["product"])


async def version_details(
    connection: Connection, product_id: int, number: int
) -> ProductVersionDetails:
    """Return a version with its differences from the product now. Raises NotFound."""
    row = await connection.fetchrow(ONE, product_id, number)
    stored = (await stored_products_by_id(connection, [product_id])).get(product_id)
    if row is None or stored is None:
        raise NotFound
    found = differences(snapshot_from_json(row["product"]), stored_snapshot(stored))
    return ProductVersionDetails(
        **_version(row).model_dump(),
        differences=[
            VersionDifference(
                field=one.field, item=one.item, part=one.part, then=one.before, now=one.after
            )
            for one in found
        ],
    )
