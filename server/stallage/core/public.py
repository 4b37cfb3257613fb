"""Public responses, which are the same for everybody: ETag, 304, compression, cacheable by a CDN.

Only these are compressed: compressing responses that contain both secrets and attacker-controlled text
can leak the secrets.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections import OrderedDict
from collections.abc import Collection
from functools import lru_cache

import brotli
from fastapi import Request
from fastapi.responses import Response

from stallage.core.runtime import runtime_of

MIN_COMPRESSED = 1024
MAX_COMPRESSED = 512

SHORT_CACHE = "public, max-age=0, s-maxage=30, stale-while-revalidate=60"
"""For data that changes often: browsers revalidate, a CDN caches for 30 seconds."""
LONG_CACHE = "public, max-age=60, s-maxage=300, stale-while-revalidate=600"
"""For data that only operators change."""

REVALIDATE = "public, no-cache"
"""For data that its author wants to see at once: caches must revalidate."""

SHOWN_TAGS = "stallage.shown_tags"
"""Key of a request's scope: a set that the tags of what the response shows are added to."""

SURROGATE_KEY = "Surrogate-Key"
PUBLIC = "public"
"""The surrogate key of all public responses."""

_POSITIVE_QUALITY = re.compile(r"1(\.0{0,3})?|0\.(?=[0-9]*[1-9])[0-9]{1,3}")

_compressed: OrderedDict[tuple[str, str], bytes] = OrderedDict()


def etag_of(body: bytes) -> str:
    """Return a strong ETag of a body, without quotes."""
    return hashlib.blake2b(body, digest_size=12).hexdigest()


def encoding_for(request: Request, size: int) -> str:
    """Return `br`, `gzip`, or an empty string if the client accepts neither or the size is small."""
    if size < MIN_COMPRESSED:
        return ""
    accepted = accepted_encodings(request.headers.get("accept-encoding", ""))
    return next((name for name in ("br", "gzip") if name in accepted), "")


@lru_cache(256)
def accepted_encodings(header: str) -> frozenset[str]:
    """Return the encodings that an Accept-Encoding header allows. `*` is not resolved."""
    names = set()
    for part in header.lower().split(","):
        name, *parameters = (field.strip() for field in part.split(";"))
        quality = next((one[2:] for one in parameters if one.startswith("q=")), "1")
        if _POSITIVE_QUALITY.fullmatch(quality):
            names.add(name)
    return frozenset(names)


def _compress(tag: str, body: bytes, encoding: str) -> bytes:
    cached = _compressed.get((tag, encoding))
    if cached is not None:
        _compressed.move_to_end((tag, encoding))
        return cached
    compressed = (
        brotli.compress(body, quality=5)
        if encoding == "br"
        else gzip.compress(body, compresslevel=6, mtime=0)
    )
    _compressed[(tag, encoding)] = compressed
    while len(_compressed) > MAX_COMPRESSED:
        _compressed.popitem(last=False)
    return compressed


def surrogate_keys(shows: Collection[str]) -> str:
    """Return the value of the header Surrogate-Key of a response that shows this."""
    return " ".join(sorted([PUBLIC, *shows]))


def public_response(
    request: Request,
    body: bytes,
    *,
    cache_control: str = SHORT_CACHE,
    media_type: str = "application/json",
    tag: str | None = None,
    shows: Collection[str] = (),
) -> Response:
    """Return a public response with a body, or 304 if the client has it already.

    `shows`: tags of what the response shows, for who asked inside the process (see SHOWN_TAGS), and for a
    CDN that purges by them.
    """
    tag = tag or etag_of(body)
    shown = request.scope.get(SHOWN_TAGS)
    if shown is not None:
        shown.update(shows)
    encoding = encoding_for(request, len(body))
    etag = f'"{tag}-{encoding}"' if encoding else f'"{tag}"'
    headers = {"ETag": etag, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    if runtime_of(request).settings.cdn_purge_url:
        headers[SURROGATE_KEY] = surrogate_keys(shows)
    if_none_match = request.headers.get("if-none-match")
    if if_none_match is not None and (if_none_match == "*" or etag in if_none_match):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
        body = _compress(tag, body, encoding)
    return Response(body, media_type=media_type, headers=headers)
