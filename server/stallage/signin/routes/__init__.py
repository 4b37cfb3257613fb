"""Routes of sign-in, and other calls that need a code."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.signin.routes import codes, contact_codes, devices, google, privacy, tokens

router = APIRouter()
for part in (codes, tokens, devices, google, contact_codes, privacy):
    router.routes.extend(part.router.routes)
