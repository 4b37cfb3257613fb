"""Dependency of routes: the client that requests or enters a code."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Depends, Header, Request

from stallage.core.clients import client_of
from stallage.core.devices import device_name
from stallage.signin.drafts import Requester

DEVICE_KEY = re.compile(r"[A-Za-z0-9_-]{32,64}")

DeviceKey = Annotated[
    str | None,
    Header(
        alias="Device-Key",
        description="32 to 64 random letters and digits that the device stores. A device from which"
        " a customer has signed in is recognized by it and has rate limits of its own.",
    ),
]


def requester_of(request: Request, device_key: DeviceKey = None) -> Requester:
    """Return the client of a request. An invalid device key is ignored."""
    key = device_key or ""
    return Requester(
        client_of(request),
        key if DEVICE_KEY.fullmatch(key) else "",
        device_name(request.headers.get("user-agent", "")),
    )


CurrentRequester = Annotated[Requester, Depends(requester_of)]
"""The client that requests or enters a code."""
