"""Parses the URL of a client route."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qs, quote, unquote

from stallage.core.paging import MAX_PAGE
from stallage.search.schemas.list_parameters import FILTERS, SORTS

MAX_LENGTH = 2000


@dataclass(frozen=True, slots=True)
class Address:
    """The decoded segments of a path and the parameters of its query."""

    segments: tuple[str, ...]
    parameters: dict[str, list[str]]

    @property
    def path(self) -> str:
        """The encoded path, without a trailing slash."""
        return "/" + "/".join(quote(segment, safe="") for segment in self.segments)

    @property
    def page(self) -> int:
        """The page of a list, by default 1."""
        value = self.parameters.get("page", ["1"])[0]
        number = int(value) if value.isascii() and value.isdigit() and len(value) < 8 else 1
        return min(max(number, 1), MAX_PAGE)

    @property
    def narrowing(self) -> list[tuple[str, str]]:
        """The filters and sort order of a list. Of repeated single values, the last one counts."""
        pairs: list[tuple[str, str]] = []
        for name, values in self.parameters.items():
            if name == "brand" or name.startswith("attr."):
                pairs += [(name, value) for value in dict.fromkeys(values)]
            elif (
                name in FILTERS
                or (name == "sort" and values[-1] in SORTS)
                or (name == "literal" and values[-1] == "true")
            ):
                pairs.append((name, values[-1]))
        return pairs


def parse_address(address: str) -> Address | None:
    """Parse a path with its query; None if it cannot be a route."""
    path, _, query = address.partition("#")[0].partition("?")
    if not path.startswith("/") or len(address) > MAX_LENGTH:
        return None
    inner = path[1:-1] if path.endswith("/") and len(path) > 1 else path[1:]
    try:
        segments = tuple(unquote(part, errors="strict") for part in inner.split("/"))
    except UnicodeDecodeError:
        return None
    if any("\x00" in segment for segment in segments):
        return None
    try:
        parameters = parse_qs(query, max_num_fields=100)
    except ValueError:
        parameters = {}
    return Address(() if segments == ("",) else segments, parameters)
