"""The files of a build, and the page of the back office, which need no database."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from stallage.core.public import accepted_encodings
from stallage.shell.client import ASSETS, BACK_OFFICE, Build, Client, File
from stallage.shell.headers import back_office_headers

NO_BUILD = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Stallage</title>
<style>body{font:18px/1.6 system-ui;max-width:34em;margin:20vh auto;padding:0 1em}</style>
<h1>The client is missing</h1>
<p>The shop's API works. Run <code>stallage doctor</code> to find out how to add the client, then reload
this page.</p>
"""


class BackOfficeFiles:
    """The page and the files of the back office, which need no database."""

    def __init__(self) -> None:
        self._client = Client()

    def find(self, request: Request, client_dir: str) -> Response | None:
        """Return the response for an address of the back office; None for any other."""
        path: str = request.scope["path"]
        build = self._client.build(client_dir)
        if build is None or not (path == "/backoffice" or path.startswith("/backoffice/")):
            return None
        file = build.files.get(path)
        if file is not None:
            return file_response(request, file)
        return missing() if path.startswith(ASSETS) else back_office_page(build)


def back_office_page(build: Build) -> Response:
    """The page of the back office, which is the same for all of its addresses."""
    file = build.files.get(BACK_OFFICE)
    if file is None:
        return Response(NO_BUILD, 503, media_type="text/html", headers={"Retry-After": "30"})
    return Response(
        file.bodies[""],
        media_type="text/html",
        headers={**back_office_headers(), "Cache-Control": "no-cache"},
    )


def file_response(request: Request, file: File) -> Response:
    """A file of the client, in an encoding that the browser takes."""
    accepted = accepted_encodings(request.headers.get("accept-encoding", ""))
    encoding = next((one for one in ("br", "gzip") if one in accepted and one in file.bodies), "")
    etag = f'"{file.tag}-{encoding}"' if encoding else f'"{file.tag}"'
    headers = {"ETag": etag, "Cache-Control": file.cache_control, "Vary": "Accept-Encoding"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(file.bodies[encoding], headers={**headers, "Content-Type": file.kind})


def missing(status: int = 404) -> Response:
    """What is not there, or 503: what cannot be read now."""
    headers = {"Cache-Control": "no-store"}
    if status == 404:
        return Response("Not found.", status, media_type="text/plain", headers=headers)
    headers["Retry-After"] = "2"
    return Response("Temporarily unavailable.", status, media_type="text/plain", headers=headers)
