"""Signing in, staying signed in, signing out; and what needs a proof by code besides."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.signin.routes import codes, devices, google, privacy, proofs, tokens

router = APIRouter()
for part in (codes, tokens, devices, google, proofs, privacy):
    router.include_router(part.router)
