"""Write, edit, moderate and import reviews, updating the product's rating summary."""

from __future__ import annotations

from datetime import datetime

import asyncpg

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.products.actions import set_rating
from stallage.reviews.errors import AlreadyReviewed, EditOver, NotDelivered, OwnReport, OwnVote
from stallage.reviews.events import ReviewRefused
from stallage.reviews.queries import editable_until
from stallage.reviews.rules import ANONYMOUS, public_name
from stallage.reviews.schemas import ReviewEdit, ReviewInput
from stallage.uploads.queries import own_pictures

LINE = """
SELECT l.id, l.product_id, l.title, o.delivered_at, c.first_name, c.last_name,
    (SELECT s.id FROM skus_view s WHERE s.id = l.sku_id) AS sku_id,
    EXISTS (SELECT FROM products_view p WHERE p.id = l.product_id) AS has_product
FROM orders_view o
JOIN order_lines_view l ON l.order_id = o.id AND l.owner_id = o.owner_id
JOIN customers_view c ON c.id = o.customer_id
WHERE o.customer_id = $1 AND o.public_id = $2 AND l.sku_id = $3
ORDER BY EXISTS (SELECT FROM reviews r WHERE r.order_line_id = l.id), l.position
LIMIT 1
"""

ADD = """
INSERT INTO reviews (product_id, sku_id, order_line_id, customer_id, customer_name, rating_star,
    title, comment, images, status, verified, created_at, attention_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
    CASE $10::text WHEN 'waiting' THEN $12::timestamptz END)
RETURNING id
"""

PRODUCT_OF_OWN = "SELECT product_id FROM reviews WHERE id = $1 AND customer_id = $2"
OWN = """
SELECT product_id, created_at, status, customer_name FROM reviews
WHERE id = $1 AND customer_id = $2 FOR UPDATE
"""

EDIT = """
UPDATE reviews SET rating_star = $2, title = $3, comment = $4, images = $5, status = $6,
    edited_at = $7, attention_at = CASE $6 WHEN 'waiting' THEN $7 ELSE attention_at END
WHERE id = $1
"""

# Lock the product's row first, so that concurrent reviews of a product are counted one by one.
LOCK_PRODUCT = "SELECT id FROM products_view WHERE id = $1 FOR NO KEY UPDATE"
SUMMARY = """
SELECT count(*) AS count, coalesce(sum(rating_star), 0) AS total
FROM reviews WHERE product_id = $1 AND status = 'published'
"""

SET_STATUS = """
UPDATE reviews SET status = $2, hidden_reason = $3, decided_at = $4, attention_at = NULL WHERE id = $1
"""

AUTHOR = "SELECT customer_id FROM reviews WHERE id = $1 AND status = 'published'"
VOTE = """
WITH voted AS (
    INSERT INTO review_votes (review_id, customer_id) VALUES ($1, $2)
    ON CONFLICT DO NOTHING RETURNING review_id
)
UPDATE reviews SET helpful_count = helpful_count + (SELECT count(*) FROM voted)
WHERE id = $1 RETURNING helpful_count
"""

# The count decreases by the number of deleted rows, so removing a vote twice changes nothing.
REMOVE_VOTE = """
WITH deleted AS (
    DELETE FROM review_votes WHERE review_id = $1 AND customer_id = $2 RETURNING review_id
)
UPDATE reviews SET helpful_count = helpful_count - (SELECT count(*) FROM deleted)
WHERE id = $1 AND status = 'published' RETURNING helpful_count
"""
REPORT = """
INSERT INTO review_reports (review_id, customer_id, reason, comment, created_at)
VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
"""
# The row's lock serializes reports and their resolution. A review that was just hidden needs no look.
ASK_FOR_ATTENTION = """
UPDATE reviews SET attention_at = coalesce(attention_at, $2) WHERE id = $1 AND status <> 'hidden'
"""
ATTENDED = """
UPDATE reviews SET decided_at = $2, attention_at = CASE status WHEN 'waiting' THEN attention_at END
WHERE id = $1 RETURNING id
"""
BEFORE = "SELECT product_id, status, reply, hidden_reason FROM reviews WHERE id = $1"
RESOLVE = "UPDATE review_reports SET settled_at = $2 WHERE review_id = $1 AND settled_at IS NULL"
REPLY = "UPDATE reviews SET reply = $2, replied_at = $3 WHERE id = $1"

DELETE_UNPUBLISHED = "DELETE FROM reviews WHERE customer_id = $1 AND status <> 'published'"
FORGET_REPORTS = """
UPDATE review_reports SET comment = '' WHERE customer_id = $1 AND comment <> ''
"""
FORGET = """
UPDATE reviews SET customer_id = NULL, customer_name = $2, images = '[]' WHERE customer_id = $1
"""
FORGET_VOTES = "DELETE FROM review_votes WHERE customer_id = $1"


async def write_review(
    connection: Connection, customer_id: int, review: ReviewInput, *, moderated: bool
) -> int:
    """Add a review of an item of a delivered order and return its id.

    Raises NotDelivered, AlreadyReviewed, and NotFound if the order is not the customer's or does not
    contain the SKU.
    """
    line = await connection.fetchrow(LINE, customer_id, review.order_id, review.sku_id)
    if line is None or not line["has_product"]:
        raise NotFound
    if line["delivered_at"] is None:
        raise NotDelivered
    images = await own_pictures(
        connection, customer_id, review.images, alt=f"{line['title']}, a customer's picture"
    )
    await connection.execute(LOCK_PRODUCT, line["product_id"])
    try:
        review_id: int = await connection.fetchval(
            ADD,
            line["product_id"],
            line["sku_id"],
            line["id"],
            customer_id,
            public_name(line["first_name"], line["last_name"]),
            review.rating_star,
            review.title,
            review.comment,
            images,
            "waiting" if moderated else "published",
            True,
            clock.now(),
        )
    except asyncpg.UniqueViolationError as error:
        raise AlreadyReviewed from error
    await count_ratings(connection, line["product_id"])
    return review_id


async def import_review(
    connection: Connection,
    *,
    product_id: int,
    customer_name: str,
    rating_star: int,
    title: str,
    comment: str,
    verified: bool,
    helpful_count: int,
    created_at: datetime,
) -> int:
    """Add a published review from another shop system.

    The caller updates the rating with `count_ratings` after all reviews of the product.
    """
    review_id: int = await connection.fetchval(
        ADD,
        product_id,
        None,
        None,
        None,
        customer_name,
        rating_star,
        title,
        comment,
        [],
        "published",
        verified,
        created_at,
    )
    await connection.execute(
        "UPDATE reviews SET helpful_count = $2, imported = true WHERE id = $1",
        review_id,
        helpful_count,
    )
    return review_id


async def edit_review(
    connection: Connection,
    customer_id: int,
    review_id: int,
    edit: ReviewEdit,
    *,
    moderated: bool,
    edit_seconds: int,
) -> None:
    """Replace a review's content. If `moderated`, it waits for approval again; hidden stays hidden.

    Raises NotFound and EditOver.
    """
    product_id = await connection.fetchval(PRODUCT_OF_OWN, review_id, customer_id)
    if product_id is None:
        raise NotFound
    # Before the review, as everybody locks them.
    await connection.execute(LOCK_PRODUCT, product_id)
    row = await connection.fetchrow(OWN, review_id, customer_id)
    if row is None:
        raise NotFound
    if clock.now() >= editable_until(row["created_at"], edit_seconds):
        raise EditOver
    images = await own_pictures(connection, customer_id, edit.images, alt="A customer's picture")
    status = "waiting" if moderated and row["status"] == "published" else row["status"]
    await connection.execute(
        EDIT,
        review_id,
        edit.rating_star,
        edit.title,
        edit.comment,
        images,
        status,
        clock.now(),
    )
    await count_ratings(connection, row["product_id"])


async def lock_review(connection: Connection, review_id: int) -> None:
    """Lock a review and, before it, its product, as writing a review does. Raises NotFound."""
    before = await connection.fetchrow(BEFORE, review_id)
    if before is None:
        raise NotFound(f"There is no review {review_id}.")
    await connection.execute(LOCK_PRODUCT, before["product_id"])
    await connection.fetchrow(f"{BEFORE} FOR UPDATE", review_id)


async def publish_review(connection: Connection, review_id: int) -> None:
    """Publish a review and resolve its reports. Idempotent. Raises NotFound."""
    await _set_status(connection, review_id, "published")


async def hide_review(connection: Connection, review_id: int, reason: str = "") -> None:
    """Hide a review and resolve its reports. With a reason, its author gets an email.

    Raises NotFound.
    """
    await _set_status(connection, review_id, "hidden", reason)
    if reason:
        await publish(connection, ReviewRefused(review_id=review_id))


async def _set_status(
    connection: Connection, review_id: int, status: str, reason: str = ""
) -> None:
    before = await connection.fetchrow(BEFORE, review_id)
    if before is None:
        raise NotFound(f"There is no review {review_id}.")
    product_id = before["product_id"]
    await connection.execute(LOCK_PRODUCT, product_id)
    now = clock.now()
    await connection.execute(SET_STATUS, review_id, status, reason, now)
    await connection.execute(RESOLVE, review_id, now)
    await count_ratings(connection, product_id)
    await record(
        connection,
        f"review.{status}",
        _subject(review_id),
        before={"status": before["status"]},
        after={"status": status, **({"reason": reason} if reason else {})},
    )


def _subject(review_id: int) -> Subject:
    return Subject("review", review_id, f"Review {review_id}")


async def count_ratings(connection: Connection, product_id: int) -> None:
    """Update the number and sum of published ratings in the catalogue."""
    row = await connection.fetchrow(SUMMARY, product_id)
    if row is not None:
        await set_rating(connection, product_id, row["count"], row["total"])


async def vote_helpful(connection: Connection, customer_id: int, review_id: int) -> int:
    """Add a customer's helpful vote, once; return the number of votes.

    Raises NotFound and OwnVote.
    """
    row = await connection.fetchrow(AUTHOR, review_id)
    if row is None:
        raise NotFound
    if row["customer_id"] == customer_id:
        raise OwnVote
    count: int = await connection.fetchval(VOTE, review_id, customer_id)
    return count


async def remove_vote(connection: Connection, customer_id: int, review_id: int) -> int:
    """Remove a customer's helpful vote; return the number of votes. Raises NotFound."""
    count: int | None = await connection.fetchval(REMOVE_VOTE, review_id, customer_id)
    if count is None:
        raise NotFound
    return count


async def report_review(
    connection: Connection, customer_id: int, review_id: int, reason: str, comment: str
) -> None:
    """Report a review to the shop, once per customer.

    Raises NotFound and OwnReport.
    """
    row = await connection.fetchrow(AUTHOR, review_id)
    if row is None:
        raise NotFound
    if row["customer_id"] == customer_id:
        raise OwnReport
    now = clock.now()
    await connection.execute(ASK_FOR_ATTENTION, review_id, now)
    await connection.execute(REPORT, review_id, customer_id, reason, comment, now)


async def resolve_reports(connection: Connection, review_id: int) -> None:
    """Dismiss the reports of a review, which stays as it is. Raises NotFound."""
    now = clock.now()
    if await connection.fetchval(ATTENDED, review_id, now) is None:
        raise NotFound(f"There is no review {review_id}.")
    await connection.execute(RESOLVE, review_id, now)
    await record(connection, "review.reports_dismissed", _subject(review_id))


async def reply_to_review(connection: Connection, review_id: int, text: str) -> None:
    """Set the shop's public reply to a review; empty text removes it. Raises NotFound."""
    reply = text.strip() or None
    written_at = clock.now() if reply else None
    before = await connection.fetchrow(f"{BEFORE} FOR UPDATE", review_id)
    if before is None:
        raise NotFound(f"There is no review {review_id}.")
    await connection.execute(REPLY, review_id, reply, written_at)
    await record(
        connection,
        "review.replied",
        _subject(review_id),
        before={"reply": before["reply"]},
        after={"reply": reply},
    )


async def forget_reviewer(connection: Connection, customer_id: int) -> None:
    """Anonymize a customer's published reviews: rating and text stay, name and pictures are removed.

    Unpublished reviews and the customer's votes are deleted; vote counts stay.
    """
    await connection.execute(DELETE_UNPUBLISHED, customer_id)
    await connection.execute(FORGET_REPORTS, customer_id)
    await connection.execute(FORGET, customer_id, ANONYMOUS)
    await connection.execute(FORGET_VOTES, customer_id)


MOVE_REVIEWS = """
UPDATE reviews SET customer_id = $2 WHERE customer_id = $1 RETURNING id
"""
RETURN_REVIEWS = """
UPDATE reviews SET customer_id = $2 WHERE customer_id = $1 AND id = ANY($3::bigint[])
"""


async def move_reviews(connection: Connection, source_id: int, target_id: int) -> list[int]:
    """Give a customer's reviews to the account that it is merged into; return their ids."""
    rows = await connection.fetch(MOVE_REVIEWS, source_id, target_id)
    return [row["id"] for row in rows]


async def return_reviews(
    connection: Connection, ids: list[int], source_id: int, target_id: int
) -> None:
    """Give reviews back to the account that they were moved from."""
    await connection.execute(RETURN_REVIEWS, target_id, source_id, ids)
