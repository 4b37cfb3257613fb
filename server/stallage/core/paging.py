"""Pagination: `page` starts at 1; `pageSize` is 24 by default and at most 96."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from fastapi import Depends, Query
from pydantic import Field

from stallage.core.schemas import Between, Output

T = TypeVar("T")

PAGE_SIZE = 24
MAX_PAGE_SIZE = 96
MAX_PAGE = 1_000_000


@dataclass(frozen=True, slots=True)
class Page:
    """The requested page of a list."""

    number: int
    size: int

    @property
    def offset(self) -> int:
        """The number of rows before the page."""
        return (self.number - 1) * self.size


class Paged(Output, Generic[T]):
    """A page of a list."""

    items: list[T]
    page: int = Field(ge=1)
    page_size: int = Field(ge=1, le=MAX_PAGE_SIZE)
    total: int = Field(ge=0, description="Rows on all pages together.")


def _read_page(
    page: Annotated[int, Query(ge=1, le=MAX_PAGE, description="From 1.")] = 1,
    page_size: Annotated[
        int,
        Query(alias="pageSize", description="Rows on a page."),
        Between(1, MAX_PAGE_SIZE),
    ] = PAGE_SIZE,
) -> Page:
    return Page(page, page_size)


def _read_short_page(
    page: Annotated[int, Query(ge=1, le=MAX_PAGE, description="From 1.")] = 1,
    page_size: Annotated[
        int,
        Query(alias="pageSize", description="Rows on a page."),
        Between(1, MAX_PAGE_SIZE),
    ] = 10,
) -> Page:
    return Page(page, page_size)


PageQuery = Annotated[Page, Depends(_read_page)]
ShortPageQuery = Annotated[Page, Depends(_read_short_page)]


def to_page(items: list[T], page: Page, total: int) -> Paged[T]:
    """Wrap the rows of a page for a response."""
    return Paged[T].model_construct(items=items, page=page.number, page_size=page.size, total=total)
