"""An order that waits in line: its form and its ticket, encrypted in a cookie until its turn.

Without a script, a page cannot send a form by itself. So the page of the line loads itself again, and the
server sends the order when its turn has come.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from dataclasses import dataclass

import orjson
from fastapi import Request, Response

from stallage.core.encryption import NONCE_BYTES, Undecipherable, decrypt, encrypt
from stallage.core.runtime import runtime_of
from stallage.no_script.forms import Form

NAME = "waitingOrder"
PATH = "/no-script/checkout"
PURPOSE = "waiting order"
MAX_AGE = 600
"""Seconds. The page loads itself again much sooner; an order is not sent for who left it long ago."""

MAX_BYTES = 3800
"""Browsers take cookies of 4096 bytes."""


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """The form of an order, and the ticket of its line."""

    texts: Form
    ticket: str


def read_waiting_order(request: Request) -> WaitingOrder | None:
    """Return the order of the cookie; None if there is none that this shop has encrypted."""
    try:
        sealed = base64.urlsafe_b64decode(request.cookies.get(NAME, "").encode("ascii"))
        if len(sealed) <= NONCE_BYTES:
            return None
        packed = decrypt(runtime_of(request).secrets, PURPOSE, sealed)
    except (UnicodeEncodeError, binascii.Error, Undecipherable):
        return None
    found = orjson.loads(zlib.decompress(packed))
    return WaitingOrder(found["texts"], found["ticket"])


def store_waiting_order(request: Request, response: Response, order: WaitingOrder) -> bool:
    """Set the cookie. False if the form is too long for one."""
    runtime = runtime_of(request)
    texts = {name: text for name, text in order.texts.items() if text}
    packed = zlib.compress(orjson.dumps({"texts": texts, "ticket": order.ticket}), 9)
    value = base64.urlsafe_b64encode(encrypt(runtime.secret, PURPOSE, packed)).decode()
    if len(value) > MAX_BYTES:
        return False
    _set(request, response, value, MAX_AGE)
    return True


def remove_waiting_order(request: Request, response: Response) -> None:
    """Delete the cookie."""
    if NAME in request.cookies:
        _set(request, response, "", 0)


def _set(request: Request, response: Response, value: str, max_age: int) -> None:
    response.set_cookie(
        NAME,
        value,
        max_age=max_age,
        path=PATH,
        secure=runtime_of(request).settings.public_url.startswith("https:"),
        httponly=True,
        # Another website cannot have the order sent by a link.
        samesite="strict",
    )
