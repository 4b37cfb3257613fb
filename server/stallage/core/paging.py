"""Lists that grow come in pages: `page` from 1, `pageSize` 24 unless told, at most 96."""

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
    """Which part of a list is asked for."""

    number: int
    size: int

    @property
    def offset(self) -> int:
        """How many rows come before."""
        return (self.number - 1) * self.size


class Paged(Output, Generic[T]):
    """A page of a list."""

    items: list[T]
    page: int = Field(ge=1)
    page_size: int = Field(ge=1, le=MAX_PAGE_SIZE)
    total: int = Field(ge=0, description="Rows on all pages together.")


def _asked(
    page: Annotated[int, Query(ge=1, le=MAX_PAGE, description="From 1.")] = 1,
    page_size: Annotated[
        int,
        Query(alias="pageSize", description="Rows on a page."),
        Between(1, MAX_PAGE_SIZE),
    ] = PAGE_SIZE,
) -> Page:
    return Page(page, page_size)


def _asked_by_ten(
    page: Annotated[int, Query(ge=1, le=MAX_PAGE, description="From 1.")] = 1,
    page_size: Annotated[
        int,
        Query(alias="pageSize", description="Rows on a page."),
        Between(1, MAX_PAGE_SIZE),
    ] = 10,
) -> Page:
    return Page(page, page_size)


AskedPage = Annotated[Page, Depends(_asked)]
AskedPageOfTen = Annotated[Page, Depends(_asked_by_ten)]


def paged(items: list[T], page: Page, total: int) -> Paged[T]:
    """Wraps a page's rows."""
    return Paged[T].model_construct(items=items, page=page.number, page_size=page.size, total=total)
