"""Routes of the operators' API: who calls, whether they may, and who is recorded for it.

Every route is declared on an `AdminRouter`, which requires a permission. Nothing else checks rights,
except where a right depends on the body, such as an amount.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute

from stallage.core import clock, security_log
from stallage.core.actor import Actor, acting
from stallage.core.clients import client_of
from stallage.core.envelope import error_responses
from stallage.core.errors import InvalidFields
from stallage.core.idempotency import IdempotentRequest, validate_key
from stallage.core.operation_ids import operation_id
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.validation import required_error
from stallage.operators.actions.sessions import needs_touch, touch
from stallage.operators.drafts import Browser, Principal
from stallage.operators.errors import (
    CrossSiteRefused,
    CsrfRefused,
    Forbidden,
    OperatorUnauthorized,
    StepUpRequired,
)
from stallage.operators.queries import principal_of_session, principal_of_token
from stallage.operators.rules.permissions import PERMISSIONS, PUBLIC, SESSION, SIGNED_IN
from stallage.operators.rules.sessions import (
    CSRF_HEADER,
    cookie_name,
    device_cookie_name,
    is_csrf_token,
    recently_verified,
)

PREFIX = "/api/admin/v1"
SAFE_METHODS = frozenset({"GET", "HEAD"})
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


async def _principal(request: Request, runtime: Runtime) -> Principal:
    """Return who calls. Raises OperatorUnauthorized and CsrfRefused."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if token and scheme.lower() == "bearer":
        async with runtime.database.reading() as connection:
            found = await principal_of_token(connection, token.strip())
        if found is None:
            security_log.record("operator_token_refused")
            raise OperatorUnauthorized
        return found
    cookie = request.cookies.get(cookie_name(runtime.settings.public_url))
    if not cookie:
        raise OperatorUnauthorized
    async with runtime.database.reading() as connection:
        found = await principal_of_session(connection, cookie)
    if found is None:
        raise OperatorUnauthorized
    if request.method not in SAFE_METHODS and not is_csrf_token(
        runtime.secrets, cookie, request.headers.get(CSRF_HEADER, "")
    ):
        security_log.record("operator_csrf_refused")
        raise CsrfRefused
    return found


def refuse_other_sites(request: Request) -> None:
    """Raise CrossSiteRefused for a request that a page of another website sends.

    Routes without a session have no CSRF token. Every current browser sends `Sec-Fetch-Site`.
    """
    if request.method not in SAFE_METHODS and request.headers.get("Sec-Fetch-Site") in (
        "cross-site",
        "same-site",
    ):
        security_log.record("operator_cross_site_refused")
        raise CrossSiteRefused


def require(principal: Principal, permission: str) -> None:
    """Raise Forbidden unless the permission is held."""
    if not principal.can(permission):
        raise Forbidden(permission=permission)


def require_session(principal: Principal) -> None:
    """Raise Forbidden for an access token."""
    if principal.session_id is None:
        raise Forbidden(permission=SESSION)


def require_step_up(principal: Principal) -> None:
    """Raise StepUpRequired unless a person has proven their identity in the last minutes.

    A token needs no step-up: creating it needed one, and it only has the scopes it was given.
    """
    if principal.token_id is None and not recently_verified(principal.verified_at, clock.now()):
        raise StepUpRequired


def actor_of(request: Request, principal: Principal) -> Actor:
    """Return who is recorded in the audit log."""
    is_app = principal.kind == "app"
    return Actor(
        "app" if is_app else "operator",
        principal.token_id if is_app else principal.operator_id,
        principal.name,
        client_of(request).address,
    )


class AdminRoute(APIRoute):
    """A route that checks the caller before it parses the request."""

    def get_route_handler(self) -> Handler:
        """Return the handler with the checks before it."""
        handler = super().get_route_handler()
        # `AdminRouter` declares these together with the route.
        declared = self.openapi_extra or {}
        permission = declared["x-permission"]
        step_up, needs_key = declared["x-step-up"], declared["x-idempotency-key"]

        async def handle(request: Request) -> Response:
            if permission == PUBLIC:
                refuse_other_sites(request)
                return await handler(request)
            runtime = runtime_of(request)
            principal = await _principal(request, runtime)
            if permission == SESSION:
                require_session(principal)
            elif permission != SIGNED_IN:
                require(principal, permission)
            if step_up:
                require_step_up(principal)
            if needs_key and not request.headers.get("Idempotency-Key"):
                raise InvalidFields(fields=required_error("Idempotency-Key"))
            if needs_touch(principal):
                async with runtime.database.transaction() as connection:
                    await touch(connection, principal)
            request.state.principal = principal
            with acting(actor_of(request, principal)):
                return await handler(request)

        return handle


class AdminRouter(APIRouter):
    """A router of the operators' API. Each route declares the permission that it needs.

    Every change leaves an entry in the audit log, which tests check for each call that succeeds. Routes that
    change nothing of the shop declare `audited=False`; those that end in `/preview` need not.
    """

    def __init__(self, tag: str) -> None:
        """Create a router whose routes have this tag in the OpenAPI document."""
        super().__init__(
            tags=[tag],
            prefix=PREFIX,
            route_class=AdminRoute,
            generate_unique_id_function=operation_id,
        )

    def _declare(
        self,
        method: str,
        path: str,
        *,
        permission: str,
        step_up: bool = False,
        key: bool = False,
        audited: bool = True,
        **arguments: Any,
    ) -> Callable[[Any], Any]:
        if permission not in (*PERMISSIONS, SIGNED_IN, SESSION, PUBLIC):
            raise ValueError(f"{path} needs an unknown permission: {permission}")
        responses = dict(arguments.pop("responses", {}))
        if permission != PUBLIC:
            for status, described in error_responses(
                OperatorUnauthorized, Forbidden, CsrfRefused, StepUpRequired
            ).items():
                responses.setdefault(status, described)
        extra = {
            **arguments.pop("openapi_extra", {}),
            "x-permission": permission,
            "x-step-up": step_up,
            "x-idempotency-key": key,
            "x-audited": audited and method not in SAFE_METHODS and not path.endswith("/preview"),
        }
        if permission != PUBLIC:
            tokens: list[dict[str, list[str]]] = (
                [] if permission == SESSION else [{"operatorToken": []}]
            )
            extra["security"] = [{"operatorSession": []}, *tokens]
        if key:
            extra["parameters"] = [
                {
                    "name": "Idempotency-Key",
                    "in": "header",
                    "required": True,
                    "description": "The same key and body give the same answer and one effect.",
                    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
                }
            ]
        declare: Callable[[Any], Any] = self.api_route(
            path, methods=[method], responses=responses, openapi_extra=extra, **arguments
        )
        return declare

    def get(self, path: str, **arguments: Any) -> Callable[[Any], Any]:
        """Declare a GET route."""
        return self._declare("GET", path, **arguments)

    def post(self, path: str, **arguments: Any) -> Callable[[Any], Any]:
        """Declare a POST route."""
        return self._declare("POST", path, **arguments)

    def put(self, path: str, **arguments: Any) -> Callable[[Any], Any]:
        """Declare a PUT route."""
        return self._declare("PUT", path, **arguments)

    def patch(self, path: str, **arguments: Any) -> Callable[[Any], Any]:
        """Declare a PATCH route."""
        return self._declare("PATCH", path, **arguments)

    def delete(self, path: str, **arguments: Any) -> Callable[[Any], Any]:
        """Declare a DELETE route."""
        return self._declare("DELETE", path, **arguments)


def _current(request: Request) -> Principal:
    return cast("Principal", request.state.principal)


async def _read_key(request: Request) -> IdempotentRequest:
    return IdempotentRequest(
        validate_key(request.headers.get("Idempotency-Key")), await request.body()
    )


async def _browser(request: Request) -> Browser:
    cookie = device_cookie_name(runtime_of(request).settings.public_url)
    return Browser(
        client_of(request),
        request.cookies.get(cookie, "")[:100],
        request.headers.get("User-Agent", ""),
    )


CurrentBrowser = Annotated[Browser, Depends(_browser)]
"""The browser that signs in."""

CurrentOperator = Annotated[Principal, Depends(_current)]
"""Who calls the operators' API."""

IdempotencyKey = Annotated[IdempotentRequest, Depends(_read_key)]
"""The key and body of a request that moves money or stock; declare the route with `key=True`."""
