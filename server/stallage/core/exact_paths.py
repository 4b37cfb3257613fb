"""Finds routes with a fixed path without trying all others before them."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from stallage.core.direct_route import DirectRoute


class ExactPaths:
    """Hands requests for direct routes without parameters to them, and all others to the router."""

    def __init__(self, router: ASGIApp, routes: Iterable[BaseRoute]) -> None:
        self._router = router
        self._routes = {
            (method, route.path): route
            for route in routes
            if isinstance(route, DirectRoute) and not route.param_convertors
            for method in route.methods or ()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            route = self._routes.get((scope["method"], scope["path"]))
            if route is not None and not scope.get("root_path"):
                scope["route"], scope["endpoint"] = route, route.endpoint
                scope["path_params"] = {}
                await route.handle(scope, receive, send)
                return
        await self._router(scope, receive, send)
