"""Who is asking, and from where."""

from __future__ import annotations

from fastapi import Request

from stallage.core.runtime import runtime_of
from stallage.signin.actions.codes import contact_of
from stallage.signin.rules import Contact
from stallage.signin.schemas import ContactInput


def contact_in(request: Request, given: ContactInput) -> Contact:
    """The contact that was given, in its one form. Raises InvalidFields."""
    return contact_of(given, runtime_of(request).settings.phone_country_code)


def device_of(request: Request) -> str:
    """What the browser calls itself, for the list of sign-ins."""
    return request.headers.get("user-agent", "")
