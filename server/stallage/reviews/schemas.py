"""What the API says of reviews, and what it takes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.paging import MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE
from stallage.core.schemas import Between, Id, Input, Integer, Line, Output, Picture, Text, Time
from stallage.uploads.schemas import ImageIds

Star = Annotated[Integer, Between(1, 5)]
Title = Annotated[Line, Field(max_length=120)]
CommentText = Annotated[Text, Field(min_length=1, max_length=2000)]

Key = Literal["skuId", "productSlug", "ratingStar", "createdAt", "imageCount", "text"]
Operation = Literal["cn", "nc", "eq", "ne", "gt", "lt", "range", "after", "before"]
Value = Annotated[Line, Field(max_length=200)] | Integer


class ReviewInput(Input):
    """A review of a thing out of an order that was delivered."""

    order_id: Annotated[Line, Field(min_length=1, max_length=32)]
    sku_id: Id
    rating_star: Star
    title: Title = ""
    comment: CommentText
    images: ImageIds = Field(default_factory=list)


class ReviewEdit(Input):
    """A review anew, whole."""

    rating_star: Star
    title: Title = ""
    comment: CommentText
    images: ImageIds = Field(default_factory=list)


class CommentCriterion(Input):
    """One condition. Several values of `eq`, `cn` … are or-ed; `range` takes two."""

    key: Key
    operation: Operation = Field(
        description="Contains, not contains, equals, not equals, greater than, less than, "
        "date range, after, before."
    )
    value: Annotated[list[Value], Field(min_length=1, max_length=50)]


class CommentSort(Input):
    """What stands first."""

    key: Literal["createdAt", "ratingStar", "helpfulCount"] = "createdAt"
    direction: Literal["asc", "desc"] = "desc"


class CommentSearch(Input):
    """Which reviews are asked for; without criteria all, newest first."""

    criteria: Annotated[list[CommentCriterion], Field(max_length=20)] = Field(default_factory=list)
    match: Literal["all", "any"] = "all"
    sort: CommentSort = CommentSort()
    page: Annotated[Integer, Field(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[Integer, Between(1, MAX_PAGE_SIZE)] = PAGE_SIZE


class Reply(Output):
    """What the shop answers to a review."""

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
    """How many reviews gave each number of stars."""

    one: Annotated[int, Field(alias="1")]
    two: Annotated[int, Field(alias="2")]
    three: Annotated[int, Field(alias="3")]
    four: Annotated[int, Field(alias="4")]
    five: Annotated[int, Field(alias="5")]


class CommentList(Output):
    """Reviews found."""

    comments: list[Comment]
    total: int
    rating_map: RatingMap = Field(
        description="Under all criteria but those on `ratingStar` and `imageCount`, so that a list "
        "narrowed to four stars still shows how many gave five."
    )
    with_pictures: int = Field(description="How many of those in `ratingMap` have pictures.")
    average_rating: float = Field(description="Of `ratingMap`, to one decimal; 0 without reviews.")


class OwnReview(Comment):
    """A review as its author sees it."""

    sku_id: int | None
    order_id: str | None
    status: Literal["published", "waiting", "hidden"]
    image_ids: list[int]
    editable_until: Time


class Standing(Output):
    """What a customer may say of a product."""

    received: bool = Field(description="It was delivered with an order of theirs.")
    reviewed: bool = Field(description="Nothing is left to review; `orderId` has the last review.")
    order_id: str | None = Field(description="The order to review, or whose review can be edited.")
    sku_id: int | None


class Helpful(Output):
    """How many found a review helpful."""

    helpful_count: int


Reason = Literal["spam", "offensive", "privacy", "off_topic", "other"]


class ReportInput(Input):
    """Why a review breaks the rules."""

    reason: Reason
    comment: Annotated[Text, Field(max_length=500)] = ""


class OwnOpinions(Output):
    """What the customer thinks of some reviews."""

    helpful: list[int] = Field(description="Ids of those found helpful.")
    reported: list[int] = Field(description="Ids of those reported.")
