"""The development outbox as a page, so that whoever tries the shop finds the sign-in code.

It shows what would be secret elsewhere, so its address is a secret itself: it ends with a key that
only the shop can work out and that is printed at the start. It is there only while no mail server is
configured, payments are in test mode and the shop's address leads to this machine alone, and only to a
browser on this machine that asks it by a local name.
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

SHOWN = 50
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
class Shown:
    """A message of the outbox as the page shows it."""

    to: str
    subject: str
    kind: str
    time: str
    code: str
    links: list[str]
    html: str
    text: str


def is_open(settings: Settings) -> bool:
    """Whether this shop is one that is being tried, not one that sells."""
    return (
        not settings.smtp_url.get_secret_value()
        and settings.payment_gateway_mode == 0
        and is_loopback_url(settings.public_url)
    )


def path_of(secret: bytes) -> str:
    """Where the page is. Nobody guesses it, and it stays the same while the secret does."""
    key = hmac.new(secret, b"outbox", hashlib.sha256).digest()[:KEY_BYTES]
    return f"/outbox/{base64.urlsafe_b64encode(key).decode()}"


def is_local(request: Request) -> bool:
    """Whether a browser on this machine asks, and neither a proxy nor another site through it.

    A proxy on this machine need not say that it is one, and may ask by a local name: so nobody is
    local where the shop's own address is another.
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


def _shown(path: Path) -> Shown:
    said = orjson.loads(path.read_bytes())
    stamp = NAME.match(path.name)
    text = str(said.get("text", ""))
    html = str(said.get("html", ""))
    links = [link.rstrip(".,;:)") for link in LINK.findall(text)]
    return Shown(
        to=str(said.get("to", "")),
        subject=str(said.get("subject", "")),
        kind=str(said.get("kind", "")).replace("_", " "),
        time="{}-{}-{} {}:{}:{} UTC".format(*stamp.groups()) if stamp else "",
        code=str((said.get("data") or {}).get("otp", "")),
        links=list(dict.fromkeys(links)),
        # Links of a message open beside the page: inside its frame they could do nothing.
        html=f'<base target="_blank">{html}' if html else "",
        text=text,
    )


def newest(folder: Path) -> list[Shown]:
    """The newest messages of an outbox, newest first. Blocking."""
    paths = sorted(folder.glob("[!.]*.json"), reverse=True)[:SHOWN]
    return [_shown(path) for path in paths]


@router.get("/outbox/{key}")
async def show_outbox(key: str, request: Request) -> Response:
    """The messages that a mail server would have taken."""
    runtime = runtime_of(request)
    asked = f"/outbox/{key}".encode()
    if not hmac.compare_digest(asked, path_of(runtime.secret).encode()):
        raise NotFound
    if not is_open(runtime.settings) or not is_local(request):
        raise NotFound
    messages = await asyncio.to_thread(newest, runtime.settings.data_dir / "outbox")
    html = _pages.get_template("outbox.html").render(messages=messages)
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": POLICY,
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
    }
    return Response(html, media_type="text/html", headers=headers)
