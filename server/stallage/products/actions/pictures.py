"""Pictures that lie elsewhere: which are awaited, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.core.media import Picture
from stallage.products.actions.cards import products_changed
from stallage.products.events import PicturesAwaited
from stallage.products.sql.cards import LOCK

AT_ONCE = 20
"""Products whose pictures one job fetches."""

AWAITED = """
    SELECT id, product_id, source_url FROM product_images
    WHERE product_id = ANY($1::bigint[]) AND state = 'pending' AND source_url IS NOT NULL
    ORDER BY product_id, position, id
"""
AWAIT_AGAIN = """
    UPDATE product_images SET state = 'pending'
    WHERE product_id = ANY($1::bigint[]) AND state = 'failed' AND source_url IS NOT NULL
    RETURNING product_id
"""
OF_IMAGES = "SELECT DISTINCT product_id FROM product_images WHERE id = ANY($1::bigint[])"
READY = """
    UPDATE product_images i
    SET path = given.path, width = given.width, height = given.height, colour = given.colour,
        state = 'ready'
    FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::integer[], $5::text[])
        AS given (id, path, width, height, colour)
    WHERE i.id = given.id
"""
GIVEN_UP = "UPDATE product_images SET state = 'failed' WHERE id = ANY($1::bigint[])"


@dataclass(frozen=True, slots=True)
class AwaitedPicture:
    """A picture that is not here yet."""

    image_id: int
    url: str


async def awaited_pictures(
    connection: Connection, product_ids: Sequence[int]
) -> list[AwaitedPicture]:
    """The pictures of these products that are still to be fetched."""
    rows = await connection.fetch(AWAITED, product_ids)
    return [AwaitedPicture(row["id"], row["source_url"]) for row in rows]


async def await_pictures(connection: Connection, product_ids: Iterable[int]) -> None:
    """Asks for the pictures of these products to be fetched in the background."""
    ids = sorted(set(product_ids))
    chunks = (ids[start : start + AT_ONCE] for start in range(0, len(ids), AT_ONCE))
    await publish(connection, *(PicturesAwaited(product_ids=chunk) for chunk in chunks))


async def await_failed_pictures(connection: Connection, product_ids: Sequence[int]) -> None:
    """Asks once more for those that could not be had; they may be there by now."""
    rows = await connection.fetch(AWAIT_AGAIN, product_ids)
    await await_pictures(connection, (row["product_id"] for row in rows))


async def keep_pictures(connection: Connection, pictures: Sequence[tuple[int, Picture]]) -> None:
    """Pictures have come, by image id; their products' cards follow."""
    if not pictures:
        return
    image_ids = [image_id for image_id, _ in pictures]
    product_ids = [row["product_id"] for row in await connection.fetch(OF_IMAGES, image_ids)]
    # Products are locked before their pictures by everyone who writes both.
    await connection.execute(LOCK, sorted(product_ids))
    await connection.execute(
        READY,
        image_ids,
        [picture.path for _, picture in pictures],
        [picture.width for _, picture in pictures],
        [picture.height for _, picture in pictures],
        [picture.colour for _, picture in pictures],
    )
    await products_changed(connection, product_ids)


async def give_up_pictures(connection: Connection, image_ids: Sequence[int]) -> None:
    """There is nothing to be had; the placeholder stays until somebody imports again."""
    await connection.execute(GIVEN_UP, image_ids)
