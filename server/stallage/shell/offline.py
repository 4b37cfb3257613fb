"""Files of the service worker, which lets shoppers read offline what they have seen."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from stallage.core.public import public_response
from stallage.core.runtime import Runtime
from stallage.head.pages import shell_head
from stallage.search.cache.catalog_cache import catalog_cache_of
from stallage.shell.client import Build
from stallage.shell.headers import page_headers

WORKER = "/sw.js"
"""At the root, because a worker controls only pages below its own folder."""
SHELL = "/shell.html"
"""The client without the content of any page."""
OFFLINE_PATHS = frozenset({WORKER, SHELL})

REMOVAL = b"""// The service worker is switched off: delete what it has stored, and stop.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("stallage-")))
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  );
});
"""
"""A worker without handlers: after it is activated, all requests go to the network."""


async def offline_response(request: Request, runtime: Runtime, build: Build | None) -> Response:
    """The worker or its shell. Without either, a worker that removes itself, and 404 for the shell."""
    worker = build.files.get(WORKER) if build and runtime.settings.service_worker else None
    if request.scope["path"] == WORKER:
        body = REMOVAL if worker is None else worker.bodies[""]
        # A browser that cached the script would not see that it was switched off.
        return public_response(
            request, body, cache_control="no-cache", media_type="text/javascript; charset=utf-8"
        )
    if worker is None or build is None:
        return Response("Not found.", 404, headers={"Cache-Control": "no-store"})
    head = await shell_head(runtime, catalog_cache_of(request))
    markup = head.markup + head.icon + head.style + head.frame
    body = build.page(SHELL, markup, runtime.settings.locale, with_font=head.loads_font)
    response = public_response(request, body, cache_control="no-cache", media_type="text/html")
    response.headers.update(page_headers(runtime.settings))
    return response
