"""Reads forms: from the shop's own pages only, bounded, as text by field name."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from fastapi import Request

from stallage.core.runtime import runtime_of
from stallage.no_script.errors import CrossSite, FormTooLarge, FormUnreadable

MAX_BYTES = 64 * 1024
MAX_FIELDS = 60
KIND = "application/x-www-form-urlencoded"

Form = dict[str, str]
"""Texts by field name, without surrounding space. Of a repeated field, the last one counts."""


def check_origin(request: Request) -> None:
    """Raises CrossSite for a form of another site, as far as the browser says where it is from."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        if site not in ("same-origin", "none"):
            raise CrossSite
        return
    origin = request.headers.get("origin")
    if origin is None:
        return
    own = {
        request.headers.get("host", ""),
        urlsplit(runtime_of(request).settings.public_url).netloc,
    }
    if urlsplit(origin).netloc not in own:
        raise CrossSite


async def read_form(request: Request) -> Form:
    """Read the form of a request. Raises FormRefused."""
    check_origin(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != KIND:
        raise FormUnreadable
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BYTES:
            raise FormTooLarge
    try:
        pairs = parse_qsl(
            body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS
        )
    except ValueError as error:
        raise FormUnreadable from error
    if any("\x00" in part for pair in pairs for part in pair):
        raise FormUnreadable
    return {name: text.strip() for name, text in pairs}


def whole_number(text: str, *, least: int, most: int) -> int | None:
    """Return a number that was typed; None if it is none or out of range."""
    if not (text.isascii() and text.isdigit() and len(text) <= 16):
        return None
    number = int(text)
    return number if least <= number <= most else None
