"""Sends videos, whole or by byte range, a part at a time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from concurrent.futures import Executor

from fastapi import Request
from fastapi.responses import Response, StreamingResponse

from stallage.core.media import Media, StoredVideo
from stallage.shell.client import IMMUTABLE

PART_BYTES = 256 * 1024
"""In memory for each request."""
_RANGE = re.compile(r"^bytes=(\d{0,15})-(\d{0,15})$")


async def video_response(
    request: Request, media: Media, path: str, threads: Executor
) -> Response | None:
    """Return the response for a video, or None if there is none with this path. Raises OSError.

    Of several ranges in a request none is used: the response is then the whole video.
    """
    video = await asyncio.get_running_loop().run_in_executor(threads, media.find_video, path)
    if video is None:
        return None
    etag = f'"{path.rpartition("/")[2].partition(".")[0]}"'
    headers = {
        "ETag": etag,
        "Accept-Ranges": "bytes",
        "Cache-Control": IMMUTABLE,
        "Cross-Origin-Resource-Policy": "cross-origin",
        "X-Content-Type-Options": "nosniff",
        # A video that is opened as a page of its own runs nothing.
        "Content-Security-Policy": "sandbox; default-src 'none'; media-src 'self'",
    }
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    requested = _requested_bytes(request, video.size, etag)
    if requested is None:
        return _stream(media, video, range(video.size), threads, headers)
    if not requested:
        headers |= {"Content-Range": f"bytes */{video.size}", "Cache-Control": "no-store"}
        return Response(status_code=416, headers=headers)
    headers["Content-Range"] = f"bytes {requested.start}-{requested.stop - 1}/{video.size}"
    return _stream(media, video, requested, threads, headers, status=206)


def _requested_bytes(request: Request, size: int, etag: str) -> range | None:
    """The requested bytes, empty if there are none such; None if the whole video is requested."""
    match = _RANGE.match(request.headers.get("range", "").replace(" ", ""))
    if match is None or match[0] == "bytes=-" or request.headers.get("if-range", etag) != etag:
        return None
    first, last = match[1], match[2]
    if not first:
        return range(max(0, size - int(last)), size)
    if last and int(last) < int(first):
        return None
    return range(int(first), min(size, int(last) + 1) if last else size)


def _stream(
    media: Media,
    video: StoredVideo,
    part: range,
    threads: Executor,
    headers: dict[str, str],
    *,
    status: int = 200,
) -> Response:
    async def content() -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        for start in range(part.start, part.stop, PART_BYTES):
            length = min(PART_BYTES, part.stop - start)
            yield await loop.run_in_executor(
                threads, media.storage.read_part, video.name, start, length
            )

    return StreamingResponse(
        content(),
        status_code=status,
        media_type=video.kind,
        headers={**headers, "Content-Length": str(len(part))},
    )
