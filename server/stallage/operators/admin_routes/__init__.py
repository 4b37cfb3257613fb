"""Routes of signing in, accounts, the team, roles, tokens and the audit log."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.operators.admin_routes import (
    account,
    audit,
    links,
    passkeys,
    roles,
    session,
    sessions,
    sign_in,
    team,
    tokens,
)

router = APIRouter()
for part in (session, sign_in, links, account, passkeys, sessions, team, roles, tokens, audit):
    router.include_router(part.router)
