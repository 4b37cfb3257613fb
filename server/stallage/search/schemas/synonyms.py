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
