"""A client route's address, taken apart."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qs, quote, unquote

from stallage.core.paging import MAX_PAGE
from stallage.search.list_parameters import NARROWING, SORTS

MAX_LENGTH = 2000


@dataclass(frozen=True, slots=True)
class Address:
    """The decoded segments of a path, and its query's parameters."""

    segments: tuple[str, ...]
    parameters: dict[str, list[str]]

    @property
    def path(self) -> str:
        """The path as it is written in an address, without a slash at its end."""
        return "/" + "/".join(quote(segment, safe="") for segment in self.segments)

    @property
    def page(self) -> int:
        """Which page of a list is asked for; 1 where the address does not say."""
        value = self.parameters.get("page", ["1"])[0]
        number = int(value) if value.isascii() and value.isdigit() and len(value) < 8 else 1
        return min(max(number, 1), MAX_PAGE)

    @property
    def narrowing(self) -> list[tuple[str, str]]:
        """What narrows or orders a list, as the client reads it; of what stands once, the last."""
        pairs: list[tuple[str, str]] = []
        for name, values in self.parameters.items():
            if name == "brand" or name.startswith("attr."):
                pairs += [(name, value) for value in dict.fromkeys(values)]
            elif name in NARROWING or (name == "sort" and values[-1] in SORTS):
                pairs.append((name, values[-1]))
        return pairs


def parsed(address: str) -> Address | None:
    """Takes an address apart; None where no route can be meant."""
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
