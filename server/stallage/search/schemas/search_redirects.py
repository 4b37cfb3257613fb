"""Redirects of searches, as operators see and change them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Input, Line, Output
from stallage.search.rules import MAX_TARGET
from stallage.search.schemas.synonyms import Phrase

Target = Annotated[Line, Field(min_length=1, max_length=MAX_TARGET)]


class SearchRedirectInput(Input):
    """A search and the page that it leads to."""

    phrase: Phrase = Field(description="What shoppers search for.")
    target: Target = Field(description="The path of a page of this shop, such as `/page/returns`.")


class SearchRedirectDetails(Output):
    """A search and the page that it leads to."""

    id: int
    phrase: str
    target: str
    etag: str


class ListedSearchRedirect(SearchRedirectDetails):
    """A search and the page that it leads to, in a list."""

    is_broken: bool = Field(
        description="Whether the page does not exist or is not shown now. The search shows products then."
    )
