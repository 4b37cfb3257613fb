"""Reports of opened results."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Input, Text


class SearchClick(Input):
    """A result of a search was opened."""

    q: Annotated[Text, Field(min_length=1, max_length=200)] = Field(
        description="The text of the search."
    )
