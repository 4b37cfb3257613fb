"""Under what a ready answer is kept: its path and the parameters that it depends on.

Campaign tags and made-up parameters share the answer of the address without them, so that they can
neither fill the cache nor push anything out of it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias
from urllib.parse import parse_qsl, urlencode

from stallage.search.list_parameters import MAX_PARAMETERS, ONCE

KNOWN_QUERIES = 2048
LONGEST_REMEMBERED = 512
"""Characters of a query string whose reading is remembered: a list's own fit in."""

Depends: TypeAlias = Literal["nothing", "typed", "list"]
"""Parameters that an answer depends on: none, `q` alone, or all that a list reads."""


def response_key(path: str, query_string: bytes, depends: Depends) -> str:
    """The key of an address's answer."""
    if depends == "nothing" or not query_string:
        return path
    read = _remembered if len(query_string) <= LONGEST_REMEMBERED else _parameters
    parameters = read(query_string, depends)
    return f"{path}?{parameters}" if parameters else path


def _is_of_list(name: str) -> bool:
    return name in ONCE or name == "brand" or name.startswith("attr.")


def _parameters(query_string: bytes, depends: Depends) -> str:
    """The parameters that count, in the order of their names; values keep theirs."""
    text = query_string.decode("latin-1")
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_PARAMETERS)
    except ValueError:
        # Too many: the call refuses them, and refusals are not kept.
        return text
    if depends == "typed":
        # Of several, the last is read.
        typed = [pair for pair in pairs if pair[0] == "q"]
        return urlencode(typed[-1:])
    counting = dict.fromkeys(pair for pair in pairs if _is_of_list(pair[0]))
    return urlencode(sorted(counting, key=lambda pair: pair[0]))


_remembered = lru_cache(KNOWN_QUERIES)(_parameters)
