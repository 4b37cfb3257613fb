"""Routes that skip most of what FastAPI does for a request, for the shop's most frequent calls.

FastAPI still describes the call from the function's signature. What it would do besides (contexts for
dependencies and files, solving dependencies, validating the response) takes longer than many of these
calls themselves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.dependencies.utils import request_body_to_args
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic_core import PydanticUndefined
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from stallage.core.envelope import answer_json

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class DirectRoute(APIRoute):
    """Hands the request and the path's parameters to its function, which answers ready bytes."""

    def get_route_handler(self) -> Handler:
        """The function itself."""
        endpoint = self.endpoint

        async def handle(request: Request) -> Response:
            answer: Response = await endpoint(request, **request.path_params)
            return answer

        self._direct = handle
        return handle

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. Errors are answered by the application's handlers."""
        if scope["method"] not in (self.methods or ()):
            await super().handle(scope, receive, send)
            return
        response = await self._direct(Request(scope, receive, send))
        await response(scope, receive, send)


class DirectBodyRoute(DirectRoute):
    """Reads a JSON body and answers an `Answer`.

    Parameters of the function are the body, the request, optional texts of headers, and dependencies that
    take nothing but the request. TypeError if it has others.
    """

    def get_route_handler(self) -> Handler:
        """Read the parameters, call the function and serialise its answer."""
        found = self.dependant
        body_field = self.body_field
        others = (found.path_params, found.query_params, found.cookie_params)
        of_dependencies = [one.dependencies for one in found.dependencies]
        if body_field is None or any(others) or any(of_dependencies):
            raise TypeError(f"{self.path} has parameters that DirectBodyRoute does not read")
        headers = [(one.name, one.alias) for one in found.header_params]
        dependencies = [(str(one.name), one.call) for one in found.dependencies if one.call]
        request_name = found.request_param_name
        endpoint, status = self.endpoint, self.status_code or 200

        async def handle(request: Request) -> Response:
            body = await _read_json(request)
            values: dict[str, Any] = {name: request.headers.get(alias) for name, alias in headers}
            for name, call in dependencies:
                values[name] = await call(request)
            if request_name is not None:
                values[request_name] = request
            read, errors = await request_body_to_args([body_field], body, embed_body_fields=False)
            if errors:
                raise RequestValidationError(errors, body=body)
            answer = await endpoint(**values, **read)
            return Response(answer_json(answer), status, media_type="application/json")

        self._direct = handle
        return handle


async def _read_json(request: Request) -> Any:
    """Return the body, PydanticUndefined if it is empty. Raises as FastAPI does if it is not JSON."""
    try:
        return await request.json() if await request.body() else PydanticUndefined
    except json.JSONDecodeError as error:
        problem = {"type": "json_invalid", "loc": ("body", error.pos), "msg": error.msg}
        raise RequestValidationError([problem], body=error.doc) from error
    except (HTTPException, ClientDisconnect):
        raise
    except Exception as error:
        # For instance text that is not UTF-8, or too deeply nested.
        raise HTTPException(400) from error
