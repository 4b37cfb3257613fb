"""Answers that are the same for everybody: strong ETag, 304, compression, cacheable by a CDN.

Only these are compressed: an answer that mixes a customer's secrets with what a stranger can inject
must not be.
"""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict

import brotli
from fastapi import Request
from fastapi.responses import Response

MIN_COMPRESSED = 1024
KEPT_COMPRESSED = 512

SHORT = "public, max-age=0, s-maxage=30, stale-while-revalidate=60"
"""What changes with stock and prices: a browser asks again, a CDN keeps it for half a minute."""
LONG = "public, max-age=60, s-maxage=300, stale-while-revalidate=600"
"""What an operator changes now and then."""

_compressed: OrderedDict[tuple[str, str], bytes] = OrderedDict()


def etag_of(body: bytes) -> str:
    """A strong tag of some bytes, without quotes."""
    return hashlib.blake2b(body, digest_size=12).hexdigest()


def encoding_for(request: Request, size: int) -> str:
    """`br`, `gzip` or nothing, as the client accepts and the size is worth."""
    if size < MIN_COMPRESSED:
        return ""
    accepted = request.headers.get("accept-encoding", "")
    names = {part.split(";")[0].strip() for part in accepted.split(",") if "q=0" not in part}
    return "br" if "br" in names else "gzip" if "gzip" in names else ""


def _compress(tag: str, body: bytes, encoding: str) -> bytes:
    kept = _compressed.get((tag, encoding))
    if kept is not None:
        _compressed.move_to_end((tag, encoding))
        return kept
    made = (
        brotli.compress(body, quality=5)
        if encoding == "br"
        else gzip.compress(body, compresslevel=6, mtime=0)
    )
    _compressed[(tag, encoding)] = made
    while len(_compressed) > KEPT_COMPRESSED:
        _compressed.popitem(last=False)
    return made


def public_response(
    request: Request,
    body: bytes,
    *,
    cache_control: str = SHORT,
    media_type: str = "application/json",
    tag: str | None = None,
) -> Response:
    """The answer for some bytes that are the same for everybody, or 304 where the client has them."""
    tag = tag or etag_of(body)
    encoding = encoding_for(request, len(body))
    etag = f'"{tag}-{encoding}"' if encoding else f'"{tag}"'
    headers = {"ETag": etag, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    wanted = request.headers.get("if-none-match")
    if wanted is not None and (wanted == "*" or etag in wanted):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
        body = _compress(tag, body, encoding)
    return Response(body, media_type=media_type, headers=headers)
