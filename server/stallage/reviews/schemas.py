"""API schemas of reviews."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.paging import MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE
from stallage.core.schemas import (
    Between,
    Id,
    Input,
    Integer,
    Line,
    OneOf,
    Output,
    Picture,
    Text,
    Time,
)
from stallage.uploads.schemas import ImageIds

Star = Annotated[Integer, Between(1, 5)]
Title = Annotated[Line, Field(max_length=120)]
CommentText = Annotated[Text, Field(min_length=1, max_length=2000)]

Key = Literal["skuId", "productSlug", "ratingStar", "createdAt", "imageCount", "text"]
Operation = Literal["cn", "nc", "eq", "ne", "gt", "lt", "range", "after", "before"]
Value = Annotated[Annotated[Line, Field(max_length=200)] | Integer, OneOf]


class ReviewInput(Input):
    """A review of an item of a delivered order."""

    order_id: Annotated[Line, Field(min_length=1, max_length=32)]
    sku_id: Id
    rating_star: Star
    title: Title = ""
    comment: CommentText
    images: ImageIds = Field(default_factory=list)


class ReviewEdit(Input):
    """New content of a review."""

    rating_star: Star
    title: Title = ""
    comment: CommentText
    images: ImageIds = Field(default_factory=list)


class CommentCriterion(Input):
    """One condition. Multiple values of `eq`, `cn` etc. match any; `range` takes two."""

    key: Key
    operation: Operation = Field(
        description="Contains, not contains, equals, not equals, greater than, less than, "
        "date range, after, before."
    )
    value: Annotated[list[Value], Field(min_length=1, max_length=50)]


class CommentSort(Input):
    """Sort order."""

    key: Literal["createdAt", "ratingStar", "helpfulCount"] = "createdAt"
    direction: Literal["asc", "desc"] = "desc"


class CommentSearch(Input):
    """A search for reviews; without criteria all reviews, newest first."""

    criteria: Annotated[list[CommentCriterion], Field(max_length=20)] = Field(default_factory=list)
    match: Literal["all", "any"] = "all"
    sort: CommentSort = CommentSort()
    page: Annotated[Integer, Field(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[Integer, Between(1, MAX_PAGE_SIZE)] = PAGE_SIZE


class Reply(Output):
    """The shop's reply to a review."""

    text: str
    created_at: Time


class Comment(Output):
    """A review as everybody sees it."""

    id: int
    customer_name: str = Field(description="First name and initial.")
    rating_star: int
    title: str
    comment: str
    images: list[Picture]
    created_at: Time
    edited_at: Time | None
    verified_purchase: bool
    helpful_count: int
    reply: Reply | None


class RatingMap(Output):
    """Number of reviews by stars."""

    one: Annotated[int, Field(alias="1")]
    two: Annotated[int, Field(alias="2")]
    three: Annotated[int, Field(alias="3")]
    four: Annotated[int, Field(alias="4")]
    five: Annotated[int, Field(alias="5")]


class CommentList(Output):
    """A page of reviews with a rating summary."""

    comments: list[Comment]
    total: int
    rating_map: RatingMap = Field(
        description="Ignores criteria on `ratingStar` and `imageCount`, so that a list narrowed to four "
        "stars still shows how many reviews gave five."
    )
    with_pictures: int = Field(description="Number of reviews in `ratingMap` with pictures.")
    average_rating: float = Field(description="Of `ratingMap`, to one decimal; 0 without reviews.")


class OwnReview(Comment):
    """A review as its author sees it."""

    sku_id: int | None
    order_id: str | None
    status: Literal["published", "waiting", "hidden"]
    image_ids: list[int]
    editable_until: Time


class ReviewEligibility(Output):
    """Whether a customer can review a product."""

    received: bool = Field(
        description="Whether the product was delivered with an order of the customer."
    )
    reviewed: bool = Field(
        description="Whether all its order lines are reviewed; `orderId` is then the last reviewed order."
    )
    order_id: str | None = Field(description="The order to review, or whose review can be edited.")
    sku_id: int | None


class Helpful(Output):
    """Number of helpful votes."""

    helpful_count: int


Reason = Literal["spam", "offensive", "privacy", "off_topic", "other"]


class ReportInput(Input):
    """A report that a review breaks the rules."""

    reason: Reason
    comment: Annotated[Text, Field(max_length=500)] = ""


class OwnOpinions(Output):
    """The customer's votes and reports."""

    helpful: list[int] = Field(description="Ids of reviews voted helpful.")
    reported: list[int] = Field(description="Ids of reported reviews.")


class ReviewReportShown(Output):
    """A report of a review."""

    reason: Reason
    comment: str
    created_at: Time


class OperatorReview(Output):
    """A review for operators."""

    id: int
    etag: str = Field(description="Changes when the author edits it or somebody decides on it.")
    status: Literal["published", "waiting", "hidden"]
    customer_id: int | None
    customer_name: str
    product_slug: str
    product_title: str
    order_id: str | None
    rating_star: int
    title: str
    comment: str
    images: list[Picture]
    verified_purchase: bool
    helpful_count: int
    reply: Reply | None
    hidden_reason: str = Field(description="Why the shop hid it.")
    reports: list[ReviewReportShown] = Field(description="Those that nobody has decided on.")
    created_at: Time
    edited_at: Time | None


class HideReviewInput(Input):
    """Why a review is not shown."""

    reason: Annotated[Text, Field(max_length=1000)] = Field(
        default="", description="For its author, who gets an email. Empty: no email."
    )


class ShopReply(Input):
    """The shop's public reply to a review."""

    text: Annotated[Text, Field(max_length=2000, description="Empty removes the reply.")]
