"""Keys of the response cache: the path and the query parameters that the response depends on.

Campaign tags and unknown parameters are ignored, so that they cannot fill the cache.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Literal, TypeAlias
from urllib.parse import urlencode

from stallage.search.schemas.list_parameters import SINGLE, is_plain, query_pairs

MEMOISED_QUERIES = 2048
MAX_MEMOISED = 512
"""Characters of query strings whose parameters are memoised. Those of lists are shorter."""

CountedParameters: TypeAlias = Literal["none", "words", "list", "facet"]
"""Query parameters that a response depends on: none, only `q`, all of a list, or these and of a facet."""
FACET = ("facet", "text")
"""Parameters that the values of a facet have besides those of the list."""


def response_key(path: str, query_string: bytes, counted: CountedParameters) -> str:
    """Return the cache key of a URL."""
    if counted == "none" or not query_string:
        return path
    parse = _memoised_parameters if len(query_string) <= MAX_MEMOISED else _parameters
    parameters = parse(query_string, counted)
    return f"{path}?{parameters}" if parameters else path


def _is_list_parameter(name: str) -> bool:
    return name in SINGLE or name == "brand" or name.startswith("attr.")


def _parameters(query_string: bytes, counted: CountedParameters) -> str:
    """Return the counted parameters, sorted by name; values of a name keep their order."""
    try:
        pairs = query_pairs(query_string)
    except ValueError:
        # Too many parameters: the request fails, and errors are not cached.
        return query_string.decode("latin-1")
    if counted == "words":
        # The last one is used.
        words = [pair for pair in pairs if pair[0] == "q"]
        return urlencode(words[-1:])
    own = FACET if counted == "facet" else ()
    distinct = dict.fromkeys(p for p in pairs if _is_list_parameter(p[0]) or p[0] in own)
    ordered = sorted(distinct, key=itemgetter(0))
    if is_plain(query_string):
        return "&".join([f"{name}={value}" for name, value in ordered])
    return urlencode(ordered)


_memoised_parameters = lru_cache(MEMOISED_QUERIES)(_parameters)
