"""The first owner's account, in a shop that nobody can sign in to."""

from __future__ import annotations

from fastapi import Request

from stallage.core import clock
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, TooMany
from stallage.core.rate_limits import RateLimit, enforce_limits
from stallage.core.runtime import runtime_of
from stallage.operators.actions.first_owner import create_first_owner
from stallage.operators.dependencies import AdminRouter, CurrentBrowser
from stallage.operators.errors import CrossSiteRefused, FirstOwnerRefused
from stallage.operators.rules.emails import operator_email
from stallage.operators.rules.permissions import PUBLIC
from stallage.operators.rules.sessions import is_first_owner_token
from stallage.operators.schemas.session import FirstOwner, FirstOwnerLink

router = AdminRouter(tag="session")

TRIES = RateLimit("first-owner", 30, 900)


@router.post(
    "/first-owner",
    permission=PUBLIC,
    response_model=Answer[FirstOwnerLink],
    responses=error_responses(FirstOwnerRefused, InvalidFields, CrossSiteRefused, TooMany),
)
async def create_owner(
    given: FirstOwner, request: Request, browser: CurrentBrowser
) -> Answer[FirstOwnerLink]:
    """Create the first owner with the token that `stallage serve` printed.

    The response has the token of an invitation. Once its sign-in is set up, this route refuses everybody.
    """
    runtime = runtime_of(request)
    await enforce_limits(runtime.database, TRIES.of_client(browser.client))
    if not is_first_owner_token(runtime.secrets, given.token, clock.now()):
        raise FirstOwnerRefused
    email = operator_email(given.email)
    async with runtime.database.transaction() as connection:
        link = await create_first_owner(connection, runtime.secret, email, given.name)
    return answer(FirstOwnerLink(token=link.token))
