"""Signing in, staying signed in, signing out; and what needs a proof by code besides."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.signin.routes import codes, contact_codes, devices, google, privacy, tokens

router = APIRouter()
for part in (codes, tokens, devices, google, contact_codes, privacy):
    router.include_router(part.router)
