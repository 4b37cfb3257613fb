"""Write what server and client share: the OpenAPI document and the client's routes.

`python -m stallage.contract` writes `contract/openapi.json`, `contract/admin.openapi.json` and
`contract/routes.json`; with `--check` it fails on a difference.
"""

from __future__ import annotations

import difflib
import json
import sys
from dataclasses import asdict
from pathlib import Path

from fastapi import FastAPI

from stallage.app import create
from stallage.core.json_types import JsonObject
from stallage.openapi import admin_document
from stallage.settings import Settings
from stallage.shell.negotiation import SHARED_PATHS, UNSUBSCRIBE
from stallage.shop.rules.client_routes import ROUTES

FOLDER = Path(__file__).resolve().parents[2] / "contract"
OPENAPI = FOLDER / "openapi.json"
ADMIN_OPENAPI = FOLDER / "admin.openapi.json"
ROUTE_MANIFEST = FOLDER / "routes.json"

UNDOCUMENTED_PATHS = (
    "/favicon.ico",
    "/feeds",
    "/icons",
    "/manifest.webmanifest",
    "/media",
    "/no-script",
    "/openapi.json",
    "/outbox",
    "/robots.txt",
    "/shell.html",
    "/sitemap.xml",
    "/sw.js",
)
"""Paths of the server that are not in the OpenAPI document."""


def as_committed(document: JsonObject) -> str:
    """Return a document as committed: sorted and indented, so that a diff reads well."""
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


def openapi_document(app: FastAPI) -> str:
    """Return the OpenAPI document of the storefront's API as committed."""
    return as_committed(app.openapi())


def route_document(app: FastAPI) -> str:
    """Return the client's routes and the paths that a development server passes on.

    `serverPaths` are the first segments that belong to the server. At `negotiatedPaths` the server
    sends a page of the client to browsers that ask for HTML.
    """
    calls = {f"/{path.split('/')[1]}" for path in app.openapi()["paths"]}
    document = {
        "routes": [asdict(route) for route in ROUTES],
        "serverPaths": sorted({*calls, *UNDOCUMENTED_PATHS}),
        "negotiatedPaths": sorted({*SHARED_PATHS, UNSUBSCRIBE.rstrip("/")}),
    }
    return json.dumps(document, indent=1) + "\n"


def documents() -> dict[Path, str]:
    """Return each committed file with the text that the code generates now."""
    app = create(Settings())
    return {
        OPENAPI: openapi_document(app),
        ADMIN_OPENAPI: as_committed(admin_document(app)),
        ROUTE_MANIFEST: route_document(app),
    }


def main() -> None:
    """Write the documents, or compare them with the code."""
    for file, document in documents().items():
        if "--check" not in sys.argv[1:]:
            file.parent.mkdir(exist_ok=True)
            file.write_text(document)
            continue
        committed = file.read_text() if file.exists() else ""
        if committed != document:
            lines = difflib.unified_diff(
                committed.splitlines(), document.splitlines(), lineterm="", n=1
            )
            sys.stderr.write(
                "\n".join(list(lines)[:60]) + "\nThe contract drifted. Run: make api\n"
            )
            raise SystemExit(1)


if __name__ == "__main__":
    main()
