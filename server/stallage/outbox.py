"""The development outbox as a page, where sign-in codes are found when the shop is tried out.

The page shows secrets such as sign-in codes, so its address is a secret itself. It ends with a key
derived from the shop's secret, which `serve` prints. The page exists only while no mail server is
configured, payments are in test mode and the shop's address is a loopback address. It is only shown
to a browser on this machine that uses a local host name.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import re
from dataclasses import dataclass
from pathlib import Path

import orjson
from fastapi import APIRouter, Request, Response
from jinja2 import Environment, FileSystemLoader

from stallage.core.clients import is_loopback_url
from stallage.core.errors import NotFound
from stallage.core.runtime import runtime_of
from stallage.settings import Settings

router = APIRouter(include_in_schema=False)

MAX_MESSAGES = 50
KEY_BYTES = 18
LINK = re.compile(r"https?://[^\s<>\"']+")
NAME = re.compile(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)")
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
PROXY_HEADERS = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
)

_pages = Environment(
    loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True
)


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """A message as the page shows it."""

    to: str
    subject: str
    kind: str
    time: str
    code: str
    links: list[str]
    html: str
    text: str


def is_open(settings: Settings) -> bool:
    """Whether the shop is a local trial without a mail server."""
    return (
        not settings.smtp_url.get_secret_value()
        and settings.payment_gateway_mode == 0
        and is_loopback_url(settings.public_url)
    )


def path_of(secret: bytes) -> str:
    """Return the page's path. It cannot be guessed, and changes only with the secret."""
    key = hmac.new(secret, b"outbox", hashlib.sha256).digest()[:KEY_BYTES]
    return f"/outbox/{base64.urlsafe_b64encode(key).decode()}"


def is_local(request: Request) -> bool:
    """Whether the request comes from a browser on this machine, not through a proxy or another site.

    A proxy on this machine may send no proxy headers and use a local name, so no request is local
    if the shop's address is not a loopback address.
    """
    if not is_loopback_url(runtime_of(request).settings.public_url):
        return False
    try:
        loopback = ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False
    name = re.sub(r":\d+$", "", request.headers.get("host", "").lower())
    return (
        loopback
        and name in LOCAL_NAMES
        and not any(header in request.headers for header in PROXY_HEADERS)
    )


def _read_message(path: Path) -> OutboxMessage:
    message = orjson.loads(path.read_bytes())
    stamp = NAME.match(path.name)
    text = str(message.get("text", ""))
    html = str(message.get("html", ""))
    links = [link.rstrip(".,;:)") for link in LINK.findall(text)]
    return OutboxMessage(
        to=str(message.get("to", "")),
        subject=str(message.get("subject", "")),
        kind=str(message.get("kind", "")).replace("_", " "),
        time="{}-{}-{} {}:{}:{} UTC".format(*stamp.groups()) if stamp else "",
        code=str((message.get("data") or {}).get("otp", "")),
        links=list(dict.fromkeys(links)),
        # Links open in a new tab: inside the sandboxed frame they could not load.
        html=f'<base target="_blank">{html}' if html else "",
        text=text,
    )


def newest_messages(folder: Path) -> list[OutboxMessage]:
    """Read the newest messages of an outbox, newest first. Blocking."""
    paths = sorted(folder.glob("[!.]*.json"), reverse=True)[:MAX_MESSAGES]
    return [_read_message(path) for path in paths]


@router.get("/outbox/{key}")
async def show_outbox(key: str, request: Request) -> Response:
    """Return the page with the messages that were not sent."""
    runtime = runtime_of(request)
    path = f"/outbox/{key}".encode()
    if not hmac.compare_digest(path, path_of(runtime.secret).encode()):
        raise NotFound
    if not is_open(runtime.settings) or not is_local(request):
        raise NotFound
    messages = await asyncio.to_thread(newest_messages, runtime.settings.data_dir / "outbox")
    html = _pages.get_template("outbox.html").render(messages=messages)
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": POLICY,
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
    }
    return Response(html, media_type="text/html", headers=headers)
