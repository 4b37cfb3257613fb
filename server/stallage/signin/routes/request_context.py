"""Contact and user agent of a request."""

from __future__ import annotations

from fastapi import Request

from stallage.core.runtime import runtime_of
from stallage.signin.actions.codes import parse_contact
from stallage.signin.rules import Contact
from stallage.signin.schemas import ContactInput


def contact_in(request: Request, form: ContactInput) -> Contact:
    """Return the normalized contact of a request. Raises InvalidFields."""
    return parse_contact(form, runtime_of(request).settings.phone_country_code)


def device_of(request: Request) -> str:
    """Return the user agent, for the list of sign-ins."""
    return request.headers.get("user-agent", "")
