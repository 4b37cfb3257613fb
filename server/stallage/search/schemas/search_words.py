"""What shoppers searched for, with synonyms and redirects, as operators see them."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Output
from stallage.search.schemas.search_redirects import ListedSearchRedirect
from stallage.search.schemas.synonyms import SynonymDetails


class MissedSearch(Output):
    """A search that found nothing."""

    query: str
    times: int
    has_synonyms: bool = Field(description="Whether it has got synonyms since.")
    has_redirect: bool = Field(description="Whether it leads to a page since.")


class SearchWords(Output):
    """What shoppers searched for without result, and the shop's synonyms and redirects."""

    days: int = Field(description="Days that `missed` covers.")
    missed: list[MissedSearch] = Field(description="The most frequent ones first, at most 100.")
    synonyms: list[SynonymDetails] = Field(description="By phrase.")
    redirects: list[ListedSearchRedirect] = Field(description="By phrase.")
