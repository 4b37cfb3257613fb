"""Routes of operators' own accounts."""

from __future__ import annotations

from fastapi import Request

from stallage.core.envelope import Answer, answer
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.rules.permissions import SIGNED_IN
from stallage.operators.rules.sessions import cookie_name, csrf_token
from stallage.operators.schemas import Session

router = AdminRouter(tag="session")


@router.get("/session", permission=SIGNED_IN, response_model=Answer[Session])
async def get_session(request: Request, operator: CurrentOperator) -> Answer[Session]:
    """Who is signed in, and what they may do."""
    runtime = runtime_of(request)
    cookie = request.cookies.get(cookie_name(runtime.settings.public_url))
    has_token = operator.token_id is not None or not cookie
    return answer(
        Session(
            operator_id=operator.operator_id,
            name=operator.name,
            email=operator.email,
            role=operator.role,
            permissions=sorted(operator.permissions),
            csrf_token=None if has_token or cookie is None else csrf_token(runtime.secret, cookie),
        )
    )
