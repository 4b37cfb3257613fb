"""The OpenAPI documents: one of the storefront's API, one of the operators' API."""

from __future__ import annotations

from collections.abc import Callable

import orjson
from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response
from fastapi.routing import RouteContext, iter_route_contexts

from stallage import __version__
from stallage.core.envelope import SCHEMAS, Failure
from stallage.core.json_types import JsonObject
from stallage.operators.dependencies import PREFIX
from stallage.operators.rules.sessions import COOKIE, TOKEN_PREFIX

ADMIN_DESCRIPTION = """
The API of the back office and of apps. Every answer is `{"status", "output", "error"}`. Money is an
integer in the minor unit with its currency; times are UTC. `x-permission` of a call names the permission
that it needs. See docs/admin-api.md for sign-in, tokens, cursors, ETags and idempotency.
"""

SECURITY_SCHEMES = {
    "operatorSession": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The cookie of a sign-in. Changes also need the header X-CSRF-Token.",
    },
    "operatorToken": {
        "type": "http",
        "scheme": "bearer",
        "description": f"An access token, which begins with {TOKEN_PREFIX}.",
    },
}


def _routes(app: FastAPI, is_included: Callable[[str], bool]) -> list[RouteContext]:
    # Included routers are entries of their own in `app.routes`.
    return [route for route in iter_route_contexts(app.routes) if is_included(route.path or "")]


def _with_errors(document: JsonObject) -> JsonObject:
    """Add the schema of errors, to which the responses refer."""
    failure = Failure.model_json_schema(ref_template=SCHEMAS + "{model}", mode="serialization")
    parts = failure.pop("$defs") | {Failure.__name__: failure}
    components = document.setdefault("components", {})
    components["schemas"] = dict(sorted((components.get("schemas", {}) | parts).items()))
    return document


def storefront_document(app: FastAPI) -> JsonObject:
    """Return the OpenAPI document of the storefront's API."""
    document = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description,
        tags=app.openapi_tags,
        routes=_routes(app, lambda path: not path.startswith(PREFIX)),
        separate_input_output_schemas=False,
    )
    return _with_errors(document)


def admin_document(app: FastAPI) -> JsonObject:
    """Return the OpenAPI document of the operators' API."""
    document = get_openapi(
        title="Stallage back office",
        version=__version__,
        description=ADMIN_DESCRIPTION,
        routes=_routes(app, lambda path: path.startswith(PREFIX)),
        separate_input_output_schemas=False,
    )
    document.setdefault("components", {})["securitySchemes"] = SECURITY_SCHEMES
    return _with_errors(document)


def install(app: FastAPI) -> None:
    """Serve both documents."""
    built: dict[str, bytes] = {}

    def of_storefront() -> JsonObject:
        if app.openapi_schema is None:
            app.openapi_schema = storefront_document(app)
        return app.openapi_schema

    app.openapi = of_storefront  # type: ignore[method-assign]

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi_document(_request: Request) -> Response:
        return Response(orjson.dumps(app.openapi()), media_type="application/json")

    @app.get(f"{PREFIX}/openapi.json", include_in_schema=False)
    async def admin_openapi_document(_request: Request) -> Response:
        if "admin" not in built:
            built["admin"] = orjson.dumps(admin_document(app))
        return Response(built["admin"], media_type="application/json")
