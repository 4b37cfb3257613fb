"""Serve public responses from the response cache."""

from __future__ import annotations

from collections.abc import Collection

from fastapi import Request
from fastapi.responses import Response

from stallage.core.envelope import wrap_json
from stallage.core.public import SHORT_CACHE, etag_of, public_response
from stallage.search.cache.catalog_cache import CatalogCache, catalog_cache_of
from stallage.search.cache.keys import CountedParameters, response_key
from stallage.search.cache.response_cache import CachedResponse


class ResponseSlot:
    """The cache entry of a URL.

    A route fills an empty slot and returns its response:

        slot = response_slot(request, "list")
        if slot.is_empty:
            slot.fill(await read_category_tree(...), {OVERVIEWS})
        return slot.response()
    """

    __slots__ = ("_cached", "_key", "_request", "_since", "cache")

    def __init__(self, request: Request, cache: CatalogCache, key: str) -> None:
        self.cache = cache
        self._request = request
        self._key = key
        self._cached = cache.responses.get(key)
        # A response is not cached if what it shows changes while it is built.
        self._since = cache.changes.number

    @property
    def is_empty(self) -> bool:
        """Whether the response has to be built."""
        return self._cached is None

    def fill(self, output: bytes | tuple[bytes, ...], tags: Collection[str]) -> None:
        """Set the output, as JSON or parts of it, and the tags of what it shows."""
        body = wrap_json(output) if isinstance(output, bytes) else wrap_json(*output)
        self._cached = CachedResponse(body, etag_of(body), tags)
        if self.cache.listening:
            self.cache.responses.put(self._key, self._cached, self._since)

    @property
    def body(self) -> bytes:
        """The response of a filled slot."""
        assert self._cached is not None  # noqa: S101 - a programming error, not a state of the shop
        return self._cached.body

    def response(self, cache_control: str = SHORT_CACHE) -> Response:
        """Return the response of a filled slot, or 304 if the client has it already."""
        cached = self._cached
        assert cached is not None  # noqa: S101 - a programming error, not a state of the shop
        return public_response(
            self._request,
            cached.body,
            cache_control=cache_control,
            tag=cached.etag,
            shows=cached.tags,
        )


def response_slot(request: Request, parameters: CountedParameters = "none") -> ResponseSlot:
    """Return the slot of a request's URL. `parameters`: the query parameters that count."""
    key = response_key(request.scope["path"], request.scope["query_string"], parameters)
    return ResponseSlot(request, catalog_cache_of(request), key)
