"""The route of calls that read their own parameters and answer ready bytes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from fastapi.routing import APIRoute


class DirectRoute(APIRoute):
    """Hands the request and the path's parameters to its function, and nothing else.

    FastAPI still describes the call from the function's signature; what it would do besides (solving
    dependencies, checking and serialising) takes longer than sending an answer that is ready.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The function itself."""
        endpoint = self.endpoint

        async def handle(request: Request) -> Response:
            answer: Response = await endpoint(request, **request.path_params)
            return answer

        return handle
