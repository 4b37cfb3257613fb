"""Queries of reviews."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from stallage.core.criteria import check_size
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.schemas import Picture
from stallage.customers.personal_data import export_section
from stallage.orders.sql.flags import order_flag
from stallage.orders.sql.sections import timeline_source
from stallage.reviews.rules import Condition, average, condition
from stallage.reviews.schemas import (
    Comment,
    CommentList,
    CommentSearch,
    OperatorReview,
    OwnOpinions,
    OwnReview,
    RatingMap,
    Reply,
    ReviewEligibility,
    ReviewReportShown,
)

FOUND = "FROM reviews r JOIN products_view p ON p.id = r.product_id WHERE r.status = 'published'"

SORTS = {
    "createdAt": "r.created_at",
    "ratingStar": "r.rating_star",
    "helpfulCount": "r.helpful_count",
}
NARROWING = ("ratingStar", "imageCount")
"""Criteria that apply to the list but not to its histogram, so that other ratings stay visible."""
DIRECTIONS = {"asc": "ASC", "desc": "DESC"}

COLUMNS = """r.id, r.customer_name, r.rating_star, r.title, r.comment, r.images, r.created_at,
    r.edited_at, r.verified, r.helpful_count, r.reply, r.replied_at"""

OWN = f"""
SELECT {COLUMNS}, r.sku_id, r.status, o.public_id AS order_id
FROM reviews r
LEFT JOIN order_lines_view l ON l.id = r.order_line_id
LEFT JOIN orders_view o ON o.id = l.order_id AND o.owner_id = l.owner_id
WHERE r.customer_id = $1 AND ($2::text IS NULL OR o.public_id = $2)
    AND ($3::bigint IS NULL OR r.id = $3)
ORDER BY r.created_at DESC, r.id DESC LIMIT 200
"""

RECEIVED = """
SELECT EXISTS (
    SELECT FROM orders_view o JOIN order_lines_view l ON l.order_id = o.id AND l.owner_id = o.owner_id
    WHERE o.customer_id = $1 AND l.product_id = $2 AND o.delivered_at IS NOT NULL
)
"""

# Order lines without a review come first, then the latest delivery.
ELIGIBILITY = """
SELECT o.public_id AS order_id, l.sku_id, EXISTS (
    SELECT FROM reviews r WHERE r.order_line_id = l.id
) AS reviewed
FROM orders_view o JOIN order_lines_view l ON l.order_id = o.id
    AND l.owner_id = o.owner_id JOIN products_view p ON p.id = l.product_id
WHERE o.customer_id = $1 AND p.slug = $2 AND o.delivered_at IS NOT NULL
ORDER BY reviewed, o.delivered_at DESC, l.position LIMIT 1
"""

# Deleted products cannot be reviewed.
order_flag(
    "review",
    """o.customer_id IS NOT NULL AND o.delivered_at IS NOT NULL AND EXISTS (
        SELECT FROM order_lines_view l JOIN products_view p ON p.id = l.product_id
        WHERE l.order_id = o.id AND l.owner_id = o.owner_id AND l.cancelled < l.quantity
            AND NOT EXISTS (SELECT FROM reviews r WHERE r.order_line_id = l.id))""",
)

NEWEST = """
SELECT r.id, r.created_at, r.rating_star, r.customer_name, r.title, r.comment, p.slug AS product_slug
FROM reviews r JOIN products_view p ON p.id = r.product_id
WHERE r.status = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 100
"""


OPINIONS = """
SELECT ARRAY(
    SELECT review_id FROM review_votes WHERE customer_id = $1 AND review_id = ANY($2::bigint[])
) AS helpful, ARRAY(
    SELECT review_id FROM review_reports WHERE customer_id = $1 AND review_id = ANY($2::bigint[])
) AS reported
"""

REPORTED = """
SELECT r.id, r.status, r.customer_name, r.title, r.comment, p.slug AS product_slug, count(*) AS report_count,
    string_agg(DISTINCT e.reason, ', ') AS reasons,
    string_agg(e.comment, ' | ') FILTER (WHERE e.comment <> '') AS report_comments
FROM review_reports e JOIN reviews r ON r.id = e.review_id JOIN products_view p ON p.id = r.product_id
WHERE e.settled_at IS NULL GROUP BY r.id, p.slug ORDER BY report_count DESC, r.id LIMIT 100
"""


FOR_OPERATOR = f"""
SELECT {COLUMNS}, r.status, r.customer_id, r.hidden_reason, p.slug AS product_slug, p.title AS product_title,
    o.public_id AS order_id,
    coalesce((
        SELECT jsonb_agg(jsonb_build_object('reason', e.reason, 'comment', e.comment,
            'createdAt', e.created_at) ORDER BY e.created_at)
        FROM review_reports e WHERE e.review_id = r.id AND e.settled_at IS NULL
    ), '[]') AS reports
FROM reviews r JOIN products_view p ON p.id = r.product_id
LEFT JOIN order_lines_view l ON l.id = r.order_line_id
LEFT JOIN orders_view o ON o.id = l.order_id AND o.owner_id = l.owner_id
WHERE r.id = $1
"""


class _Where:
    """Joins conditions into SQL and collects their parameters."""

    def __init__(self) -> None:
        self.parameters: list[Any] = []

    def join(self, conditions: list[Condition], word: str) -> str:
        """Return the conditions in parentheses, or TRUE if there are none."""
        return f" {word} ".join(self._numbered(one) for one in conditions) or "TRUE"

    def _numbered(self, one: Condition) -> str:
        first = len(self.parameters) + 1
        self.parameters += one.values
        numbers = (f"${number}" for number in range(first, first + len(one.values)))
        return f"({one.sql.format(*numbers)})"


async def search(connection: Connection, query: CommentSearch) -> CommentList:
    """Return a page of published reviews that match the criteria, and their histogram."""
    check_size(query.criteria)
    conditions = [
        (criterion.key, condition(criterion, index))
        for index, criterion in enumerate(query.criteria)
    ]
    where = _Where()
    if query.match == "any":
        base = where.join([one for _, one in conditions], "OR")
        stars = "TRUE"
    else:
        base = where.join([one for key, one in conditions if key not in NARROWING], "AND")
        stars = where.join([one for key, one in conditions if key in NARROWING], "AND")
    counted = await connection.fetch(
        "SELECT r.rating_star, count(*) AS count,"
        f" count(*) FILTER (WHERE {stars}) AS matching,"
        " count(*) FILTER (WHERE r.images <> '[]') AS with_pictures"
        f" {FOUND} AND ({base}) GROUP BY r.rating_star",
        *where.parameters,
    )
    total = sum(row["matching"] for row in counted)
    limit, skipped = len(where.parameters) + 1, (query.page - 1) * query.page_size
    # Skip the query for a page past the end: the database would have to sort all rows.
    rows = (
        []
        if skipped >= total
        else await connection.fetch(
            f"SELECT {COLUMNS} {FOUND} AND ({base}) AND ({stars})"
            f" ORDER BY {SORTS[query.sort.key]} {DIRECTIONS[query.sort.direction]},"
            f" r.created_at DESC, r.id DESC LIMIT ${limit} OFFSET ${limit + 1}",
            *where.parameters,
            query.page_size,
            skipped,
        )
    )
    histogram = dict.fromkeys(range(1, 6), 0) | {
        row["rating_star"]: row["count"] for row in counted
    }
    return CommentList(
        comments=[Comment(**_comment(row)) for row in rows],
        total=total,
        with_pictures=sum(row["with_pictures"] for row in counted),
        rating_map=RatingMap.model_validate({str(k): many for k, many in histogram.items()}),
        average_rating=average(histogram),
    )


def _comment(row: Record) -> dict[str, Any]:
    return {
        "id": row["id"],
        "customer_name": row["customer_name"],
        "rating_star": row["rating_star"],
        "title": row["title"],
        "comment": row["comment"],
        "images": [Picture.model_validate(image) for image in row["images"]],
        "created_at": row["created_at"],
        "edited_at": row["edited_at"],
        "verified_purchase": row["verified"],
        "helpful_count": row["helpful_count"],
        "reply": (
            None if row["reply"] is None else Reply(text=row["reply"], created_at=row["replied_at"])
        ),
    }


async def own_reviews(
    connection: Connection,
    customer_id: int,
    edit_seconds: int,
    *,
    order_id: str | None = None,
    review_id: int | None = None,
) -> list[OwnReview]:
    """Return the customer's reviews, newest first, optionally of one order or one review only."""
    rows = await connection.fetch(OWN, customer_id, order_id, review_id)
    return [
        OwnReview(
            **_comment(row),
            sku_id=row["sku_id"],
            order_id=row["order_id"],
            status=row["status"],
            image_ids=[image["id"] for image in row["images"]],
            editable_until=editable_until(row["created_at"], edit_seconds),
        )
        for row in rows
    ]


async def own_review(
    connection: Connection, customer_id: int, edit_seconds: int, review_id: int
) -> OwnReview:
    """Return one review of the customer. Raises NotFound."""
    reviews = await own_reviews(connection, customer_id, edit_seconds, review_id=review_id)
    if not reviews:
        raise NotFound
    return reviews[0]


async def has_received(connection: Connection, customer_id: int, product_id: int) -> bool:
    """Whether the customer has received the product with one of their orders."""
    received: bool = await connection.fetchval(RECEIVED, customer_id, product_id)
    return received


async def eligibility_of(
    connection: Connection, customer_id: int, product_slug: str
) -> ReviewEligibility:
    """Return whether and with which order the customer can review a product."""
    row = await connection.fetchrow(ELIGIBILITY, customer_id, product_slug)
    if row is None:
        return ReviewEligibility(received=False, reviewed=False, order_id=None, sku_id=None)
    return ReviewEligibility(
        received=True, reviewed=row["reviewed"], order_id=row["order_id"], sku_id=row["sku_id"]
    )


def editable_until(created_at: datetime, edit_seconds: int) -> datetime:
    """Return the end of the time for editing."""
    return created_at + timedelta(seconds=edit_seconds)


async def opinions_of(
    connection: Connection, customer_id: int, review_ids: list[int]
) -> OwnOpinions:
    """Return which of some reviews the customer found helpful and which they reported."""
    (row,) = await connection.fetch(OPINIONS, customer_id, review_ids)
    return OwnOpinions(helpful=row["helpful"], reported=row["reported"])


@dataclass(frozen=True, slots=True)
class ReportedReview:
    """A review with unresolved reports, for operators."""

    id: int
    status: str
    customer_name: str
    title: str
    comment: str
    product_slug: str
    report_count: int
    reasons: str
    """Separated by commas."""
    report_comments: str | None
    """Separated by ` | `."""


@dataclass(frozen=True, slots=True)
class ReviewSummary:
    """A review in a list for operators."""

    id: int
    rating_star: int
    customer_name: str
    title: str
    comment: str
    product_slug: str
    created_at: datetime


async def reported_reviews(connection: Connection) -> list[ReportedReview]:
    """Return up to a hundred reviews with unresolved reports, most reported first."""
    return [ReportedReview(**row) for row in await connection.fetch(REPORTED)]


async def newest_reviews(connection: Connection, status: str) -> list[ReviewSummary]:
    """Return the newest hundred reviews with a status."""
    return [ReviewSummary(**row) for row in await connection.fetch(NEWEST, status)]


async def operator_review(connection: Connection, review_id: int) -> OperatorReview:
    """Return a review in any status with its open reports. Raises NotFound."""
    row = await connection.fetchrow(FOR_OPERATOR, review_id)
    if row is None:
        raise NotFound(f"There is no review {review_id}.")
    return OperatorReview(
        **_comment(row),
        etag=etag_of("review", row["id"], row["status"], row["edited_at"], row["replied_at"]),
        status=row["status"],
        customer_id=row["customer_id"],
        product_slug=row["product_slug"],
        product_title=row["product_title"],
        order_id=row["order_id"],
        hidden_reason=row["hidden_reason"],
        reports=[ReviewReportShown.model_validate(one) for one in row["reports"]],
    )


@export_section("reviews")
async def exported(connection: Connection, customer_id: int) -> object:
    """Return the customer's reviews for the export."""
    return [dict(row) for row in await connection.fetch(OWN, customer_id, None, None)]


timeline_source(
    "reviews",
    """
    SELECT 'review' AS type, r.id::text AS key, r.created_at AS at, 'customer' AS by,
        r.customer_name AS person, r.rating_star::text AS label,
        left(nullif(concat_ws(': ', nullif(r.title, ''), nullif(r.comment, '')), ''), 300) AS text,
        r.id::text AS reference, NULL::bigint AS amount, r.status AS state, NULL::int AS status,
        NULL::int AS payment_status
    FROM reviews r JOIN order_lines_view l ON l.id = r.order_line_id WHERE l.order_id = $1
    """,
)
