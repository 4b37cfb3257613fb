"""Synonyms and searches without result, as operators see and change them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Input, Line, Output
from stallage.search.rules import MAX_ALTERNATIVES, MAX_FAILED_LENGTH

Phrase = Annotated[Line, Field(min_length=1, max_length=MAX_FAILED_LENGTH, pattern=r"\w")]


class SynonymInput(Input):
    """A phrase and what it finds too."""

    phrase: Phrase = Field(description="What shoppers search for.")
    alternatives: Annotated[list[Phrase], Field(min_length=1, max_length=MAX_ALTERNATIVES)] = Field(
        description="What that search finds too."
    )
    both_ways: bool = Field(True, description="Whether the alternatives find the phrase as well.")


class SynonymDetails(Output):
    """A phrase and what it finds too."""

    id: int
    phrase: str
    alternatives: list[str]
    both_ways: bool
    etag: str


class MissedSearch(Output):
    """A search that found nothing."""

    query: str
    times: int
    has_synonyms: bool = Field(description="Whether it has got synonyms since.")


class SearchWords(Output):
    """What shoppers searched for without result, and the shop's synonyms."""

    days: int = Field(description="Days that `missed` covers.")
    missed: list[MissedSearch] = Field(description="The most frequent ones first, at most 100.")
    synonyms: list[SynonymDetails] = Field(description="By phrase.")
