"""Routes of signing in, accounts, the team, roles, tokens and the audit log."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.operators.admin_routes.account import router as account
from stallage.operators.admin_routes.audit import router as audit
from stallage.operators.admin_routes.first_owner import router as first_owner
from stallage.operators.admin_routes.links import router as links
from stallage.operators.admin_routes.passkeys import router as passkeys
from stallage.operators.admin_routes.roles import router as roles
from stallage.operators.admin_routes.session import router as session
from stallage.operators.admin_routes.sessions import router as sessions
from stallage.operators.admin_routes.sign_in import router as sign_in
from stallage.operators.admin_routes.team import router as team
from stallage.operators.admin_routes.tokens import router as tokens

router = APIRouter()
for part in (
    session,
    sign_in,
    first_owner,
    links,
    account,
    passkeys,
    sessions,
    team,
    roles,
    tokens,
    audit,
):
    router.routes.extend(part.routes)
