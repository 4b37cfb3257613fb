"""What shoppers searched for, as operators see it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Input, Line, Output
from stallage.search.rules import MAX_FAILED_LENGTH


class SuggestedQuery(Output):
    """A query of several shoppers that others are suggested."""

    query: str
    shoppers: int = Field(description="Who searched for it, each counted once a day.")


class SuggestedQueries(Output):
    """The queries of shoppers that others are suggested, and those that operators hide."""

    days: int = Field(description="Days that `shoppers` covers.")
    suggested: list[SuggestedQuery] = Field(
        description="The first 100 in the order of suggestions."
    )
    hidden: list[str] = Field(description="By name.")


class QueryInput(Input):
    """A query."""

    query: Annotated[Line, Field(min_length=1, max_length=MAX_FAILED_LENGTH, pattern=r"\w")]


class UnopenedSearch(Output):
    """A search whose results nobody opened."""

    query: str
    shoppers: int = Field(description="Who searched for it, each counted once a day.")
    opened: int = Field(description="How many of them opened a product.")
    has_synonyms: bool


class FilterPair(Output):
    """A filter of a list."""

    parameter: str
    value: str = Field(description="The name of a brand or category; prices as text.")


class EmptyFilters(Output):
    """Filters that left nothing of a list."""

    title: str = Field(description="The title of the list; empty for all products.")
    query: str | None = Field(description="The words, if the list is a search.")
    filters: list[FilterPair]
    link: str
    times: int


class MissedSales(Output):
    """Where shoppers looked for something and did not find it."""

    days: int = Field(description="Days that the figures cover.")
    unopened: list[UnopenedSearch] = Field(
        description="Searches of at least 5 shoppers without an opened result, at most 100."
    )
    empty: list[EmptyFilters] = Field(description="The most frequent ones first, at most 100.")
